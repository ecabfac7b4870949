import { isMap, isScalar, isSeq } from 'yaml';
import type { ParsedNode, YAMLMap } from 'yaml';
import { COLOUR_PRESETS } from '#libs/api';
import type { ConfigurationMistake } from '#libs/api';
import type { Opening } from '../../platform/index.js';
import type { CommonConfig, ConnectionConfig } from '../connection-config.js';
import { CONNECTION_LIMITS, isConnectionId, isReservedId } from '../connection-rules.js';
import { CONNECTION_KINDS, engineOf, settingNames } from '../engines/engines.js';
import type { ConnectionEngine } from '../engines/engines.js';
import { withDefaults } from '../engines/settings/setting.js';
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
  const id = entry.literal('id');
  if (id === undefined) {
    if (!entry.isSet('id')) entry.report('id', '`id` is missing');
  } else if (!isConnectionId(id)) {
    entry.report('id', `\`id\` must be 1 to ${CONNECTION_LIMITS.idLength} letters, digits, - or _`);
  } else if (isReservedId(id)) {
    entry.report('id', `\`id\` must not be \`${id}\`: the API uses this name itself`);
  }
  const name = entry.requiredText('name', CONNECTION_LIMITS.nameLength);
  if (!entry.isSet('kind')) entry.report('kind', '`kind` is missing');
  const kind = entry.oneOf('kind', CONNECTION_KINDS);
  const common = { id: id ?? '', name, colour: readColour(entry) };
  if (kind === undefined) return null;
  entry.refuseUnknown(settingNames(kind), `a ${kind} connection`);
  const engine = engineOf(kind);
  return readOwn(entry, engine, { ...common, ...readGuards(entry, engine) }, context);
}

function readOwn(
  entry: EntryReader,
  engine: ConnectionEngine,
  common: CommonConfig,
  context: ParseContext,
): ConnectionConfig {
  const { settings, fileSetting } = engine;
  const { values, faults } = readSettings(entry, settings, context.decrypt);
  const more = fileSetting === undefined ? {} : { [fileSetting.name]: fileSetting.read(entry) };
  return engine.config(common, { ...withDefaults(settings, values), ...more }, { baseDir: context.baseDir, faults });
}

function readGuards(
  entry: EntryReader,
  { isReadOnlyByDefault }: ConnectionEngine,
): Pick<ConnectionConfig, 'readOnly' | 'statementTimeoutMs' | 'autoCommit' | 'confirmDestructive'> {
  return {
    readOnly: entry.boolean('read_only', isReadOnlyByDefault),
    statementTimeoutMs: entry.integer('statement_timeout_ms', CONNECTION_LIMITS.statementTimeoutMs, 0),
    autoCommit: entry.boolean('auto_commit', true),
    confirmDestructive: entry.boolean('confirm_destructive', true),
  };
}

function readColour(entry: EntryReader): string | null {
  if (!entry.isSet('colour') && /^\s*:\s+#[0-9a-f]{6}\b/i.test(entry.textAfterName('colour'))) {
    entry.report('colour', 'YAML takes what follows # for a comment: put quotes around the colour');
  }
  const colour = entry.text('colour');
  if (colour === undefined) return null;
  const isKnown = COLOUR_PRESETS.some((preset) => preset === colour) || /^#[0-9a-f]{6}$/i.test(colour);
  if (!isKnown) entry.report('colour', `\`colour\` must be one of ${COLOUR_PRESETS.join(', ')}, or "#rrggbb"`);
  return colour;
}
