import { shortened } from '#libs/markup';
import type { StatementError } from '#libs/api';
import type { NotSucceeded } from '../../connector.js';

/** SQLite's own words and its extended result code; null for an error of the SQLite program itself. */
export interface SqliteProblem {
  readonly code: number | null;
  readonly message: string;
}

const BUSY = 5;
const NO_MEMORY = 7;
const READ_ONLY = 8;
const CANNOT_OPEN = 14;
const TOO_BIG = 18;
const NOT_A_DATABASE = 26;
/** Extended from `READ_ONLY`: the file that is open is not the one at its path any more. */
const MOVED = 1032;

export const CANNOT_OPEN_MESSAGE = 'The workbench cannot open the file.';

/** SQLite quotes names of the text that was sent to it, megabytes too. */
const MAX_MESSAGE = 100_000;

const HINTS: Readonly<Record<number, string>> = {
  [BUSY]: 'Another process has locked the file; try again.',
  [NO_MEMORY]: 'The statement needs more memory than a SQLite process may use (1 GiB). Read or sort fewer rows.',
  [READ_ONLY]: 'The connection is read-only.',
  [TOO_BIG]: 'A text or blob can have up to 128 MiB.',
};

/** An extended result code holds the primary one in its last byte. */
function primary(code: number): number {
  return code & 0xff;
}

/** The error of a statement. SQLite has no SQLSTATE, and node:sqlite does not say where in the text it is. */
export function sqliteStatementError({ code, message }: SqliteProblem): StatementError {
  if (code === MOVED) {
    return ownError(
      'The file of the connection was moved or replaced while it was open, so that nothing can be written.',
      'Open a new tab to use the file that is there now.',
    );
  }
  return ownError(shortened(message, MAX_MESSAGE), code === null ? null : (HINTS[primary(code)] ?? null));
}

/** Why a file could not be opened, without its path. */
export function sqliteOpenMessage({ code, message }: SqliteProblem): string {
  if (code === null) return message;
  if (primary(code) === NOT_A_DATABASE) return 'The file is not a SQLite database.';
  if (primary(code) === CANNOT_OPEN) return CANNOT_OPEN_MESSAGE;
  return `The file cannot be opened: ${message}.`;
}

/** An error of the workbench's own about a statement. */
export function ownError(message: string, hint: string | null = null): StatementError {
  return { message, sqlstate: null, position: null, detail: null, hint };
}

/** The end of a statement that failed. */
export function failed(error: StatementError, isSessionLost: boolean): NotSucceeded {
  return { status: 'failed', error, isSessionLost };
}
