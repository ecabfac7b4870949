import { SSL_MODES } from '../api/index.js';
import type { SslMode } from '../api/index.js';

export * from './connection-url.js';
export { SETTINGS_OF_URLS } from './url-settings.js';

/** Where a connection goes, and as whom: all that decides who gets to see its password. */
export interface ConnectionTarget {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly ssl: SslMode;
  /** The service whose file names the rest; null or left out for none. */
  readonly service?: string | null;
  /** `user@host:port` of the SSH server that the way leads through; null or left out for none. */
  readonly tunnel?: string | null;
}

/**
 * Whether a password that is stored for one target may be used with another: only for the same server, database and user,
 * and never with less protection on the way.
 */
export function mayReusePassword(stored: ConnectionTarget, wanted: ConnectionTarget): boolean {
  const isSamePlace =
    wanted.host === stored.host &&
    wanted.port === stored.port &&
    wanted.database === stored.database &&
    wanted.user === stored.user &&
    (wanted.service ?? null) === (stored.service ?? null) &&
    (wanted.tunnel ?? null) === (stored.tunnel ?? null);
  return isSamePlace && SSL_MODES.indexOf(wanted.ssl) >= SSL_MODES.indexOf(stored.ssl);
}

/** A target in one line for the audit, without any secret: `ann@db.example:5432/shop (ssl require)`. */
export function targetText({ host, port, database, user, ssl, service, tunnel }: ConnectionTarget): string {
  const more = [`ssl ${ssl}`, ...(service ? [`service ${service}`] : []), ...(tunnel ? [`by ssh ${tunnel}`] : [])];
  return `${user}@${host}:${port}/${database} (${more.join(', ')})`;
}
