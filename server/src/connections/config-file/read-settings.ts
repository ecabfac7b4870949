import { SECRET_PREFIX, undecryptableText } from '#libs/secret-key';
import type { Opening } from '../../platform/index.js';
import type { Setting } from '../engines/settings/setting.js';
import type { EntryReader } from './entry-reader.js';

/** What the settings of an entry hold; a setting that is not set, or wrong, is undefined. */
export interface SettingsReading {
  readonly values: Readonly<Record<string, unknown>>;
  /** Why a secret cannot be decrypted, by its setting; it keeps its own connection from being opened, and no other one. */
  readonly faults: Readonly<Record<string, string>>;
}

/** Reads settings as their schema describes them; mistakes are reported to the entry. `decrypt` takes `enc:v1:` values. */
export function readSettings(
  entry: EntryReader,
  settings: readonly Setting[],
  decrypt: (sealed: string) => Opening,
): SettingsReading {
  const faults: Record<string, string> = {};
  const values = settings.map((setting) => {
    if (setting.type !== 'secret') return [setting.name, readValue(entry, setting)] as const;
    const { value, fault } = readSecret(entry, setting, decrypt);
    if (fault !== undefined) faults[setting.name] = fault;
    return [setting.name, value] as const;
  });
  return { values: Object.fromEntries(values), faults };
}

function readValue(entry: EntryReader, setting: Setting): unknown {
  const { name, type, choices, range, members } = setting;
  if (type === 'integer') return entry.isSet(name) ? entry.integer(name, range, Number(setting.default)) : undefined;
  if (type === 'choice') return entry.oneOf(name, choices);
  if (type === 'flag') return entry.isSet(name) ? entry.boolean(name, false) : undefined;
  return type === 'group' ? readGroup(entry, name, members) : readText(entry, setting);
}

function readGroup(entry: EntryReader, name: string, members: readonly Setting[]): object | undefined {
  const group = entry.nested(name);
  if (group === undefined) return undefined;
  group.refuseUnknown(
    members.map((member) => member.name),
    `\`${name}\``,
  );
  return Object.fromEntries(members.map((member) => [member.name, readValue(group, member)]));
}

function readText(entry: EntryReader, setting: Setting): string | undefined {
  const { name, isRequired, maxLength } = setting;
  const text = isRequired ? entry.requiredText(name, maxLength) : entry.text(name, maxLength);
  checkPattern(entry, setting, text ?? '');
  return text;
}

function readSecret(
  entry: EntryReader,
  setting: Setting,
  decrypt: (sealed: string) => Opening,
): { value: string | null; fault?: string } {
  const { name } = setting;
  const raw = entry.literal(name);
  if (raw === undefined || raw === '') return { value: null };
  if (!raw.startsWith(SECRET_PREFIX)) return { value: checkedSecret(entry, setting, entry.secretText(name) ?? '') };
  const opening = decrypt(raw);
  if (opening.kind === 'plain') return { value: checkedSecret(entry, setting, opening.text) };
  return { value: null, fault: undecryptableText(`The ${name} of this connection`, opening) };
}

function checkedSecret(entry: EntryReader, setting: Setting, secret: string): string | null {
  checkPattern(entry, setting, secret);
  return secret === '' ? null : secret;
}

function checkPattern(entry: EntryReader, { name, pattern, mismatch }: Setting, text: string): void {
  if (pattern !== null && !pattern.test(text)) entry.report(name, `\`${name}\` ${mismatch ?? 'has a wrong format'}`);
}
