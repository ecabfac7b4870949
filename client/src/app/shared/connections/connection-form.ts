import type { Connection, ConnectionInput, ConnectionKind, ConnectionKindInfo, SslMode } from '#libs/api';
import { SETTINGS_OF_URLS, holdsConnectionUrl } from '#libs/connection-target';
import type { ConnectionUrlFields } from '#libs/connection-target';
import type { FileEncoding } from '#libs/files';
import { changedDraft, draftOf, newDraft } from '#libs/forms';
import type { FormDraft, FormField } from '#libs/forms';

/** What the dialog's fields hold: text as it was typed. */
export interface ConnectionForm {
  kind: ConnectionKind;
  /** The settings of the kind, in the order in which they are asked for. */
  settings: readonly FormField[];
  /** What was typed for settings that only their description is known of. */
  described: FormDraft;
  /** The described secrets that are stored. */
  kept: readonly string[];
  /** Those of them that are to be taken away. */
  removed: readonly string[];
  name: string;
  /** Of a new connection; empty for one of its name. */
  id: string;
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
  /** Writes wait for the approval of another person. */
  isReviewed: boolean;
  /** Its kind takes change sets, by which writes are reviewed. */
  hasChangeSets: boolean;
  /** A tab's first statement opens a transaction. */
  isManualCommit: boolean;
  /** Destructive statements need a confirmation. */
  confirmsDestructive: boolean;
  /** In seconds, as a person thinks of it; empty or 0 is no limit. */
  timeoutSeconds: string;
  /** A preset name, `#rrggbb`, or nothing. */
  colour: string;
  /** Folders with `/` between them, or nothing. */
  folder: string;
}

export type ConnectionField =
  | Exclude<keyof ConnectionForm, 'settings' | 'described' | 'kept' | 'removed' | 'hasChangeSets'>
  | `described.${string}`;
/** A new value of one field. */
export interface ConnectionChange {
  readonly field: ConnectionField;
  readonly value: string | boolean;
}
export type ConnectionFormErrors = Partial<Record<ConnectionField, string>>;

/** A new connection before anything is typed. */
export function emptyForm({
  kind,
  settings,
  capabilities,
  read_only_default: readOnly,
}: ConnectionKindInfo): ConnectionForm {
  return {
    kind,
    settings,
    described: newDraft(unknownSettings(settings)),
    kept: [],
    removed: [],
    name: '',
    id: '',
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
    isReviewed: false,
    hasChangeSets: capabilities.change_sets,
    isManualCommit: false,
    confirmsDestructive: true,
    timeoutSeconds: '',
    colour: '',
    folder: '',
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
    described: draftOf(unknownSettings(info.settings), flatSettings(connection, info)),
    kept: keptSecrets(connection, info),
    files: fileSettingsOf(connection),
    readOnly: connection.read_only,
    isReviewed: connection.writes === 'review',
    isManualCommit: !connection.auto_commit,
    confirmsDestructive: connection.confirm_destructive,
    timeoutSeconds: connection.statement_timeout_ms === 0 ? '' : String(connection.statement_timeout_ms / 1000),
    colour: connection.colour ?? '',
    folder: connection.folder ?? '',
  };
}

/** The settings of a server, which the dialog lays out itself; fields of others are drawn from their description. */
const SERVER_SETTINGS = ['host', 'port', 'database', 'user', 'password', 'ssl', 'pool.max'];
/** Described settings that the form knows by their names. */
const KNOWN_SETTINGS = ['path', 'encoding'] as const;

/** The settings of a kind that are drawn from their description. */
export function describedSettings({ settings }: Pick<ConnectionForm, 'settings'>): FormField[] {
  return settings.filter(({ name }) => !SERVER_SETTINGS.includes(name));
}

/** Those of them that only their description is known of. */
export function unknownSettings(settings: readonly FormField[]): FormField[] {
  return describedSettings({ settings }).filter(({ name }) => !isKnown(name));
}

function isKnown(name: string): name is (typeof KNOWN_SETTINGS)[number] {
  return KNOWN_SETTINGS.some((known) => known === name);
}

/** The field of the form that holds a described setting. */
export function fieldOfSetting(name: string): ConnectionField {
  return isKnown(name) ? name : `described.${name}`;
}

/** What was typed for the described settings. */
export function settingsDraft({ described, path, encoding }: ConnectionForm): FormDraft {
  return { ...described, path, encoding };
}

/** The described settings of a connection; a dot in a name leads into an object. */
function flatSettings(connection: Connection, { settings }: ConnectionKindInfo): Record<string, unknown> {
  const valueOf = (name: string): unknown => name.split('.').reduce<unknown>(memberOf, connection);
  return Object.fromEntries(settings.map(({ name }) => [name, valueOf(name)]));
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : undefined;
}

/** The server says of a secret only whether there is one: `password_set`. */
function keptSecrets(connection: Connection, { settings }: ConnectionKindInfo): string[] {
  const isKept = (name: string): boolean => Reflect.get(connection, `${name}_set`) === true;
  return unknownSettings(settings).flatMap(({ name, type }) => (type === 'secret' && isKept(name) ? [name] : []));
}

/** A test of unsaved settings resets what is left out, so all that is known is sent. */
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
  const described = changedDraft(unknownSettings(form.settings), form.described, rest.join('.'), value);
  return { ...form, described };
}

/** The form with a stored secret marked as to be taken away, or not. */
export function withRemoval(form: ConnectionForm, name: string, isRemoved: boolean): ConnectionForm {
  const others = form.removed.filter((one) => one !== name);
  return { ...withValue(form, `described.${name}`, ''), removed: isRemoved ? [...others, name] : others };
}

/** A heading of the form and the settings under it; null is no heading. */
export interface SettingSection {
  readonly heading: string | null;
  readonly fields: readonly FormField[];
}

/** The settings that are drawn from their description, by their headings. */
export function settingSections(form: Pick<ConnectionForm, 'settings'>): SettingSection[] {
  const fields = describedSettings(form);
  const headings = [...new Set(fields.map(({ section }) => section ?? null))];
  return headings.map((heading) => ({
    heading,
    fields: fields.filter(({ section }) => (section ?? null) === heading),
  }));
}

/** Another kind keeps what both kinds have, and is read-only at first where that is its default. */
export function withKind(
  form: ConnectionForm,
  { kind, settings, capabilities, read_only_default: readOnly }: ConnectionKindInfo,
): ConnectionForm {
  const described = { ...newDraft(unknownSettings(settings)), ...form.described };
  return { ...form, kind, settings, hasChangeSets: capabilities.change_sets, readOnly, described };
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
const SHOWN_TEXTS = ['name', 'id', 'folder', 'host', 'port', 'database', 'user', 'path'] as const;

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

/** The form filled from a URL. A password or a certificate of the form is for another target, so only those of the URL stay. */
export function withUrlFields(form: ConnectionForm, fields: ConnectionUrlFields): ConnectionForm {
  const { host = '', port = 5432, database = '', user = '', password = '', ssl = form.ssl, settings = {} } = fields;
  const isPasswordRemoved = form.isPasswordRemoved && password === '';
  const cleared = Object.fromEntries(
    SETTINGS_OF_URLS.filter((name) => name in form.described).map((name) => [name, '']),
  );
  const described = { ...form.described, ...cleared, ...settings };
  return { ...form, host, port: String(port), database, user, password, ssl, isPasswordRemoved, described };
}

/** What is said where a URL names no mode of TLS, the form has it off and the host is another machine: libpq would try it. */
export function sslNotes({ ssl, host }: ConnectionForm, fields: ConnectionUrlFields): string[] {
  const isNear = /^(?:$|\/|localhost$|127\.|::1$)/i.test(host);
  return fields.ssl === undefined && ssl === 'disable' && !isNear ? ['The URL has no sslmode, so SSL is off.'] : [];
}
