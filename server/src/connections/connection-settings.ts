import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ConnectionInput } from '#libs/api';
import { FILES_DEFAULTS, type FilesSettings } from '#libs/files';
import type { ConnectionConfig } from './connection-config.js';
import { CONNECTION_DEFAULTS, SETTINGS_BY_KIND } from './connection-rules.js';
import { viewOf } from './connection-view.js';
import { escapeVariables } from './config-file/environment.js';
import type { SettingChanges } from './config-file/edit-connections.js';

/** Seals a password for the file. */
export type Seal = (password: string) => string;

const UNKNOWN_HEALTH = { state: 'idle', last_error: null, latency_ms: null, checked_at: null } as const;

/** What a new connection's entry in the file says: only what was given, texts without a meaning beyond themselves. */
export function settingsOfNew(input: ConnectionInput, id: string, seal: Seal): SettingChanges {
  const { password } = input;
  const given = SETTINGS_BY_KIND[input.kind].map((name) => [name, inputValue(input, name)] as const);
  const settings = given.filter(([name, value]) => name !== 'password' && value !== undefined && value !== null);
  return { ...writable(settings), id, ...(password ? { password: seal(password) } : {}) };
}

/**
 * What differs between a connection and what a person wants it to be. A setting that was left out stays; one that is
 * given as it already is stays as written, with its variables.
 */
export function settingsThatDiffer(input: ConnectionInput, config: ConnectionConfig, seal: Seal): SettingChanges {
  const view: object = viewOf(config, UNKNOWN_HEALTH, null, null);
  const names = SETTINGS_BY_KIND[config.kind].filter((name) => !['id', 'kind', 'password'].includes(name));
  const changed = names
    .map((name) => [name, inputValue(input, name)] as const)
    .filter(([name, value]) => value !== undefined && !isDeepStrictEqual(plain(value), Reflect.get(view, name)));
  return { ...writable(changed), ...passwordChange(input, config, seal) };
}

function passwordChange(input: ConnectionInput, config: ConnectionConfig, seal: Seal): SettingChanges {
  if (config.kind !== 'postgres' || input.password === undefined) return {};
  const password = input.password === '' ? null : input.password;
  if (password === config.password && config.passwordFault === undefined) return {};
  return { password: password === null ? null : seal(password) };
}

/** The connection that an input describes, for trying it out without storing it. */
export function configOf(input: ConnectionInput, password: string | null, baseDir: string): ConnectionConfig {
  const common = {
    id: input.id ?? 'new',
    name: input.name,
    colour: input.colour ?? null,
    readOnly: input.read_only ?? CONNECTION_DEFAULTS.readOnly[input.kind],
    statementTimeoutMs: input.statement_timeout_ms ?? 0,
    autoCommit: input.auto_commit ?? true,
    confirmDestructive: input.confirm_destructive ?? true,
  };
  if (input.kind !== 'postgres') {
    const path = input.path ?? '';
    const place = { path: resolve(baseDir, path), pathAsWritten: path };
    return input.kind === 'duckdb'
      ? { ...common, kind: input.kind, ...place }
      : { ...common, kind: input.kind, ...place, ...filesSettings(input) };
  }
  return {
    ...common,
    kind: 'postgres',
    host: input.host ?? '',
    port: input.port ?? CONNECTION_DEFAULTS.port,
    database: input.database ?? '',
    user: input.user ?? '',
    password,
    ssl: input.ssl ?? CONNECTION_DEFAULTS.ssl,
    pool: { max: input.pool?.max ?? CONNECTION_DEFAULTS.poolMax },
  };
}

function filesSettings(input: ConnectionInput): FilesSettings {
  return {
    ...FILES_DEFAULTS,
    encoding: input.encoding ?? FILES_DEFAULTS.encoding,
    header: input.header ?? null,
    dateFormat: input.date_format ?? null,
    timestampFormat: input.timestamp_format ?? null,
  };
}

function inputValue(input: ConnectionInput, name: string): unknown {
  return Reflect.get(input, name);
}

/** Bodies are instances of classes; what is compared and written is plain. */
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
