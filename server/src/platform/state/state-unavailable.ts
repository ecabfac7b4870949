import { QueryFailedError } from 'typeorm';
import { STATE_OUTAGE_TEXT, stateOutageOf } from '#libs/outages';
import type { StateOutage } from '#libs/outages';
import { Problem } from '../problems/problem.js';

/** The longest that a caller waits for its turn to write, for a lock or for a connection, in milliseconds. */
export const STATE_PATIENCE_MS = 4_000;
/** When a request that was answered `state-unavailable` makes sense again. */
const RETRY_AFTER_MS = 5_000;

/** The problem of a state that did not do its work. */
export class StateUnavailable extends Problem {
  constructor(
    readonly outage: StateOutage,
    cause?: unknown,
  ) {
    super('state-unavailable', STATE_OUTAGE_TEXT[outage], { cause, retryAfterMs: RETRY_AFTER_MS });
  }
}

/** A problem `state-unavailable` that says what happened to the state. */
export function stateUnavailable(outage: StateOutage, cause?: unknown): StateUnavailable {
  return new StateUnavailable(outage, cause);
}

/** The same error, or a problem where the state did not do its work; a statement's own fault stays as it is. */
export function stateError(error: unknown): unknown {
  if (error instanceof StateUnavailable) return error;
  const outage = outageOf(error);
  return outage === null ? error : stateUnavailable(outage, error);
}

/** The outage that an error of the state's driver reports, or null. */
export function outageOf(error: unknown): StateOutage | null {
  if (error instanceof StateUnavailable) return error.outage;
  const reported: unknown = error instanceof QueryFailedError ? error.driverError : error;
  // Errors of native code need not be an Error of this realm.
  return typeof reported === 'object' && reported !== null ? stateOutageOf(reported) : null;
}
