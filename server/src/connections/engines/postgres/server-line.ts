import { isIP } from 'node:net';
import {
  checkServerIdentity,
  type ConnectionOptions,
  createSecureContext,
  getCACertificates,
  type SecureContext,
} from 'node:tls';
import type { PoolConfig } from 'pg';
import type { PostgresConfig } from './config.js';
import type { TlsSettings } from '../common-config.js';
import { ConnectFailure } from '../connector.js';
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

/** What lies between the workbench and a server. */
export interface ServerWay {
  /** Where a tunnel to it is entered; null for none. */
  readonly endpoint: { readonly host: string; readonly port: number } | null;
  /** The password, looked up for each sign-in; null for none. */
  readonly password: () => Promise<string | null>;
}

/**
 * Settles how the server of a connection is reached. Made once per connection, since reading every trusted certificate
 * takes a while.
 */
export function serverLine(
  config: PostgresConfig,
  connectTimeoutMs: number,
  instance: WorkbenchInstance | null = null,
  way: ServerWay = { endpoint: null, password: () => Promise.resolve(config.password) },
): ServerLine {
  const { host, port } = way.endpoint ?? config;
  const tls = way.endpoint === null ? tlsOptions(config) : tunnelledTls(tlsOptions(config), config.host);
  const settings: PoolConfig = {
    host,
    port,
    database: config.database,
    user: config.user,
    // A function, since the driver would replace an empty password by PGPASSWORD or by an entry of ~/.pgpass.
    password: async () => (await way.password()) ?? '',
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

/**
 * What libpq does: `require` encrypts without asking who answers unless a root certificate is set, `verify-ca` checks who
 * signed the certificate, `verify-full` also checks the host name.
 */
function tlsOptions({ ssl, tls }: PostgresConfig): ConnectionOptions | null {
  if (ssl === 'disable') return null;
  const isChecked = ssl !== 'require' || (tls?.rootCert ?? null) !== null;
  const secureContext = tlsContext(tls, isChecked);
  if (!isChecked) return { rejectUnauthorized: false, ...(secureContext !== null && { secureContext }) };
  const anyName = ssl === 'verify-full' ? {} : { checkServerIdentity: () => undefined };
  return { rejectUnauthorized: true, ...(secureContext !== null && { secureContext }), ...anyName };
}

/** Behind a tunnel the certificate is still that of the server's own name. */
function tunnelledTls(tls: ConnectionOptions | null, host: string): ConnectionOptions | null {
  if (tls === null) return null;
  const name = isIP(host) === 0 && !host.startsWith('/') ? { servername: host } : {};
  return { checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate), ...tls, ...name };
}

/** Null where nothing is to be checked or shown. Throws where certificate and key do not fit. */
function tlsContext(tls: TlsSettings | undefined, isChecked: boolean): SecureContext | null {
  const client = tls?.cert && tls.key ? { cert: tls.cert, key: tls.key } : {};
  if (!isChecked && !('cert' in client)) return null;
  const passphrase = tls?.keyPassword ? { passphrase: tls.keyPassword } : {};
  const ca = isChecked ? { ca: tls?.rootCert ?? trustedCertificates() } : {};
  try {
    return createSecureContext({ ...ca, ...client, ...passphrase });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConnectFailure('connection-tls-failed', `A certificate or the client key cannot be used: ${reason}.`);
  }
}

/** The authorities that Node trusts (`NODE_EXTRA_CA_CERTS` among them) and those that the machine trusts. */
function trustedCertificates(): string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}
