import { SSL_MODES } from '../api/index.js';
import type { SslMode } from '../api/index.js';
import { SYSTEM, URL_SETTINGS, urlSettings } from './url-settings.js';

/** The parts of a connection URL, decoded. A part that the URL does not name is left out. */
export interface ConnectionUrlFields {
  /** A name, an address without brackets, or the folder of a Unix socket. */
  readonly host?: string;
  readonly port?: number;
  readonly database?: string;
  readonly user?: string;
  readonly password?: string;
  readonly ssl?: SslMode;
  /** Further settings of a connection, by their names: paths of certificates, a service. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * `none`: the text holds no connection URL. `refused`: it holds one that cannot be taken over, with the reason; no
 * sentence and no note repeats a part of the URL that may be a password.
 */
export type ConnectionUrlReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'read'; readonly fields: ConnectionUrlFields; readonly notes: readonly string[] };

const SCHEME = /(?:jdbc:)?postgres(?:ql)?(?:\+\w+)?:\/\//i;
const WHOLE = new RegExp(`^["'\`]?${SCHEME.source}`, 'i');
const INSIDE = new RegExp(`${SCHEME.source}[^\\s"'\`<>]*`, 'i');

/** Parameters that a connection has no setting for; only these are named, an unknown one may be a part of a password. */
const KNOWN_PARAMETERS = new Set(
  `application_name channel_binding client_encoding connect_timeout fallback_application_name gssencmode gsslib hostaddr
  keepalives keepalives_count keepalives_idle keepalives_interval krbsrvname load_balance_hosts options passfile
  replication require_auth requiressl service sslcert sslcompression sslcrl sslcrldir sslkey sslpassword
  sslrootcert sslsni target_session_attrs tcp_user_timeout currentSchema binaryTransfer pgbouncer schema`.split(/\s+/),
);
const SSL: Readonly<Record<string, SslMode>> = {
  disable: 'disable',
  allow: 'require',
  prefer: 'require',
  require: 'require',
  'verify-ca': 'verify-ca',
  'verify-full': 'verify-full',
};
const AMBIGUOUS =
  'The URL could not be read. Write special characters in the password percent-encoded, for example %2F for / and %3F for ?, and paste it again.';

/** True for a text that holds a connection URL of Postgres, and therefore perhaps a password. */
export function holdsConnectionUrl(text: string): boolean {
  return SCHEME.test(text);
}

/**
 * Reads a Postgres connection URL as libpq does (`postgres://`, `postgresql://`), also with a driver's name or `jdbc:`
 * in front, in quotes, or inside a line such as `DATABASE_URL=…`. Raw `@` and `#` in a password are read as well.
 */
export function readConnectionUrl(text: string): ConnectionUrlReading {
  const url = urlIn(text);
  if (url === null) return { kind: 'none' };
  try {
    return readParts(url.replace(SCHEME, ''), /^jdbc:/i.test(url));
  } catch (failure) {
    if (failure instanceof UrlRefusal) return { kind: 'refused', sentence: failure.message };
    throw failure;
  }
}

class UrlRefusal extends Error {}

function urlIn(text: string): string | null {
  const trimmed = text.trim();
  if (WHOLE.test(trimmed)) return trimmed.replace(/^["'`]|["'`]$/g, '');
  return INSIDE.exec(trimmed)?.[0] ?? null;
}

function readParts(rest: string, isJdbc: boolean): ConnectionUrlReading {
  const [, authority = '', path = '', query = ''] = /^([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/s.exec(rest) ?? [];
  const at = authority.lastIndexOf('@');
  // Without credentials in front, an @ further on means that a password holds a raw / or ?.
  if (at === -1 && path.includes('@')) throw new UrlRefusal(AMBIGUOUS);
  const [login, place] = at === -1 ? ['', authority] : [authority.slice(0, at), authority.slice(at + 1)];
  const parameters = parametersOf(query, at !== -1);
  const places = place.split(',');
  const { host, port } = placeOf(places[0] ?? '');
  for (const other of places.slice(1)) placeOf(other);
  const user = parameters.get('user') ?? decoded(login.split(':', 1)[0] ?? '');
  const password = parameters.get('password') ?? decoded(login.slice(login.split(':', 1)[0]?.length).slice(1));
  const database = parameters.get('dbname') ?? decoded(path);
  const ssl = sslOf(parameters, isJdbc);
  const named = parameters.get('host') ?? (host === '' ? parameters.get('hostaddr') : undefined);
  const hosts = named === undefined && places.length > 1 ? places : (named ?? host).split(',');
  const fields = {
    host: named === undefined ? host : (hosts[0] ?? ''),
    port: portOf((parameters.get('port') ?? port).split(',', 1)[0] ?? ''),
    // As libpq does: without a database it is the one named like the user.
    database: database === '' ? user : database,
    user,
    password,
    ssl: ssl.mode,
  };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  const { settings, notes } = urlSettings(parameters);
  const more = Object.keys(settings).length === 0 ? {} : { settings };
  const hostNotes = hosts.length > 1 ? [oneHostNote(hosts.length)] : [];
  return {
    kind: 'read',
    fields: { ...Object.fromEntries(given), ...more },
    notes: [...hostNotes, ...ssl.notes, ...notes, ...ignoredNotes(parameters, host)],
  };
}

function oneHostNote(count: number): string {
  return `Only the first of ${count} hosts is used. The workbench does not switch to another one when it fails or is a standby.`;
}

function placeOf(place: string): { host: string; port: string } {
  const found = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::([^:]*))?$/.exec(place);
  if (found === null) throw new UrlRefusal(AMBIGUOUS);
  const [, bracketed, bare = '', port = ''] = found;
  return { host: decoded(bracketed ?? bare), port: decoded(port) };
}

function portOf(text: string): number {
  if (text === '') return 5432;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new UrlRefusal(AMBIGUOUS);
  return port;
}

function parametersOf(query: string, hasLogin: boolean): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of query.split('&').filter((part) => part !== '')) {
    const [, name, value = ''] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
    if (name === undefined) throw new UrlRefusal(AMBIGUOUS);
    const key = decoded(name);
    if (!hasLogin && value.includes('@') && !USED.has(key)) throw new UrlRefusal(AMBIGUOUS);
    parameters.set(key, decoded(value));
  }
  return parameters;
}

const USED = new Set(['host', 'port', 'dbname', 'user', 'password', 'sslmode', 'ssl', ...URL_SETTINGS]);

/**
 * Modes that a connection lacks become stricter ones. As in libpq, `ssl=true` is `sslmode=require`, and the authorities of
 * the machine are for `verify-full` only; in JDBC, `ssl=true` is `verify-full`. Certificates are for a connection with TLS.
 */
function sslOf(
  parameters: ReadonlyMap<string, string>,
  isJdbc: boolean,
): { mode: SslMode | undefined; notes: string[] } {
  const written = parameters.get('sslmode') ?? (asksForSsl(parameters, isJdbc) ? jdbcMode(isJdbc) : undefined);
  const mode = written !== undefined && Object.hasOwn(SSL, written) ? SSL[written] : undefined;
  if (written !== undefined && mode === undefined)
    return { mode, notes: ['The sslmode of the URL is unknown; choose one under SSL.'] };
  const least = leastMode(parameters, mode);
  if (least !== null && SSL_MODES.indexOf(least) > SSL_MODES.indexOf(mode ?? 'disable'))
    return { mode: least, notes: [`SSL is set to ${least}, since the URL names a root certificate.`] };
  const notes = mode === written ? [] : [`SSL is set to ${mode}, since there is no ${written}.`];
  return { mode, notes };
}

function asksForSsl(parameters: ReadonlyMap<string, string>, isJdbc: boolean): boolean {
  const ssl = parameters.get('ssl')?.toLowerCase();
  return ssl === 'true' || (isJdbc && ssl === '');
}

function jdbcMode(isJdbc: boolean): string {
  return isJdbc ? 'verify-full' : 'require';
}

/** What a root certificate asks for at least, which `sslmode=disable` turns off; null for nothing. */
function leastMode(parameters: ReadonlyMap<string, string>, mode: SslMode | undefined): SslMode | null {
  const certificate = parameters.get('sslrootcert') ?? '';
  if (certificate === '' || mode === 'disable') return null;
  return certificate === SYSTEM ? 'verify-full' : 'require';
}

function ignoredNotes(parameters: ReadonlyMap<string, string>, host: string): string[] {
  const ignored = [...parameters.keys()].filter(
    (name) => !USED.has(name) && !(name === 'hostaddr' && host === '' && !parameters.has('host')),
  );
  if (ignored.length === 0) return [];
  const named = ignored.filter((name) => KNOWN_PARAMETERS.has(name));
  const others = ignored.length > named.length ? ['other parameters'] : [];
  return [`Not taken over: ${[...named, ...others].join(', ')}.`];
}

function decoded(part: string): string {
  let text: string;
  try {
    text = decodeURIComponent(part);
  } catch {
    throw new UrlRefusal(AMBIGUOUS);
  }
  if (text.includes('\0')) throw new UrlRefusal(AMBIGUOUS);
  return text;
}
