import { isDeepStrictEqual } from 'node:util';
import type { ConnectionInput } from '#libs/api';
import { isServerConfig } from './connection-config.js';
import type { ConnectionConfig } from './connection-config.js';
import { commonConfig } from './common-settings.js';
import { viewOf } from './connection-view.js';
import { engineOf, engineSettings, settingNames } from './engines/engines.js';
import { withDefaults } from './engines/settings/setting.js';
import { escapeVariables } from './config-file/environment.js';
import type { SettingChanges } from './config-file/edit-connections.js';

/** Seals a password for the file. */
export type Seal = (password: string) => string;

const UNKNOWN_HEALTH = { state: 'idle', last_error: null, latency_ms: null, checked_at: null } as const;

/** What a new connection's entry in the file says: only what was given, texts without a meaning beyond themselves. */
export function settingsOfNew(input: ConnectionInput, id: string, seal: Seal): SettingChanges {
  const { password } = input;
  const given = settingNames(input.kind).map((name) => [name, inputValue(input, name)] as const);
  const settings = given.filter(([name, value]) => name !== 'password' && value !== undefined && value !== null);
  return { ...writable(settings), id, ...(password ? { password: seal(password) } : {}) };
}

/**
 * What differs between a connection and what a person wants it to be. A setting that was left out stays; one that is
 * given as it already is stays as written, with its variables.
 */
export function settingsThatDiffer(input: ConnectionInput, config: ConnectionConfig, seal: Seal): SettingChanges {
  const view: object = viewOf(config, UNKNOWN_HEALTH, null, null);
  const names = settingNames(config.kind).filter((name) => !['id', 'kind', 'password'].includes(name));
  const changed = names
    .map((name) => [name, inputValue(input, name)] as const)
    .filter(([name, value]) => value !== undefined && !isDeepStrictEqual(plain(value), Reflect.get(view, name)));
  return { ...writable(changed), ...passwordChange(input, config, seal) };
}

function passwordChange(input: ConnectionInput, config: ConnectionConfig, seal: Seal): SettingChanges {
  if (!isServerConfig(config) || input.password === undefined) return {};
  const password = input.password === '' ? null : input.password;
  if (password === config.password && config.passwordFault === undefined) return {};
  return { password: password === null ? null : seal(password) };
}

/** The connection that an input describes, for trying it out without storing it. */
export function configOf(input: ConnectionInput, password: string | null, baseDir: string): ConnectionConfig {
  const engine = engineOf(input.kind);
  const values = withDefaults(engineSettings(input.kind), { ...input, password });
  return engine.config(commonConfig({ ...input, id: input.id ?? 'new' }, engine), values, { baseDir, faults: {} });
}

function inputValue(input: ConnectionInput, name: string): unknown {
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
