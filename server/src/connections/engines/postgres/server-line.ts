import { type ConnectionOptions, createSecureContext, getCACertificates } from 'node:tls';
import type { PoolConfig } from 'pg';
import type { PostgresConfig } from './config.js';
import type { WorkbenchInstance } from '../connector.js';
import type { ServerAddress } from './cancel-request.js';
import { applicationName } from './leftover-backends.js';
import { readingSocket } from './reading-socket.js';

/** Silence after which the line is tested, so that a server that went away without a word is noticed. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** How the server of a connection is reached. */
export interface ServerLine {
  /** For the driver's clients. */
  readonly settings: PoolConfig;
  /** For requests to cancel, under the same TLS rules. */
  readonly address: ServerAddress;
}

/**
 * Settles how the server of a connection is reached. Nothing in it changes how values are printed: the server's own
 * defaults stand, as they do for psql. Made once per connection, since reading every trusted certificate takes a while.
 */
export function serverLine(
  config: PostgresConfig,
  connectTimeoutMs: number,
  instance: WorkbenchInstance | null = null,
): ServerLine {
  const { host, port } = config;
  const tls = tlsOptions(config);
  const settings: PoolConfig = {
    host,
    port,
    database: config.database,
    user: config.user,
    // A function, since the driver would replace an empty password by PGPASSWORD or by an entry of ~/.pgpass.
    password: () => config.password ?? '',
    ssl: tls ?? false,
    application_name: applicationName(instance),
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
  // TLS reads past a socket's own buffer.
  if (tls === null) settings.stream = readingSocket;
  if (config.statementTimeoutMs > 0) settings.statement_timeout = config.statementTimeoutMs;
  return { settings, address: { host, port, tls } };
}

/** `require` encrypts without asking who answers, `verify-full` checks chain and host name, as libpq has it. */
function tlsOptions(config: PostgresConfig): ConnectionOptions | null {
  if (config.ssl === 'disable') return null;
  if (config.ssl === 'require') return { rejectUnauthorized: false };
  return { rejectUnauthorized: true, secureContext: createSecureContext({ ca: trustedCertificates() }) };
}

/** The authorities that Node trusts (`NODE_EXTRA_CA_CERTS` among them) and those that the machine trusts. */
function trustedCertificates(): string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}
