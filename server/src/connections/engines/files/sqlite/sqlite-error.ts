import type { StatementError } from '#libs/api';

/** What better-sqlite3 throws: SQLite's own words and the name of its result code. */
export interface SqliteProblem {
  readonly code: string | null;
  readonly message: string;
}

/** The error of a statement. better-sqlite3 does not tell where in the text it is, and SQLite has no SQLSTATE. */
export function sqliteStatementError({ code, message }: SqliteProblem): StatementError {
  if (code?.startsWith('SQLITE_BUSY') === true) {
    return ownError(message, 'Another process has locked the file; try again.');
  }
  if (code?.startsWith('SQLITE_READONLY') === true) return ownError(message, 'The connection is read-only.');
  if (code === null && /parameter values|named parameter/i.test(message)) {
    return ownError('A parameter has no value; write parameters as :name, @name, $name or $1.');
  }
  return ownError(message);
}

/** Why a file could not be opened, without its path. */
export function sqliteOpenMessage({ code, message }: SqliteProblem): string {
  if (code === 'SQLITE_NOTADB') return 'The file is not a SQLite database.';
  if (code?.startsWith('SQLITE_CANTOPEN') === true) return 'The workbench cannot open the file.';
  return `The file cannot be opened: ${message}.`;
}

/** An error of the workbench's own about a statement. */
export function ownError(message: string, hint: string | null = null): StatementError {
  return { message, sqlstate: null, position: null, detail: null, hint };
}
