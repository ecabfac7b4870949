import { isDeepStrictEqual } from 'node:util';
import type { ConnectionInput, ConnectionUpdate } from '#libs/api';
import type { ConnectionConfig } from './connection-config.js';
import { commonConfig } from './common-settings.js';
import { viewOf } from './connection-view.js';
import { engineOf, engineSettings, secretNames, settingNames } from './engines/engines.js';
import { nonEmpty } from './engines/settings/non-empty.js';
import { storedSecrets } from './stored-secrets.js';
import type { StoredSecrets } from './stored-secrets.js';
import { withDefaults } from './engines/settings/setting.js';
import type { SettingValues } from './engines/settings/setting.js';
import { escapeVariables } from './config-file/environment.js';
import type { SettingChanges } from './config-file/edit-connections.js';

/** Seals a password for the file. */
export type Seal = (password: string) => string;

const UNKNOWN_HEALTH = { state: 'idle', last_error: null, latency_ms: null, checked_at: null } as const;

/** What a new connection's entry in the file says: only what was given, texts without a meaning beyond themselves. */
export function settingsOfNew(input: ConnectionInput, id: string, seal: Seal): SettingChanges {
  const secrets = secretNames(input.kind);
  const given = settingNames(input.kind).map((name) => [name, inputValue(input, name)] as const);
  const settings = given.filter(([name, value]) => !secrets.includes(name) && value !== undefined && value !== null);
  const sealed = givenSecrets(input).flatMap(([name, value]) => (value === null ? [] : [[name, seal(value)] as const]));
  return { ...writable(settings), id, ...Object.fromEntries(sealed) };
}

/**
 * What differs between a connection and what a person wants it to be. A setting that was left out stays; one that is
 * given as it already is stays as written, with its variables.
 */
export function settingsThatDiffer(input: ConnectionUpdate, config: ConnectionConfig, seal: Seal): SettingChanges {
  const view = storedSettings(config);
  const secrets = secretNames(config.kind);
  const names = settingNames(config.kind).filter((name) => !['id', 'kind', ...secrets].includes(name));
  const changed = names
    .map((name) => [name, inputValue(input, name)] as const)
    .filter(([, value]) => value !== undefined)
    .filter(([name, value]) => !isDeepStrictEqual(plain(value ?? defaultOf(config, name)), Reflect.get(view, name)));
  return { ...writable(changed), ...secretChanges(input, config, seal) };
}

/** The settings of a connection with a change, without its secrets. */
export function settingsWith(input: ConnectionUpdate, config: ConnectionConfig): SettingValues {
  const given = settingNames(config.kind).flatMap((name) => {
    const value = inputValue(input, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...storedSettings(config), ...Object.fromEntries(given) };
}

/** The settings of a connection as people see them, without its secrets. */
export function storedSettings(config: ConnectionConfig): SettingValues {
  return { ...viewOf(config, UNKNOWN_HEALTH, null, null) };
}

/** What null stands for. */
function defaultOf({ kind }: ConnectionConfig, name: string): unknown {
  return engineSettings(kind).find((setting) => setting.name === name)?.default ?? null;
}

/** Secrets that are given; one that is given as it is stored stays as written. */
function secretChanges(input: ConnectionUpdate, config: ConnectionConfig, seal: Seal): SettingChanges {
  const { values, faults } = storedSecrets(config);
  const changed = givenSecrets(input).filter(([name, value]) => value !== (values[name] ?? null) || name in faults);
  return Object.fromEntries(changed.map(([name, value]) => [name, value === null ? null : seal(value)]));
}

/** The secrets that an input has, null for those that it removes. */
function givenSecrets(input: ConnectionUpdate): (readonly [string, string | null])[] {
  return secretNames(input.kind).flatMap((name) => {
    const value = inputValue(input, name);
    if (value === undefined) return [];
    return [[name, typeof value === 'string' ? nonEmpty(value) : null] as const];
  });
}

/** The connection that an input describes, for trying it out without storing it. */
export function configOf(input: ConnectionInput, secrets: StoredSecrets, baseDir: string): ConnectionConfig {
  const engine = engineOf(input.kind);
  const values = withDefaults(engineSettings(input.kind), { ...input, ...secrets });
  return engine.config(commonConfig({ ...input, id: input.id ?? 'new' }, engine), values, { baseDir, faults: {} });
}

function inputValue(input: ConnectionUpdate, name: string): unknown {
  return Reflect.get(input, name);
}

/** What is compared has the same prototype, whatever made the body. */
function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? { ...value } : value;
}

function writable(settings: readonly (readonly [string, unknown])[]): SettingChanges {
  return Object.fromEntries(settings.map(([name, value]) => [name, writableValue(value)]));
}

function writableValue(value: unknown): SettingChanges[string] {
  if (typeof value === 'string') return escapeVariables(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'object' && value !== null && 'max' in value && typeof value.max === 'number') {
    return { max: value.max };
  }
  return null;
}
