import { COLOUR_PRESETS, SSL_MODES } from '#libs/api';
import { draftMistakes } from '#libs/forms';
import type { FieldError } from '#libs/problem';
import { unknownSettings } from './connection-form';
import type { ConnectionField, ConnectionForm, ConnectionFormErrors } from './connection-form';

const MAX_TIMEOUT_SECONDS = 2_147_483;
const MAX_POOL = 100;
const MAX_PORT = 65_535;
const MAX_LENGTHS = {
  name: 200,
  folder: 500,
  host: 255,
  database: 255,
  user: 255,
  path: 4096,
  password: 10_000,
} as const;

/** The fields of the form's kind, in the order in which they are asked for. */
export function fieldsOf({ settings }: ConnectionForm): readonly ConnectionField[] {
  const own = settings.map(({ name }) => FIELDS_BY_POINTER[pointerOf(name)] ?? (`described.${name}` as const));
  return ['name', 'folder', 'id', ...own, 'timeoutSeconds', 'colour'];
}

/** A pointer into the request (RFC 6901) for the name of a setting, in which a dot leads into an object. */
function pointerOf(setting: string): string {
  return `/${setting.replaceAll('.', '/')}`;
}

/** What is wrong with the fields of the form's kind, each with the fix in the sentence. */
export function formErrors(form: ConnectionForm): ConnectionFormErrors {
  const errors: ConnectionFormErrors = {};
  for (const field of fieldsOf(form)) {
    const error = RULES[field]?.(form) ?? null;
    if (error !== null) errors[field] = error;
  }
  for (const [name, error] of Object.entries(
    draftMistakes(unknownSettings(form.settings), form.described, form.kept),
  )) {
    if (error !== null) errors[`described.${name}`] = error;
  }
  return errors;
}

/** The server's complaints at the fields they are about; what belongs to no field comes back as `rest`. */
export function serverErrors(
  errors: readonly FieldError[],
  described: readonly `described.${string}`[] = [],
): { fields: ConnectionFormErrors; rest: string[] } {
  const fields: ConnectionFormErrors = {};
  const rest: string[] = [];
  for (const { pointer, detail } of errors) {
    const field =
      FIELDS_BY_POINTER[pointer] ?? described.find((name) => pointerOf(name.slice('described.'.length)) === pointer);
    if (field) fields[field] ??= sentence(detail);
    else rest.push(sentence(detail));
  }
  return { fields, rest };
}

const FIELDS_BY_POINTER: Readonly<Record<string, ConnectionField>> = {
  '/id': 'id',
  '/name': 'name',
  '/kind': 'kind',
  '/colour': 'colour',
  '/folder': 'folder',
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
  host: (form) =>
    form.host.includes('://')
      ? 'Enter a host name or address, or paste a postgres:// URL.'
      : named(form, form.host, 'A host', 'Enter a host name or address.'),
  id: ({ id }) => (/^[A-Za-z0-9_-]{0,64}$/.test(id.trim()) ? null : 'Use up to 64 letters, digits, - and _.'),
  folder: ({ folder }) => (folder.length > MAX_LENGTHS.folder ? tooLong('A folder', MAX_LENGTHS.folder) : null),
  port: ({ port }) => (isWhole(port, 1, MAX_PORT) ? null : `Enter a port from 1 to ${MAX_PORT}.`),
  database: (form) => named(form, form.database, 'A database', 'Enter the database.'),
  user: (form) => named(form, form.user, 'A user', 'Enter the user.'),
  password: ({ password }) =>
    password.length > MAX_LENGTHS.password ? tooLong('A password', MAX_LENGTHS.password) : null,
  ssl: ({ ssl }) => (SSL_MODES.includes(ssl) ? null : `Choose one of ${SSL_MODES.join(', ')}.`),
  poolMax: ({ poolMax }) => (isWhole(poolMax, 1, MAX_POOL) ? null : `Enter a number from 1 to ${MAX_POOL}.`),
  path: ({ path, settings }) =>
    text(path, 'A path', MAX_LENGTHS.path, settings.find(({ name }) => name === 'path')?.missing ?? 'Enter the path.'),
  timeoutSeconds: ({ timeoutSeconds }) =>
    isSeconds(timeoutSeconds)
      ? null
      : `A limit is a number of seconds up to ${MAX_TIMEOUT_SECONDS.toLocaleString('en')}; leave it empty for none.`,
  colour: ({ colour }) => (isColour(colour) ? null : 'Enter # and six hexadecimal digits, such as #7c3aed.'),
};

/** A part of the login that a service may have in its place. */
function named({ described }: ConnectionForm, value: string, what: string, whenEmpty: string): string | null {
  const hasService = (described['service'] ?? '') !== '';
  return hasService && value.trim() === '' ? null : text(value, what, MAX_LENGTHS.host, whenEmpty);
}

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

function sentence(detail: string): string {
  const start = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
