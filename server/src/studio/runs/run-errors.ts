import type { StatementError } from '#libs/api';
import { ConnectFailure } from '../../connections/index.js';
import { Problem } from '../../platform/index.js';
import { SessionLost } from '../sessions/session-lease.js';

/** The error of a run whose session could not be opened. */
export function openingError(failure: unknown): StatementError {
  const isDescribed = failure instanceof ConnectFailure || failure instanceof SessionLost || failure instanceof Problem;
  const message = isDescribed ? failure.message : 'The connection could not be opened.';
  const sqlstate = failure instanceof ConnectFailure ? failure.sqlstate : null;
  const hint = failure instanceof SessionLost ? failure.hint : null;
  return { message, sqlstate, position: null, detail: null, hint };
}

/** The error of a run that an error of the workbench itself has ended. */
export const BROKEN_DOWN: StatementError = {
  message: 'An error in the workbench ended the run.',
  ...{ sqlstate: null, position: null, detail: null },
  hint: 'If the statement writes, it may have taken effect. Check the data before you run it again.',
};
