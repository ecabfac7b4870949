import type { SslMode } from '#libs/api';

/** What the settings of a server are when nothing says otherwise. */
export const CONNECTION_DEFAULTS = {
  port: 5432,
  ssl: 'disable' as SslMode,
  sshPort: 22,
  poolMax: 10,
} as const;

/** What a setting may be, in the file and over HTTP alike. Lengths in characters. */
export const CONNECTION_LIMITS = {
  idLength: 64,
  nameLength: 200,
  folderLength: 500,
  hostLength: 255,
  identifierLength: 255,
  passwordLength: 10_000,
  /** A PEM text, or the path of a file. */
  pemLength: 100_000,
  pathLength: 4096,
  dateFormatLength: 100,
  /** Entries under `files`. */
  fileEntries: 500,
  port: { min: 1, max: 65_535 },
  poolMax: { min: 1, max: 100 },
  /** Postgres keeps `statement_timeout` in 32 bits. */
  statementTimeoutMs: { min: 0, max: 2_147_483_647 },
} as const;

/** Settings of all kinds, by their names in the file and on the wire: what a connection is called and looks like. */
export const IDENTIFYING_SETTINGS = ['id', 'name', 'kind', 'colour', 'folder'] as const;

/** Settings of all kinds: what statements may do. */
export const GUARDING_SETTINGS = [
  'read_only',
  'writes',
  'statement_timeout_ms',
  'auto_commit',
  'confirm_destructive',
] as const;

/** A host is shown to everyone who may see the connection; a URL may hold a password. */
export const NO_URL = /^(?![\s\S]*:\/\/)/;

/** One host; the folder of a Unix socket may have a comma in its name. */
export const ONE_HOST = /^(?:\/[\s\S]*|[^,]*)$/;

/** What an id consists of. */
export const CONNECTION_ID = /^[A-Za-z0-9_-]+$/;

/** Whether `id` is 1 to 64 letters, digits, `-` and `_`. */
export function isConnectionId(id: string): boolean {
  return id.length <= CONNECTION_LIMITS.idLength && CONNECTION_ID.test(id);
}

/** Ids that would hide behind a path of the API: `GET /api/connections/kinds`. Paths ignore case. */
export const RESERVED_ID = /^kinds$/i;

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\ud800-\udfff]/u;

/** Whether a text is free of control characters and of halves of surrogate pairs. */
export function isPrintableText(text: string): boolean {
  return !UNPRINTABLE.test(text);
}
