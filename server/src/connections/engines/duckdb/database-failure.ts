import { ConnectFailure } from '../connector.js';
import { readDuckdbProblem } from './duckdb-error.js';

const LOCKED = /Could not set lock on file[\s\S]*?(?:PID (\d+))?\)?\.? See also|being used by another process/;
const NO_DATABASE = /not a valid DuckDB database file|not a DuckDB database/i;
const MISSING = /does not exist|No such file or directory/i;

/** Says in words without a path of the server why a database file cannot be opened. */
export function databaseFailure(error: unknown): ConnectFailure {
  if (error instanceof ConnectFailure) return error;
  const { message } = readDuckdbProblem(error);
  return new ConnectFailure('connection-unusable', sentence(message));
}

function sentence(message: string): string {
  const pid = /\(PID (\d+)\)/.exec(message)?.[1];
  if (LOCKED.test(message)) {
    return `The database file is in use by another process${pid === undefined ? '' : ` (process id ${pid})`}.`;
  }
  if (NO_DATABASE.test(message)) return 'The file is not a DuckDB database.';
  if (/Permission denied/i.test(message)) return 'The workbench may not read or write the database file.';
  if (MISSING.test(message)) return 'The database file does not exist, or its folder does not.';
  return withoutPaths(message.split('\n')[0] ?? message);
}

/** Quoted absolute paths lose their folders. */
function withoutPaths(message: string): string {
  return message.replace(/(["'])[^"']*[/\\]([^"'/\\]+)\1/g, '"$2"');
}
