import type { Connection, ConnectionInput, ConnectionKind, ConnectionKindInfo, SslMode } from '#libs/api';
import { holdsConnectionUrl } from '#libs/connection-target';
import type { ConnectionUrlFields } from '#libs/connection-target';
import type { FileEncoding } from '#libs/files';
import type { FormField } from '#libs/forms';

/** What the dialog's fields hold: text as it was typed. */
export interface ConnectionForm {
  kind: ConnectionKind;
  /** The settings of the kind, in the order in which they are asked for. */
  settings: readonly FormField[];
  /** What was typed for settings that only their description is known of, by their names; `true` is a switch that is on. */
  described: Readonly<Record<string, string>>;
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

export type ConnectionField = Exclude<keyof ConnectionForm, 'settings' | 'described'> | `described.${string}`;
/** A new value of one field. */
export interface ConnectionChange {
  readonly field: ConnectionField;
  readonly value: string | boolean;
}
export type ConnectionFormErrors = Partial<Record<ConnectionField, string>>;

/** A new connection before anything is typed. */
export function emptyForm({ kind, settings, read_only_default: readOnly }: ConnectionKindInfo): ConnectionForm {
  return {
    kind,
    settings,
    described: {},
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
    readOnly,
    isManualCommit: false,
    confirmsDestructive: true,
    timeoutSeconds: '',
    colour: '',
  };
}

/** A stored connection as the fields show it; its password is never among what the server reports. */
export function formOf(connection: Connection, info: ConnectionKindInfo): ConnectionForm {
  const blank = emptyForm(info);
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
    described: describedOf(connection, info),
    files: fileSettingsOf(connection),
    readOnly: connection.read_only,
    isManualCommit: !connection.auto_commit,
    confirmsDestructive: connection.confirm_destructive,
    timeoutSeconds: connection.statement_timeout_ms === 0 ? '' : String(connection.statement_timeout_ms / 1000),
    colour: connection.colour ?? '',
  };
}

/** The settings that have fields of their own; fields of others are drawn from their description. */
const OWN_FIELDS = ['host', 'port', 'database', 'user', 'password', 'ssl', 'pool.max', 'path', 'encoding'];

/** The settings of a kind that are drawn from their description. */
export function describedSettings({ settings }: Pick<ConnectionForm, 'settings'>): FormField[] {
  return settings.filter(({ name }) => !OWN_FIELDS.includes(name));
}

function describedOf(connection: Connection, info: ConnectionKindInfo): Record<string, string> {
  const values = describedSettings(info).map(({ name }) => {
    const value = name.split('.').reduce<unknown>((part, key) => memberOf(part, key), connection);
    return [name, ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''] as const;
  });
  return Object.fromEntries(values);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : undefined;
}

/** What is left out of a request is reset, so all that is known is sent. */
function fileSettingsOf({ header, date_format, timestamp_format }: Connection): ConnectionForm['files'] {
  return {
    ...(header === undefined ? {} : { header }),
    ...(date_format === undefined ? {} : { date_format }),
    ...(timestamp_format === undefined ? {} : { timestamp_format }),
  };
}

/** The form with another value in a field. */
export function withValue(form: ConnectionForm, field: ConnectionField, value: string | boolean): ConnectionForm {
  const [first, ...rest] = field.split('.');
  if (first !== 'described') return { ...form, [field]: value };
  return { ...form, described: { ...form.described, [rest.join('.')]: String(value) } };
}

/** Another kind keeps what both kinds have, and is read-only at first where that is its default. */
export function withKind(
  form: ConnectionForm,
  { kind, settings, read_only_default: readOnly }: ConnectionKindInfo,
): ConnectionForm {
  return { ...form, kind, settings, readOnly };
}

/** Whether the kind of the form has a setting. */
export function hasSetting({ settings }: Pick<ConnectionForm, 'settings'>, name: string): boolean {
  return settings.some((setting) => setting.name === name);
}

/** Whether connection URLs lead to connections of a kind. */
export function takesUrls(settings: readonly FormField[]): boolean {
  return hasSetting({ settings }, 'host');
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
  return { ...form, host, port: String(port), database, user, password, ssl, isPasswordRemoved };
}
