import type { DestructiveFinding } from '../api/index.js';
import { shortened } from '../markup/index.js';

/** Every error code that the API can answer with, its HTTP status and its title (RFC 9457 `title`). */
export const PROBLEMS = {
  'validation-failed': { status: 400, title: 'The request is not well formed' },
  'outside-grid': { status: 400, title: 'The tile is outside the grid' },
  'malformed-json': { status: 400, title: 'The request body is not valid JSON' },
  unauthenticated: { status: 401, title: 'Sign in first' },
  'sign-in-failed': { status: 401, title: 'The sign-in failed' },
  'host-not-allowed': { status: 403, title: 'This host name or origin is not allowed' },
  'cross-site': { status: 403, title: 'The request comes from another site' },
  forbidden: { status: 403, title: 'Not allowed' },
  'file-not-allowed': { status: 403, title: 'This file is outside the allowed folders' },
  'file-not-accessible': { status: 403, title: 'The workbench may not do this with the file' },
  'not-found': { status: 404, title: 'Not found' },
  'connection-not-found': { status: 404, title: 'No such connection' },
  'run-not-found': { status: 404, title: 'No such run' },
  'export-not-found': { status: 404, title: 'No such export' },
  'import-not-found': { status: 404, title: 'No such import' },
  'session-not-found': { status: 404, title: 'No such session' },
  'query-not-found': { status: 404, title: 'No such saved query' },
  'version-not-found': { status: 404, title: 'No such former version' },
  'history-entry-not-found': { status: 404, title: 'No such entry in the history' },
  'file-not-found': { status: 404, title: 'No such bookmark of a file' },
  'file-missing': { status: 404, title: 'The file is gone' },
  'demo-not-found': { status: 404, title: 'The demo was removed' },
  'tab-not-found': { status: 404, title: 'No such tab' },
  'user-not-found': { status: 404, title: 'No such user' },
  'token-not-found': { status: 404, title: 'No such token' },
  'job-not-found': { status: 404, title: 'No such job' },
  'job-run-not-found': { status: 404, title: 'No such run of a job' },
  'output-not-found': { status: 404, title: 'No such output of a run' },
  'pipeline-not-found': { status: 404, title: 'No such pipeline' },
  'contract-not-found': { status: 404, title: 'The connection has no contract' },
  'channel-not-found': { status: 404, title: 'No such channel' },
  'subscription-not-found': { status: 404, title: 'No such subscription' },
  'delivery-not-found': { status: 404, title: 'No such delivery' },
  'change-not-found': { status: 404, title: 'No such change of a schema' },
  'change-set-not-found': { status: 404, title: 'No such change set' },
  'table-not-found': { status: 404, title: 'No such table' },
  'object-not-found': { status: 404, title: 'No such object in the database' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'duplicate-id': { status: 409, title: 'That id is taken' },
  'name-taken': { status: 409, title: 'That name is taken' },
  'email-taken': { status: 409, title: 'That email address is taken' },
  'last-administrator': { status: 409, title: 'The last administrator cannot be removed' },
  'already-set-up': { status: 409, title: 'The workbench is set up already' },
  'changed-meanwhile': { status: 409, title: 'It was changed in the meantime' },
  'change-not-allowed': { status: 409, title: 'The change set cannot do this now' },
  'change-differs': { status: 409, title: 'It would do something other than what was reviewed' },
  'change-uncertain': { status: 409, title: 'It is not yet known whether the change was applied' },
  'configuration-changed': { status: 409, title: 'The configuration file cannot be rewritten' },
  'job-run-over': { status: 409, title: 'The run is over' },
  'pipeline-in-use': { status: 409, title: 'Jobs run this pipeline' },
  'run-not-finished': { status: 409, title: 'The run has not finished' },
  'import-not-ready': { status: 409, title: 'The import cannot do this now' },
  'import-part-misplaced': { status: 409, title: 'This part of the file is not the next one' },
  'export-over': { status: 409, title: 'The file was downloaded before' },
  'secret-key-missing': { status: 409, title: 'The secret key is missing' },
  'secret-key-present': { status: 409, title: 'A secret key exists already' },
  'secret-unreadable': { status: 409, title: 'A stored secret cannot be decrypted' },
  'channel-disabled': { status: 409, title: 'The channel is disabled' },
  'session-busy': { status: 409, title: 'The session is running something' },
  'session-limit': { status: 409, title: 'The connection has no session left' },
  'no-transaction': { status: 409, title: 'The session has no open transaction' },
  'transaction-failed': { status: 409, title: 'The transaction has failed' },
  'confirmation-needed': { status: 409, title: 'This statement destroys data and needs a confirmation' },
  'analyze-confirmation-needed': { status: 409, title: 'Analyze would run a statement that changes data' },
  'too-large': { status: 413, title: 'The request is too large' },
  'unsupported-media-type': { status: 415, title: 'The request body must be JSON' },
  'misdirected-request': { status: 421, title: 'The request reached another process of the workbench' },
  'file-not-text': { status: 422, title: 'The file is not UTF-8 text' },
  'secret-needed': { status: 422, title: 'Enter the stored secret again' },
  'not-sql': { status: 422, title: 'The text contains something that is not SQL' },
  'parameters-missing': { status: 422, title: 'The text has parameters without a value' },
  'parameters-mixed': { status: 422, title: 'The text mixes two kinds of parameters' },
  'connection-read-only': { status: 422, title: 'The connection does not allow writes' },
  'writes-need-review': { status: 422, title: 'The connection takes writes after a review only' },
  'writes-not-allowed': { status: 422, title: 'The SQL modifies data, which is not allowed here' },
  'import-refused': { status: 422, title: 'The rows cannot be imported like this' },
  'change-refused': { status: 422, title: 'The rows cannot be changed like this' },
  'row-refused': { status: 422, title: 'The database refused the row' },
  'not-formattable': { status: 422, title: 'The text cannot be formatted' },
  'text-too-hard': { status: 422, title: 'The text takes too long to read' },
  'nothing-to-run': { status: 422, title: 'There is no statement to run' },
  'copilot-off': { status: 422, title: 'The Copilot is off' },
  'explain-refused': { status: 422, title: 'The database does not explain this statement' },
  'plan-unavailable': { status: 422, title: 'No plan available' },
  'result-too-large': { status: 422, title: 'The result is too large' },
  'nothing-to-export': { status: 422, title: 'There is no result to export' },
  'cannot-transform': { status: 422, title: 'The coordinates cannot be transformed here' },
  'not-relational': { status: 422, title: 'This is not a relational database' },
  'cannot-be-rehearsed': { status: 422, title: 'This cannot run in a transaction that is rolled back' },
  'tile-too-large': { status: 422, title: 'The tile is too large' },
  'not-a-layer': { status: 422, title: 'The query cannot be a map layer' },
  'unknown-tables': { status: 422, title: 'The tables were not found' },
  'person-limit': { status: 429, title: 'You have reached your limit' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'internal-error': { status: 500, title: 'Something went wrong in the workbench' },
  'sheet-too-small': { status: 422, title: 'The result does not fit into a sheet' },
  'export-failed': { status: 500, title: 'The file could not be written' },
  'connection-unreachable': { status: 502, title: 'The database cannot be reached' },
  'connection-refused-login': { status: 502, title: 'The database refused the login' },
  'connection-tls-failed': { status: 502, title: 'A secure connection to the database could not be made' },
  'table-locked': { status: 503, title: 'Another transaction has locked a table' },
  'connection-unusable': { status: 502, title: 'The data source cannot be opened' },
  'ssh-host-key-unknown': { status: 502, title: 'The key of the SSH server is not trusted yet' },
  'ssh-host-key-changed': { status: 502, title: 'The SSH server has another key than the trusted one' },
  'provider-failed': { status: 502, title: 'The AI provider returned an unexpected answer' },
  'provider-refused': { status: 502, title: 'The AI provider refused the request' },
  'database-error': { status: 502, title: 'The database answered with an error' },
  'output-unavailable': { status: 503, title: 'The file of the run cannot be read now' },
  'demo-unreadable': { status: 503, title: 'The files of the demo cannot be read now' },
  'import-unavailable': { status: 503, title: 'The file cannot be kept now' },
  'shutting-down': { status: 503, title: 'The workbench is stopping' },
  'state-unavailable': { status: 503, title: 'The state of the workbench is unavailable' },
  'state-damaged': { status: 503, title: 'The state of the workbench is damaged' },
  'provider-timeout': { status: 504, title: 'The AI provider did not answer in time' },
  'no-room-to-import': { status: 507, title: 'There is no room to keep the file' },
  'no-room-to-export': { status: 507, title: 'There is no room to write the file' },
  'no-room-to-sort': { status: 507, title: 'There is no room to sort the result' },
  'tile-timeout': { status: 504, title: 'The tile took too long' },
  'connection-timeout': { status: 504, title: 'The database did not answer in time' },
} as const satisfies Record<string, { status: number; title: string }>;

/** A code of the closed list. */
export type ProblemCode = keyof typeof PROBLEMS;

/** Mistakes that one answer lists; more would not help a caller and would echo a large request. */
export const MAX_PROBLEM_ERRORS = 20;
/** Findings that one answer lists. */
const MAX_FINDINGS = 100;
/** UTF-16 code units of a `detail`, and of a `pointer`. */
const MAX_DETAIL = 2000;
const MAX_POINTER = 300;

/** One mistake in a request: where (a JSON pointer, RFC 6901) and what. */
export interface FieldError {
  pointer: string;
  detail: string;
}

/** An `application/problem+json` body (RFC 9457). `instance` carries the request id. */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: ProblemCode;
  errors?: FieldError[];
  /** With `confirmation-needed`: everything in the text that would destroy data. */
  findings?: DestructiveFinding[];
}

/** What some problems carry beyond their words. */
export interface ProblemDetails {
  readonly errors?: readonly FieldError[];
  readonly findings?: readonly DestructiveFinding[];
}

/** Builds the problem document of a code, never longer than some kilobytes; `detail` falls back to the title. */
export function problemDocument(
  code: ProblemCode,
  requestId: string,
  detail?: string,
  errors: readonly FieldError[] = [],
  findings: readonly DestructiveFinding[] = [],
): ProblemDocument {
  const { status, title } = PROBLEMS[code];
  return {
    type: `/api/docs#problem-${code}`,
    title,
    status,
    detail: shortened(detail ?? title, MAX_DETAIL),
    instance: requestId,
    code,
    ...(errors.length > 0 ? { errors: errors.slice(0, MAX_PROBLEM_ERRORS).map(shortError) } : {}),
    ...(findings.length > 0 ? { findings: findings.slice(0, MAX_FINDINGS) } : {}),
  };
}

function shortError({ pointer, detail }: FieldError): FieldError {
  return { pointer: shortened(pointer, MAX_POINTER), detail: shortened(detail, MAX_DETAIL) };
}
