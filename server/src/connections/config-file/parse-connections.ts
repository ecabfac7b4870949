import { isMap, isScalar, isSeq } from 'yaml';
import type { ParsedNode, YAMLMap } from 'yaml';
import type { ConfigurationMistake } from '#libs/api';
import type { Opening } from '../../platform/index.js';
import { COMMON_SETTINGS, commonConfig, commonSchema } from '../common-settings.js';
import type { ConnectionConfig } from '../connection-config.js';
import { CONNECTION_KINDS, engineOf, engineSettings, settingNames } from '../engines/engines.js';
import type { ConnectionEngine } from '../engines/engines.js';
import { findMistakes, withChecks } from '../engines/settings/find-mistakes.js';
import type { SettingMistake } from '../engines/settings/find-mistakes.js';
import { withDefaults } from '../engines/settings/setting.js';
import type { Setting, SettingValues } from '../engines/settings/setting.js';
import { closestName } from './closest-name.js';
import { EntryReader } from './entry-reader.js';
import type { Environment } from './environment.js';
import { readSettings } from './read-settings.js';
import { MAX_FILE_BYTES, MistakeList, readYaml, reportYamlMistakes } from './yaml-document.js';

export interface ParseContext {
  readonly env: Environment;
  /** Decrypts an `enc:v1:` value. */
  readonly decrypt: (sealed: string) => Opening;
  /** The folder that relative paths start from. */
  readonly baseDir: string;
}

export type ConnectionsParsing =
  | { readonly kind: 'valid'; readonly connections: readonly ConnectionConfig[] }
  | { readonly kind: 'invalid'; readonly mistakes: readonly ConfigurationMistake[] };

/**
 * Reads the text of the configuration file. Either every entry is right, or all mistakes come back together, each
 * with its line and column; no message repeats a password.
 */
export function parseConnections(text: string, context: ParseContext): ConnectionsParsing {
  if (Buffer.byteLength(text) > MAX_FILE_BYTES) {
    return { kind: 'invalid', mistakes: [{ message: 'the file is larger than 256 kB', line: 1, column: 1 }] };
  }
  const { document, lines } = readYaml(text);
  const mistakes = new MistakeList(lines);
  const connections: ConnectionConfig[] = [];
  if (reportYamlMistakes(document, mistakes)) {
    for (const entry of listOf(document.contents, mistakes)) {
      const config = readEntry(new EntryReader(entry, mistakes, context.env, text), context);
      if (config !== null) connections.push(config);
    }
    reportDuplicateIds(document.contents, mistakes);
  }
  if (!mistakes.isEmpty) return { kind: 'invalid', mistakes: mistakes.inOrder() };
  return { kind: 'valid', connections };
}

/** The maps of the `connections:` list; a list without anything in it is an empty one. */
function listOf(contents: ParsedNode | null, mistakes: MistakeList): YAMLMap.Parsed[] {
  if (!isMap(contents)) {
    mistakes.add(contents?.range[0] ?? 0, 'the file must begin with a `connections:` list');
    return [];
  }
  const root = new EntryReader(contents, mistakes, {}, '');
  root.refuseUnknown(['connections'], 'this file');
  const pair = contents.items.find(({ key }) => isScalar(key) && key.value === 'connections');
  if (pair === undefined) {
    mistakes.add(contents.range[0], 'there is no `connections:` list');
    return [];
  }
  const list = pair.value;
  if (!root.isSet('connections')) return [];
  if (isSeq(list)) return list.items.filter((item) => isEntry(item, mistakes));
  root.report('connections', '`connections` must be a list: begin each connection with a dash');
  return [];
}

function isEntry(item: ParsedNode, mistakes: MistakeList): item is YAMLMap.Parsed {
  if (isMap(item)) return true;
  mistakes.add(item.range[0], 'a connection must be a map of settings, like `id: shop`');
  return false;
}

function reportDuplicateIds(contents: ParsedNode | null, mistakes: MistakeList): void {
  const list = isMap(contents) ? contents.get('connections') : null;
  const seen = new Set<unknown>();
  for (const item of isSeq(list) ? list.items : []) {
    const id = isMap(item) ? item.get('id', true) : undefined;
    if (!isScalar(id) || typeof id.value !== 'string') continue;
    if (seen.has(id.value)) mistakes.add(id.range?.[0] ?? 0, 'another connection has this `id` already');
    seen.add(id.value);
  }
}

function readEntry(entry: EntryReader, context: ParseContext): ConnectionConfig | null {
  const common = readSettings(entry, COMMON_SETTINGS, context.decrypt).values;
  if (!entry.isSet('id')) entry.report('id', '`id` is missing');
  reportCommentedColour(entry);
  reportMistakes(entry, findMistakes(commonSchema, COMMON_SETTINGS, common), common);
  const kind = CONNECTION_KINDS.find((known) => known === common.kind);
  if (kind === undefined) return null;
  entry.refuseUnknown(settingNames(kind), `a ${kind} connection`);
  return readOwn(entry, engineOf(kind), common, context);
}

function readOwn(
  entry: EntryReader,
  engine: ConnectionEngine,
  common: SettingValues,
  { decrypt, baseDir }: ParseContext,
): ConnectionConfig | null {
  const settings = engineSettings(engine.kind);
  const { values, faults } = readSettings(entry, settings, decrypt);
  const found = findMistakes(engine.settings, settings, values);
  reportMistakes(entry, withChecks(found, engine.check?.(values) ?? [], settings), values);
  if (entry.hasMistakes) return null;
  return engine.config(commonConfig(common, engine), withDefaults(settings, values), {
    baseDir,
    faults,
  });
}

/** Reports each mistake at its setting, unless its value could not be read at all. */
function reportMistakes(entry: EntryReader, found: readonly SettingMistake[], values: SettingValues): void {
  for (const { path, text, setting } of found) {
    const name = path.at(-1) ?? '';
    const owner = path.slice(0, -1).reduce<EntryReader | undefined>((reader, key) => reader?.nested(key), entry);
    if (text === null || owner === undefined || owner.isReported(name)) continue;
    owner.report(name, `\`${name}\` ${text}${setting === undefined ? '' : hintFor(setting, valueAt(values, path))}`);
  }
}

function hintFor({ type, choices }: Setting, value: unknown): string {
  const meant = type === 'choice' && typeof value === 'string' ? closestName(value, choices) : null;
  return meant === null ? '' : `; did you mean ${meant}?`;
}

function valueAt(values: SettingValues, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as SettingValues | undefined)?.[name], values);
}

function reportCommentedColour(entry: EntryReader): void {
  if (entry.isSet('colour') || !/^\s*:\s+#[0-9a-f]{6}\b/i.test(entry.textAfterName('colour'))) return;
  entry.report('colour', 'YAML takes what follows # for a comment: put quotes around the colour');
}
