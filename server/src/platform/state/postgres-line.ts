import type { ClientConfig } from 'pg';

/** The longest that a connection may take to open, and a caller waits for one of the pool, in milliseconds. */
const CONNECT_LIMIT_MS = 4_000;
/** A transaction whose process does nothing for so long is rolled back: the process is frozen or cut off. */
const IDLE_IN_TRANSACTION_MS = 5_000;
const LOCK_WAIT_MS = 4_000;
const KEEP_ALIVE_MS = 5_000;

/** Lets Postgres notice within seconds that a process is cut off, so that it releases its locks. */
const SERVER_SETTINGS = [
  `idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
  `lock_timeout=${LOCK_WAIT_MS}`,
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=1',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=5000',
];

/** How each connection to the state in Postgres is opened; `options` of the address come first, so that ours hold. */
export function postgresLine(url: string) {
  const own = new URL(url).searchParams.get('options') ?? '';
  const address = new URL(url);
  address.searchParams.set('options', [own, ...SERVER_SETTINGS.map((one) => `-c ${one}`)].join(' ').trim());
  return {
    connectionString: address.href,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  } satisfies ClientConfig;
}
