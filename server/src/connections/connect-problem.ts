import { Problem } from '../platform/index.js';
import type { ConnectFailure } from './engines/connector.js';

/** The problem that a request ends with when a database refuses the login. */
export function problemOfConnectFailure(failure: ConnectFailure): Problem {
  return new Problem(failure.code, failure.message, { cause: failure });
}
