import { resolve } from 'node:path';
import { isMap, isScalar, isSeq } from 'yaml';
import type { ParsedNode, YAMLMap } from 'yaml';
import { COLOUR_PRESETS, CONNECTION_KINDS, SSL_MODES } from '#libs/api';
import type { ConfigurationMistake, ConnectionKind } from '#libs/api';
import { SECRET_PREFIX, undecryptableText } from '#libs/secret-key';
import type { Opening } from '../../platform/index.js';
import type { ConnectionConfig, PostgresConfig } from '../connection-config.js';
import {
  CONNECTION_DEFAULTS,
  CONNECTION_LIMITS,
  NO_URL,
  SETTINGS_BY_KIND,
  isConnectionId,
} from '../connection-rules.js';
import { EntryReader } from './entry-reader.js';
import type { Environment } from './environment.js';
import { readFilesSettings } from './read-file-settings.js';
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
  }
  const name = entry.requiredText('name', CONNECTION_LIMITS.nameLength);
  if (!entry.isSet('kind')) entry.report('kind', '`kind` is missing');
  const kind = entry.oneOf('kind', CONNECTION_KINDS);
  const common = { id: id ?? '', name, colour: readColour(entry) };
  if (kind === undefined) return null;
  entry.refuseUnknown(SETTINGS_BY_KIND[kind], `a ${kind} connection`);
  return readKind(entry, kind, { ...common, ...readGuards(entry, kind) }, context);
}

type CommonSettings = Pick<
  ConnectionConfig,
  'id' | 'name' | 'colour' | 'readOnly' | 'statementTimeoutMs' | 'autoCommit' | 'confirmDestructive'
>;

function readKind(
  entry: EntryReader,
  kind: ConnectionKind,
  common: CommonSettings,
  context: ParseContext,
): ConnectionConfig {
  if (kind !== 'postgres') {
    const path = entry.requiredText('path', CONNECTION_LIMITS.pathLength);
    const place = { path: resolve(context.baseDir, path), pathAsWritten: path };
    return kind === 'duckdb'
      ? { ...common, kind, ...place }
      : { ...common, kind, ...place, ...readFilesSettings(entry) };
  }
  const pool = entry.nested('pool');
  pool?.refuseUnknown(['max'], '`pool`');
  return {
    ...common,
    kind,
    host: readHost(entry),
    port: entry.integer('port', CONNECTION_LIMITS.port, CONNECTION_DEFAULTS.port),
    database: entry.requiredText('database', CONNECTION_LIMITS.identifierLength),
    user: entry.requiredText('user', CONNECTION_LIMITS.identifierLength),
    ...readPassword(entry, context),
    ssl: entry.oneOf('ssl', SSL_MODES) ?? CONNECTION_DEFAULTS.ssl,
    pool: {
      max: pool?.integer('max', CONNECTION_LIMITS.poolMax, CONNECTION_DEFAULTS.poolMax) ?? CONNECTION_DEFAULTS.poolMax,
    },
  };
}

function readGuards(
  entry: EntryReader,
  kind: ConnectionKind,
): Pick<ConnectionConfig, 'readOnly' | 'statementTimeoutMs' | 'autoCommit' | 'confirmDestructive'> {
  return {
    readOnly: entry.boolean('read_only', CONNECTION_DEFAULTS.readOnly[kind]),
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

function readHost(entry: EntryReader): string {
  const host = entry.requiredText('host', CONNECTION_LIMITS.hostLength);
  if (!NO_URL.test(host))
    entry.report('host', '`host` must be a name, an address or the folder of a Unix socket, not a URL');
  return host;
}

/** A password that cannot be decrypted keeps its own connection from being opened, and no other one. */
function readPassword(entry: EntryReader, context: ParseContext): Pick<PostgresConfig, 'password' | 'passwordFault'> {
  const raw = entry.literal('password');
  if (raw === undefined || raw === '') return { password: null };
  if (!raw.startsWith(SECRET_PREFIX)) return { password: checked(entry, entry.secretText('password') ?? '') };
  const opening = context.decrypt(raw);
  if (opening.kind === 'plain') return { password: checked(entry, opening.text) };
  return { password: null, passwordFault: undecryptableText('The password of this connection', opening) };
}

function checked(entry: EntryReader, password: string): string | null {
  if (password.includes('\0')) entry.report('password', '`password` must not hold a NUL character');
  return password === '' ? null : password;
}
