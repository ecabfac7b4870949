import type { StatementError } from '#libs/api';
import { ownError } from './duckdb-error.js';

/** Thrown inside a run to end it with this error. */
export class StatementFailure extends Error {
  constructor(readonly error: StatementError) {
    super(error.message);
    this.name = 'StatementFailure';
  }
}

/** Thrown inside a run that was asked to stop. */
export class StatementStopped extends Error {}

/** A failure in the workbench's own words. */
export function failure(message: string, position: number | null = null): StatementFailure {
  return new StatementFailure(ownError(message, position));
}
