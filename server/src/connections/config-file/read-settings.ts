import { SECRET_PREFIX, undecryptableText } from '#libs/secret-key';
import type { Opening } from '../../platform/index.js';
import type { Setting } from '../engines/settings/setting.js';
import type { EntryReader } from './entry-reader.js';

/** What the settings of an entry hold, unchecked; a setting that is not set is left out. */
export interface SettingsReading {
  readonly values: Readonly<Record<string, unknown>>;
  /** Why a secret cannot be decrypted, by its setting; it keeps its own connection from being opened, and no other one. */
  readonly faults: Readonly<Record<string, string>>;
}

/**
 * Reads settings as YAML has them, with variables in place; what cannot be read is reported to the entry. `decrypt` takes
 * `enc:v1:` values.
 */
export function readSettings(
  entry: EntryReader,
  settings: readonly Setting[],
  decrypt: (sealed: string) => Opening,
): SettingsReading {
  const faults: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  for (const setting of settings.filter(({ name }) => entry.isSet(name))) {
    if (setting.type !== 'secret') values[setting.name] = readValue(entry, setting);
    else {
      const { value, fault } = readSecret(entry, setting, decrypt);
      values[setting.name] = value;
      if (fault !== undefined) faults[setting.name] = fault;
    }
  }
  return { values, faults };
}

function readValue(entry: EntryReader, { name, type, members, isLiteral, entry: owner }: Setting): unknown {
  if (type === 'integer') return entry.number(name);
  if (type === 'flag') return entry.flag(name);
  if (type === 'group') return readMembers(entry.nested(name), members, `\`${name}\``);
  if (type !== 'map')
    return isLiteral === true ? entry.literal(name) : entry.text(name, { isSecret: type === 'secret' });
  const maps = entry.nested(name)?.nestedMaps() ?? [];
  const ownerText = owner ?? `\`${name}\``;
  return Object.fromEntries(maps.map(([key, map]) => [key, readMembers(map, members, ownerText)]));
}

function readMembers(group: EntryReader | undefined, members: readonly Setting[], owner: string): object | undefined {
  if (group === undefined) return undefined;
  group.refuseUnknown(
    members.map((member) => member.name),
    owner,
  );
  const set = members.filter(({ name }) => group.isSet(name));
  return Object.fromEntries(set.map((member) => [member.name, readValue(group, member)]));
}

function readSecret(
  entry: EntryReader,
  { name }: Setting,
  decrypt: (sealed: string) => Opening,
): { value: string | null; fault?: string } {
  const raw = entry.literal(name) ?? '';
  if (!raw.startsWith(SECRET_PREFIX)) return { value: textOrNull(entry.text(name, { isSecret: true })) };
  const opening = decrypt(raw);
  if (opening.kind === 'plain') return { value: textOrNull(opening.text) };
  return { value: null, fault: undecryptableText(`The ${name} of this connection`, opening) };
}

function textOrNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
