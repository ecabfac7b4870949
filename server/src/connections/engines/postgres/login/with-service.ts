import { join } from 'node:path';
import { SSL_MODES } from '#libs/api';
import type { SslMode } from '#libs/api';
import { readService } from '#libs/libpq-files';
import type { ServiceSettings } from '#libs/libpq-files';
import { readRegularFile } from '../../../../platform/index.js';
import { CONNECTION_DEFAULTS } from '../../../connection-rules.js';
import type { Account } from '../../account.js';
import { ConnectFailure } from '../../connector.js';
import { nonEmpty } from '../../settings/non-empty.js';
import type { PostgresConfig } from '../config.js';
import { MAX_ACCOUNT_FILE_BYTES } from './max-account-file-bytes.js';

const FILES_OFF =
  'Services are read from the files of the account that the workbench runs as, which WORKBENCH_ACCOUNT_FILES does not allow.';

/** Modes of libpq that use TLS only if they must; the workbench has no such mode and takes the next stricter one. */
const IF_POSSIBLE = ['allow', 'prefer'];

/** A connection with its empty settings filled in by its service. Throws `ConnectFailure`. */
export async function withService(config: PostgresConfig, account: Account | null): Promise<PostgresConfig> {
  if (config.service === undefined) return config;
  if (account === null) throw new ConnectFailure('connection-unusable', FILES_OFF);
  const service = await findService(config.service, account);
  const isOwnHost = config.host !== '';
  const host = isOwnHost ? config.host : (nonEmpty(service.host) ?? nonEmpty(service.hostaddr) ?? 'localhost');
  if (!isOwnHost) requireOneHost(config.service, host, service.port);
  const user = nonEmpty(config.user) ?? nonEmpty(service.user) ?? account.env.USER ?? '';
  return {
    ...config,
    ...{ host, user, database: nonEmpty(config.database) ?? nonEmpty(service.dbname) ?? user },
    port: isOwnHost ? config.port : portOf(service.port),
    password: config.password ?? service.password ?? null,
    ssl: stricter(config.ssl, modeOf(config.service, service, config.tls?.rootCert ?? null)),
    ...withCertificates(config, service),
  };
}

/** The files of the account and then of the system, as libpq looks for them. */
async function findService(name: string, { env, home }: Account): Promise<ServiceSettings> {
  const system = env.PGSYSCONFDIR ? [join(env.PGSYSCONFDIR, 'pg_service.conf')] : [];
  for (const path of [nonEmpty(env.PGSERVICEFILE) ?? join(home, '.pg_service.conf'), ...system]) {
    const text = await readRegularFile(path, MAX_ACCOUNT_FILE_BYTES).catch(() => null);
    const reading = text === null ? null : readService(text, name);
    if (reading?.kind === 'found') return reading.settings;
    if (reading?.kind === 'malformed') {
      throw new ConnectFailure('connection-unusable', `Line ${reading.line} of the service file is not a setting.`);
    }
  }
  throw new ConnectFailure(
    'connection-unusable',
    `The service file has no service "${name}". Add it, or change the service of the connection.`,
  );
}

/** The folder of a socket may have a comma in its name. */
function requireOneHost(name: string, host: string, port = ''): void {
  const hosts = host.startsWith('/') ? 1 : host.split(',').length;
  const count = Math.max(hosts, port.split(',').length);
  if (count > 1) throw new ConnectFailure('connection-unusable', severalHosts(name, count));
}

function severalHosts(name: string, count: number): string {
  return `The service "${name}" names ${count} hosts. The workbench does not switch to another one when it fails or is a standby. Name one host in the service file, or enter the host in the connection.`;
}

function portOf(text: string | undefined): number {
  const port = Number(text ?? '');
  return Number.isInteger(port) && port > 0 && port <= 65_535 ? port : CONNECTION_DEFAULTS.port;
}

/** The mode that a service asks for. As with libpq, the system's root certificates are for a full check. */
function modeOf(name: string, { sslmode, sslrootcert }: ServiceSettings, ownRootCert: string | null): SslMode {
  if (sslrootcert === 'system' && ownRootCert === null) return 'verify-full';
  if (sslmode === undefined || sslmode === '') return 'disable';
  const mode = IF_POSSIBLE.includes(sslmode) ? 'require' : sslmode;
  const known = SSL_MODES.find((one) => one === mode);
  if (known === undefined) throw new ConnectFailure('connection-unusable', unknownMode(name, sslmode));
  return known;
}

function unknownMode(name: string, sslmode: string): string {
  return `The sslmode "${sslmode}" of the service "${name}" is not one of ${[...IF_POSSIBLE, ...SSL_MODES].join(', ')}.`;
}

function stricter(own: SslMode, named: SslMode): SslMode {
  return SSL_MODES[Math.max(SSL_MODES.indexOf(own), SSL_MODES.indexOf(named))] ?? own;
}

function withCertificates({ tls }: PostgresConfig, service: ServiceSettings): Pick<PostgresConfig, 'tls'> {
  const named = {
    rootCert: tls?.rootCert ?? (service.sslrootcert === 'system' ? null : service.sslrootcert) ?? null,
    cert: tls?.cert ?? service.sslcert ?? null,
    key: tls?.key ?? service.sslkey ?? null,
    keyPassword: tls?.keyPassword ?? service.sslpassword ?? null,
  };
  return Object.values(named).every((value) => value === null) ? {} : { tls: named };
}
