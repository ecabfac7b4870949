import { type ConnectionOptions, getCACertificates } from 'node:tls';
import type { PoolConfig } from 'pg';
import type { PostgresConfig } from '../../connection-config.js';
import type { ServerAddress } from './cancel-request.js';

const APPLICATION_NAME = 'data-workbench';

/** Silence after which the line is tested, so that a server that went away without a word is noticed. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/**
 * The driver's settings for one client of a connection. Nothing here changes how values are printed: the server's own
 * defaults stand, as they do for psql.
 */
export function clientSettings(config: PostgresConfig, connectTimeoutMs: number): PoolConfig {
  const settings: PoolConfig = {
    host: config.host,
    port: config.port,
    database: config.database,
    user: config.user,
    // A function, since the driver would replace an empty password by PGPASSWORD or by an entry of ~/.pgpass.
    password: () => config.password ?? '',
    ssl: tlsOptions(config) ?? false,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
  if (config.statementTimeoutMs > 0) settings.statement_timeout = config.statementTimeoutMs;
  return settings;
}

/** Where cancel requests go, with the same TLS rules as the connection itself. */
export function serverAddress(config: PostgresConfig): ServerAddress {
  return { host: config.host, port: config.port, tls: tlsOptions(config) };
}

/** `require` encrypts without asking who answers, `verify-full` checks chain and host name, as libpq has it. */
function tlsOptions(config: PostgresConfig): ConnectionOptions | null {
  if (config.ssl === 'disable') return null;
  if (config.ssl === 'require') return { rejectUnauthorized: false };
  return { rejectUnauthorized: true, ca: trustedCertificates() };
}

/** The authorities that Node trusts (`NODE_EXTRA_CA_CERTS` among them) and those that the machine trusts. */
function trustedCertificates(): string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}
