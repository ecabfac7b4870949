import { COLOUR_PRESETS, SSL_MODES } from '#libs/api';
import type { Connection, ConnectionInput, ConnectionKind, SslMode } from '#libs/api';
import { holdsConnectionUrl } from '#libs/connection-target';
import type { ConnectionUrlFields } from '#libs/connection-target';
import type { FileEncoding } from '#libs/files';
import type { FieldError } from '#libs/problem';

/** What the dialog's fields hold: text as it was typed. */
export interface ConnectionForm {
  kind: ConnectionKind;
  name: string;
  host: string;
  port: string;
  database: string;
  user: string;
  /** What was typed; empty is "leave it as it is" for a connection that has one. */
  password: string;
  /** The stored password is to be taken away. */
  isPasswordRemoved: boolean;
  ssl: SslMode;
  poolMax: string;
  path: string;
  encoding: FileEncoding;
  /** Settings of files that the dialog keeps as they are. */
  files: Pick<ConnectionInput, 'header' | 'date_format' | 'timestamp_format'>;
  readOnly: boolean;
  /** A tab's first statement opens a transaction. */
  isManualCommit: boolean;
  /** Destructive statements need a confirmation. */
  confirmsDestructive: boolean;
  /** In seconds, as a person thinks of it; empty or 0 is no limit. */
  timeoutSeconds: string;
  /** A preset name, `#rrggbb`, or nothing. */
  colour: string;
}

export type ConnectionField = keyof ConnectionForm;
/** A new value of one field. */
export interface ConnectionChange {
  readonly field: ConnectionField;
  readonly value: string | boolean;
}
export type ConnectionFormErrors = Partial<Record<ConnectionField, string>>;

const MAX_TIMEOUT_SECONDS = 2_147_483;
const MAX_POOL = 100;
const MAX_PORT = 65_535;
const MAX_LENGTHS = { name: 200, host: 255, database: 255, user: 255, path: 4096, password: 10_000 } as const;

/** A new connection before anything is typed. */
export function emptyForm(kind: ConnectionKind = 'postgres'): ConnectionForm {
  return {
    kind,
    name: '',
    host: '',
    port: '5432',
    database: '',
    user: '',
    password: '',
    isPasswordRemoved: false,
    ssl: 'disable',
    poolMax: '10',
    path: '',
    encoding: 'auto',
    files: {},
    readOnly: kind === 'files',
    isManualCommit: false,
    confirmsDestructive: true,
    timeoutSeconds: '',
    colour: '',
  };
}

/** A stored connection as the fields show it; its password is never among what the server reports. */
export function formOf(connection: Connection): ConnectionForm {
  const blank = emptyForm(connection.kind);
  return {
    ...blank,
    name: connection.name,
    host: connection.host ?? blank.host,
    port: connection.port === undefined ? blank.port : String(connection.port),
    database: connection.database ?? blank.database,
    user: connection.user ?? blank.user,
    ssl: connection.ssl ?? blank.ssl,
    poolMax: connection.pool === undefined ? blank.poolMax : String(connection.pool.max),
    path: connection.path ?? blank.path,
    encoding: connection.encoding ?? blank.encoding,
    files: fileSettingsOf(connection),
    readOnly: connection.read_only,
    isManualCommit: !connection.auto_commit,
    confirmsDestructive: connection.confirm_destructive,
    timeoutSeconds: connection.statement_timeout_ms === 0 ? '' : String(connection.statement_timeout_ms / 1000),
    colour: connection.colour ?? '',
  };
}

/** What is left out of a request is reset, so all that is known is sent. */
function fileSettingsOf({ header, date_format, timestamp_format }: Connection): ConnectionForm['files'] {
  return {
    ...(header === undefined ? {} : { header }),
    ...(date_format === undefined ? {} : { date_format }),
    ...(timestamp_format === undefined ? {} : { timestamp_format }),
  };
}

/** Another kind keeps what both kinds have, and starts files off as something to look at. */
export function withKind(form: ConnectionForm, kind: ConnectionKind): ConnectionForm {
  return { ...form, kind, readOnly: kind === 'files' };
}

/** The text fields that are shown as they are typed. A URL with a password must never stay in one of them. */
const SHOWN_TEXTS = ['name', 'host', 'port', 'database', 'user', 'path'] as const;

/** The first shown field that holds a connection URL, as typed; null where none does. */
export function shownUrl(form: ConnectionForm): string | null {
  return SHOWN_TEXTS.map((field) => form[field]).find(holdsConnectionUrl) ?? null;
}

/** The form without connection URLs in its shown fields. */
export function withoutUrls(form: ConnectionForm): ConnectionForm {
  const cleared: Partial<ConnectionForm> = {};
  for (const field of SHOWN_TEXTS) if (holdsConnectionUrl(form[field])) cleared[field] = '';
  return { ...form, ...cleared };
}

/** The form filled from a URL. A password of the form is for another target, so only that of the URL stays. */
export function withUrlFields(form: ConnectionForm, fields: ConnectionUrlFields): ConnectionForm {
  const { host = '', port = 5432, database = '', user = '', password = '', ssl = form.ssl } = fields;
  const isPasswordRemoved = form.isPasswordRemoved && password === '';
  return { ...form, kind: 'postgres', host, port: String(port), database, user, password, ssl, isPasswordRemoved };
}

/** The fields of a kind, in the order in which they are asked for. */
export function fieldsOf(kind: ConnectionKind): readonly ConnectionField[] {
  return kind === 'postgres'
    ? ['name', 'host', 'port', 'database', 'user', 'password', 'ssl', 'poolMax', 'timeoutSeconds', 'colour']
    : ['name', 'path', ...(kind === 'files' ? (['encoding'] as const) : []), 'timeoutSeconds', 'colour'];
}

/** What is wrong with the fields of the form's kind, each with the fix in the sentence. */
export function formErrors(form: ConnectionForm): ConnectionFormErrors {
  const errors: ConnectionFormErrors = {};
  for (const field of fieldsOf(form.kind)) {
    const error = RULES[field]?.(form) ?? null;
    if (error !== null) errors[field] = error;
  }
  return errors;
}

/** The request body. Call it on a form without errors. */
export function inputOfForm(form: ConnectionForm): ConnectionInput {
  const shared = {
    name: form.name.trim(),
    kind: form.kind,
    colour: form.colour === '' ? null : form.colour.toLowerCase(),
    read_only: form.readOnly,
    statement_timeout_ms: Math.round(Number(form.timeoutSeconds || 0) * 1000),
    auto_commit: !form.isManualCommit,
    confirm_destructive: form.confirmsDestructive,
  };
  if (form.kind === 'duckdb') return { ...shared, path: form.path.trim() };
  if (form.kind === 'files') return { ...shared, path: form.path.trim(), encoding: form.encoding, ...form.files };
  return {
    ...shared,
    host: form.host.trim(),
    port: Number(form.port),
    database: form.database.trim(),
    user: form.user.trim(),
    ...passwordOf(form),
    ssl: form.ssl,
    pool: { max: Number(form.poolMax) },
  };
}

/** The server's complaints at the fields they are about; what belongs to no field comes back as `rest`. */
export function serverErrors(errors: readonly FieldError[]): { fields: ConnectionFormErrors; rest: string[] } {
  const fields: ConnectionFormErrors = {};
  const rest: string[] = [];
  for (const { pointer, detail } of errors) {
    const field = FIELDS_BY_POINTER[pointer];
    if (field) fields[field] ??= sentence(detail);
    else rest.push(sentence(detail));
  }
  return { fields, rest };
}

const FIELDS_BY_POINTER: Readonly<Record<string, ConnectionField>> = {
  '/id': 'name',
  '/name': 'name',
  '/kind': 'kind',
  '/colour': 'colour',
  '/read_only': 'readOnly',
  '/statement_timeout_ms': 'timeoutSeconds',
  '/auto_commit': 'isManualCommit',
  '/confirm_destructive': 'confirmsDestructive',
  '/host': 'host',
  '/port': 'port',
  '/database': 'database',
  '/user': 'user',
  '/password': 'password',
  '/ssl': 'ssl',
  '/pool': 'poolMax',
  '/pool/max': 'poolMax',
  '/path': 'path',
  '/encoding': 'encoding',
};

type Rule = (form: ConnectionForm) => string | null;

const RULES: Partial<Record<ConnectionField, Rule>> = {
  name: ({ name }) => text(name, 'A name', MAX_LENGTHS.name, 'Enter a name.'),
  host: ({ host }) =>
    host.includes('://')
      ? 'Enter a host name or address, or paste a postgres:// URL.'
      : text(host, 'A host', MAX_LENGTHS.host, 'Enter a host name or address.'),
  port: ({ port }) => (isWhole(port, 1, MAX_PORT) ? null : `Enter a port from 1 to ${MAX_PORT}.`),
  database: ({ database }) => text(database, 'A database', MAX_LENGTHS.database, 'Enter the database.'),
  user: ({ user }) => text(user, 'A user', MAX_LENGTHS.user, 'Enter the user.'),
  password: ({ password }) =>
    password.length > MAX_LENGTHS.password ? tooLong('A password', MAX_LENGTHS.password) : null,
  ssl: ({ ssl }) => (SSL_MODES.includes(ssl) ? null : `SSL is one of ${SSL_MODES.join(', ')}.`),
  poolMax: ({ poolMax }) => (isWhole(poolMax, 1, MAX_POOL) ? null : `Enter a number from 1 to ${MAX_POOL}.`),
  path: ({ path, kind }) =>
    text(
      path,
      'A path',
      MAX_LENGTHS.path,
      kind === 'duckdb' ? 'Enter the path of the database file.' : 'Enter the path of a folder or a SQLite file.',
    ),
  timeoutSeconds: ({ timeoutSeconds }) =>
    isSeconds(timeoutSeconds)
      ? null
      : `A limit is a number of seconds up to ${MAX_TIMEOUT_SECONDS}; leave it empty for none.`,
  colour: ({ colour }) => (isColour(colour) ? null : 'Enter # and six hexadecimal digits, such as #7c3aed.'),
};

function text(value: string, what: string, maxLength: number, whenEmpty: string): string | null {
  if (value.trim() === '') return whenEmpty;
  return value.length > maxLength ? tooLong(what, maxLength) : null;
}

function isColour(colour: string): boolean {
  return colour === '' || (COLOUR_PRESETS as readonly string[]).includes(colour) || /^#[0-9a-f]{6}$/i.test(colour);
}

function tooLong(what: string, maxLength: number): string {
  return `${what} has at most ${maxLength} characters.`;
}

function isWhole(value: string, min: number, max: number): boolean {
  return /^\d{1,9}$/.test(value.trim()) && Number(value) >= min && Number(value) <= max;
}

function isSeconds(value: string): boolean {
  return /^(\d{1,9}(\.\d{1,3})?)?$/.test(value.trim()) && Number(value) <= MAX_TIMEOUT_SECONDS;
}

function passwordOf(form: ConnectionForm): { password?: string | null } {
  if (form.password !== '') return { password: form.password };
  return form.isPasswordRemoved ? { password: null } : {};
}

function sentence(detail: string): string {
  const start = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
