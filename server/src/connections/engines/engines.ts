import type { ConnectionCapabilities, ConnectionKind } from '#libs/api';
import type { SqlDialect } from '#libs/sql';
import { GUARDING_SETTINGS, IDENTIFYING_SETTINGS } from '../connection-rules.js';
import { duckdbEngine } from './duckdb/engine.js';
import type { Engine } from './engine.js';
import { filesEngine } from './files/engine.js';
import { settingsOf } from './settings/setting.js';
import type { Setting } from './settings/setting.js';
import { sqliteEngine } from './sqlite/engine.js';
import { postgresEngine } from './postgres/engine.js';

/** The engines in the order in which they are offered; a new one gets its line here. */
const LIST = [postgresEngine, duckdbEngine, sqliteEngine, filesEngine] as const;

type ConfigOf<E> = E extends Engine<infer C> ? C : never;

/** A connection as the configuration file lists it, checked, with its secrets resolved and its paths absolute. */
export type ConnectionConfig = ConfigOf<(typeof LIST)[number]>;

export type ConnectionEngine = Engine<ConnectionConfig>;

/** All engines, in that order. */
export const ENGINES: readonly ConnectionEngine[] = LIST;

/** Their names, which are the kinds of connections. */
export const CONNECTION_KINDS: readonly ConnectionKind[] = ENGINES.map(({ kind }) => kind);

const BY_KIND: ReadonlyMap<string, ConnectionEngine> = new Map(ENGINES.map((engine) => [engine.kind, engine]));

/** The engine of a kind of connection. Throws for a kind without one, which validation lets no request have. */
export function engineOf(kind: ConnectionKind): ConnectionEngine {
  const engine = BY_KIND.get(kind);
  if (engine === undefined) throw new Error(`There is no engine of the kind ${kind}.`);
  return engine;
}

/** What connections of a kind can do; without a dialect, as long as nothing is opened. */
export function capabilitiesOf(kind: ConnectionKind, dialect?: SqlDialect): ConnectionCapabilities {
  const engine = engineOf(kind);
  return engine.capabilities(dialect ?? engine.dialect);
}

/** What databases of a kind are called, with an article: `a relational database`. */
export function engineDescription(kind: ConnectionKind): string {
  return engineOf(kind).description;
}

const SETTINGS: ReadonlyMap<string, readonly Setting[]> = new Map(
  ENGINES.map(({ kind, settings }) => [kind, settingsOf(settings)]),
);

/** The settings that a kind adds to those of all connections, as its engine describes them. */
export function engineSettings(kind: ConnectionKind): readonly Setting[] {
  return SETTINGS.get(kind) ?? [];
}

/** The names of all settings of a kind, in the file and on the wire. */
export function settingNames(kind: ConnectionKind): string[] {
  return [...IDENTIFYING_SETTINGS, ...GUARDING_SETTINGS, ...ownSettingNames(kind)];
}

/** The names of the settings that a kind adds to those of all connections. */
export function ownSettingNames(kind: ConnectionKind): string[] {
  return engineSettings(kind).map(({ name }) => name);
}

/** The names of the settings of a kind that are encrypted and never shown. */
export function secretNames(kind: ConnectionKind): string[] {
  return engineSettings(kind)
    .filter(({ type }) => type === 'secret')
    .map(({ name }) => name);
}

/** The kinds of connections that have a setting, in their order. */
export function kindsWith(setting: string): ConnectionKind[] {
  return CONNECTION_KINDS.filter((kind) => ownSettingNames(kind).includes(setting));
}
