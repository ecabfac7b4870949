/** Every error code that the API can answer with, its HTTP status and its title (RFC 9457 `title`). */
export const PROBLEMS = {
  'validation-failed': { status: 400, title: 'The request is not well formed' },
  'malformed-json': { status: 400, title: 'The request body is not valid JSON' },
  'host-not-allowed': { status: 403, title: 'This host name or origin is not allowed' },
  forbidden: { status: 403, title: 'Not allowed' },
  'not-found': { status: 404, title: 'Not found' },
  'connection-not-found': { status: 404, title: 'No such connection' },
  'run-not-found': { status: 404, title: 'No such run' },
  'session-not-found': { status: 404, title: 'No such session' },
  'query-not-found': { status: 404, title: 'No such saved query' },
  'tab-not-found': { status: 404, title: 'No such tab' },
  'table-not-found': { status: 404, title: 'No such table' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'duplicate-id': { status: 409, title: 'That id is taken' },
  'name-taken': { status: 409, title: 'That name is taken' },
  'changed-meanwhile': { status: 409, title: 'It was changed in the meantime' },
  'configuration-changed': { status: 409, title: 'The configuration file cannot be rewritten' },
  'run-not-finished': { status: 409, title: 'The run has not finished' },
  'session-busy': { status: 409, title: 'The session is running something' },
  'session-limit': { status: 409, title: 'The connection has no session left' },
  'transaction-failed': { status: 409, title: 'The transaction has failed' },
  'too-large': { status: 413, title: 'The request is too large' },
  'unsupported-media-type': { status: 415, title: 'The request body must be JSON' },
  'nothing-to-run': { status: 422, title: 'There is no statement to run' },
  'nothing-to-export': { status: 422, title: 'There is no result to export' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'internal-error': { status: 500, title: 'Something went wrong in the workbench' },
  'connection-unreachable': { status: 502, title: 'The database cannot be reached' },
  'connection-refused-login': { status: 502, title: 'The database refused the login' },
  'connection-tls-failed': { status: 502, title: 'A secure connection to the database could not be made' },
  'connection-unusable': { status: 502, title: 'The data source cannot be opened' },
  'database-error': { status: 502, title: 'The database answered with an error' },
  'shutting-down': { status: 503, title: 'The workbench is stopping' },
  'connection-timeout': { status: 504, title: 'The database did not answer in time' },
} as const satisfies Record<string, { status: number; title: string }>;

/** A code of the closed list. */
export type ProblemCode = keyof typeof PROBLEMS;

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
}

/** Builds the problem document of a code; `detail` falls back to the title. */
export function problemDocument(
  code: ProblemCode,
  requestId: string,
  detail?: string,
  errors?: readonly FieldError[],
): ProblemDocument {
  const { status, title } = PROBLEMS[code];
  return {
    type: `/api/docs#problem-${code}`,
    title,
    status,
    detail: detail ?? title,
    instance: requestId,
    code,
    ...(errors && errors.length > 0 ? { errors: [...errors] } : {}),
  };
}
