import type { StatementOutcome } from './connector.js';

/** Why rows of a statement are missing that its database has carried out: a cancel or a limit came among them. */
export const STOPPED_AMONG_ROWS = 'It was stopped while its rows arrived.';

/** The same for an error that came among them. */
export function rowsFailed(reason: string): string {
  return `Not all of its rows can be shown: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`;
}

/** The outcome for who needs all of the rows: it has not succeeded where some are missing. */
export function wholeOutcome(outcome: StatementOutcome): StatementOutcome {
  if (outcome.status !== 'succeeded' || outcome.rowsCut === undefined) return outcome;
  if (outcome.rowsCut === STOPPED_AMONG_ROWS) return { status: 'cancelled' };
  const error = { message: outcome.rowsCut, sqlstate: null, position: null, detail: null, hint: null };
  return { status: 'failed', error, isSessionLost: false };
}
