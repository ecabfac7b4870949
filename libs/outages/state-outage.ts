/** Why the database that holds the workbench's state did not do its work. */
export type StateOutage = 'full' | 'busy' | 'damaged' | 'read-only' | 'failing' | 'unreachable';

/** What a driver's error says of itself. */
export interface DriverError {
  readonly code?: unknown;
  readonly message?: unknown;
}

/** SQLite's primary result codes; an extended code such as `SQLITE_IOERR_WRITE` counts as its primary one. */
const OF_SQLITE: Readonly<Record<string, StateOutage>> = {
  FULL: 'full',
  BUSY: 'busy',
  LOCKED: 'busy',
  CORRUPT: 'damaged',
  NOTADB: 'damaged',
  READONLY: 'read-only',
  IOERR: 'failing',
  NOMEM: 'failing',
  INTERRUPT: 'failing',
  CANTOPEN: 'failing',
  PROTOCOL: 'failing',
};

/** SQLSTATE codes, the most specific prefix first. */
const OF_SQLSTATE: readonly (readonly [prefix: string, outage: StateOutage])[] = [
  ['53100', 'full'],
  ['55P03', 'busy'],
  ['57014', 'busy'],
  ['40', 'busy'],
  ['25006', 'read-only'],
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
  ['58', 'failing'],
  ['53', 'unreachable'],
  ['25P0', 'unreachable'],
  ['08', 'unreachable'],
  ['28', 'unreachable'],
  ['57P0', 'unreachable'],
  ['3D000', 'unreachable'],
];

/** What Node reports of a socket or a name that does not answer. */
const OF_NETWORK =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(?:HOST|NET)UNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT)$/;

/** What the Postgres driver says of a connection that is gone, without a code. */
const OF_CONNECTION =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (?:was closed|has encountered a connection error)|Cannot use a pool after|The database connection is not open)/;

/** The outage that a driver's error reports; null where the statement itself is at fault. */
export function stateOutageOf({ code, message }: DriverError): StateOutage | null {
  if (typeof code === 'string' && code.startsWith('SQLITE_')) return OF_SQLITE[code.split('_')[1] ?? ''] ?? null;
  if (typeof code === 'string' && OF_NETWORK.test(code)) return 'unreachable';
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) {
    return OF_SQLSTATE.find(([prefix]) => code.startsWith(prefix))?.[1] ?? null;
  }
  return typeof message === 'string' && OF_CONNECTION.test(message) ? 'unreachable' : null;
}

/** What happened and what to do, for people. */
export const STATE_OUTAGE_TEXT: Readonly<Record<StateOutage, string>> = {
  full: 'The disk that holds the state of the workbench is full. Free some space, then try again.',
  busy: 'The state of the workbench is locked by another process. Try again in a few seconds.',
  damaged: 'The state of the workbench is damaged. Restore it from a copy.',
  'read-only': 'The state of the workbench is read-only. Make it writable, then try again.',
  failing: 'The state of the workbench cannot be read or written. Check its disk, then try again.',
  unreachable: 'The database that holds the state of the workbench cannot be reached. Try again in a few seconds.',
};
