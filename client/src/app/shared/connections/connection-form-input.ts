import type { Connection, ConnectionInput, ConnectionUpdate } from '#libs/api';
import { normalFolder } from '#libs/connection-folders';
import { settingsOf, shownFields } from '#libs/forms';
import type { FormField } from '#libs/forms';
import { KEEPS_SESSIONS } from '#libs/sessions';
import { unknownSettings } from './connection-form';
import type { ConnectionForm } from './connection-form';

/** The request body. Call it on a form without errors. */
export function inputOfForm(form: ConnectionForm): ConnectionInput {
  const shared = {
    name: form.name.trim(),
    kind: form.kind,
    colour: form.colour === '' ? null : form.colour.toLowerCase(),
    folder: normalFolder(form.folder),
    read_only: form.readOnly,
    ...laneOf(form),
    statement_timeout_ms: Math.round(Number(form.timeoutSeconds || 0) * 1000),
    auto_commit: !form.isManualCommit,
    confirm_destructive: form.confirmsDestructive,
  };
  const own = form.settings.map(({ name }) => VALUES[name]?.(form) ?? {});
  return Object.assign(shared, form.files, ...own, describedValues(form)) as ConnectionInput;
}

/** Settings that a typed secret is sent with: it was typed for that server, wherever the connection leads by now. */
const PLACE = ['host', 'port', 'database', 'user', 'ssl', 'service', 'ssh', 'ssh_host', 'ssh_port', 'ssh_user'];

/** What a form changes of the connection that it began with: what another person has changed since stays. */
export function updateOfForm(form: ConnectionForm, began: ConnectionForm, { id }: Connection): ConnectionUpdate {
  const [input, before] = [inputOfForm(form), inputOfForm(began)];
  const values = Object.entries(input);
  const secrets = form.settings.filter(({ type }) => type === 'secret').map(({ name }) => name);
  const hasSecret = values.some(([name, value]) => secrets.includes(name) && value !== null);
  const differs = ([name, value]: [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)) || (hasSecret && PLACE.includes(name));
  return { ...Object.fromEntries(values.filter(differs)), id, kind: form.kind };
}

/** What a change leaves the sessions of its connection alone with: no engine acts on it. */
const KEPT: ReadonlySet<string> = new Set(['id', 'kind', ...Object.values(KEEPS_SESSIONS)]);

/** Whether a change ends the sessions of its connection. */
export function endsSessions(change: ConnectionUpdate | null): boolean {
  return Object.keys(change ?? {}).some((name) => !KEPT.has(name));
}

/** What is left out stays; read-only needs no lane, and neither does what has no reviews. */
function laneOf({ readOnly, isReviewed, hasChangeSets }: ConnectionForm): Pick<ConnectionInput, 'writes'> {
  if (readOnly || !(isReviewed || hasChangeSets)) return {};
  return { writes: isReviewed ? 'review' : 'direct' };
}

/** The settings that only their description is known of; a dot in a name leads into an object. */
function describedValues({ settings, described, removed }: ConnectionForm): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const isCleared = ({ name, type, required }: FormField): boolean =>
    type === 'secret' ? removed.includes(name) : required !== true && !name.includes('.');
  for (const field of shownFields(unknownSettings(settings), described))
    if (isCleared(field)) values[field.name] = null;
  for (const [name, value] of Object.entries(settingsOf(unknownSettings(settings), described))) {
    const [first = name, member] = name.split('.');
    values[first] = member === undefined ? value : { ...(values[first] as object | undefined), [member]: value };
  }
  return values;
}

/** What each setting sends. */
const VALUES: Readonly<Record<string, (form: ConnectionForm) => Partial<ConnectionInput>>> = {
  host: ({ host }) => ({ host: host.trim() }),
  port: ({ port }) => ({ port: Number(port) }),
  database: ({ database }) => ({ database: database.trim() }),
  user: ({ user }) => ({ user: user.trim() }),
  password: passwordOf,
  ssl: ({ ssl }) => ({ ssl }),
  'pool.max': ({ poolMax }) => ({ pool: { max: Number(poolMax) } }),
  path: ({ path }) => ({ path: path.trim() }),
  encoding: ({ encoding }) => ({ encoding }),
};

function passwordOf(form: ConnectionForm): { password?: string | null } {
  if (form.password !== '') return { password: form.password };
  return form.isPasswordRemoved ? { password: null } : {};
}
