import type { ConnectionInput } from '#libs/api';
import { normalFolder } from '#libs/connection-folders';
import { settingsOf, shownFields } from '#libs/forms';
import type { FormField } from '#libs/forms';
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
