import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, isSeq } from 'yaml';
import type { CST, Document, Pair, ParsedNode, YAMLMap, YAMLSeq } from 'yaml';
import { SETTING_ORDER, colonEnd, removeSetting, removeSpan, setSetting, trimmedEnd } from './edit-setting.js';
import { renderValue } from './render-value.js';
import type { Quoting, SettingValue } from './render-value.js';
import { isBlankLine, lineBreakOf, lineEnd, lineStart, nextLine, splice } from './text-lines.js';
import { readYaml } from './yaml-document.js';

/** Settings by their names in the file; null takes a setting out. */
export type SettingChanges = Readonly<Record<string, SettingValue | null>>;

/** Thrown where a text is written in so unusual a way that it cannot be changed without touching the rest. */
export class EditRefused extends Error {}

const NEW_FILE = `# The connections of Data Workbench. Edit by hand or in the browser: changes are picked up without a restart,
# comments and order stay. A password may be an environment variable: \${NAME}
connections:
`;

/** Appends a connection to the list; `text` is null where there is no file yet. */
export function addConnection(text: string | null, settings: SettingChanges): string {
  const entry = present(settings);
  const old = text ?? NEW_FILE;
  const { root, pair, list } = open(old);
  const edited =
    list !== null && (root.flow === true || (list.flow === true && list.items.length > 0))
      ? addInBrackets(old, list, entry)
      : addInLines(old, pair, list, entry);
  return confirmed(edited, [...plainEntries(old), entry]);
}

/** Changes settings of one connection of a valid file; everything else keeps every character. */
export function changeConnection(text: string, id: string, changes: SettingChanges): string {
  let edited = text;
  for (const [name, value] of Object.entries(changes)) {
    const { entry } = find(edited, id);
    edited = value === null ? removeSetting(edited, entry, name) : setSetting(edited, entry, name, value);
  }
  const expected = plainEntries(text).map((entry) => (entry.id === id ? merged(entry, changes) : entry));
  return confirmed(edited, expected);
}

/** Takes one connection out of a valid file; comments that stand outside of it stay. */
export function removeConnection(text: string, id: string): string {
  const { list, index, entry } = find(text, id);
  const expected = plainEntries(text).filter((candidate) => candidate.id !== id);
  if (list.flow === true) return confirmed(removeFromBrackets(text, list, index), expected);
  const start = lineStart(text, dashOffset(list, index));
  const end = endOfEntry(text, entry, dashOffset(list, index) - start);
  const hasBlankBefore = start > 0 && isBlankLine(text, lineStart(text, start - 1));
  const isBlankAfter = end < text.length && isBlankLine(text, end);
  let edited = splice(text, start, hasBlankBefore && isBlankAfter ? nextLine(text, end) : end, '');
  if (expected.length === 0) {
    const colon = colonEnd(text, open(text).pair);
    edited = splice(edited, colon, colon, ' []');
  }
  return confirmed(edited, expected);
}

type ParsedPair = Pair<ParsedNode, ParsedNode | null>;

function open(text: string): {
  document: Document.Parsed;
  root: YAMLMap.Parsed;
  pair: ParsedPair;
  list: YAMLSeq.Parsed | null;
} {
  const { document } = readYaml(text);
  const root = document.contents;
  if (document.errors.length > 0 || !isMap(root)) throw new EditRefused('the file is not well formed');
  const pair = (root.items as ParsedPair[]).find(({ key }) => isScalar(key) && key.value === 'connections');
  if (pair === undefined) throw new EditRefused('the file has no list of connections');
  return {
    document,
    root: root,
    pair,
    list: isSeq(pair.value) ? pair.value : null,
  };
}

function find(text: string, id: string): { list: YAMLSeq.Parsed; index: number; entry: YAMLMap.Parsed } {
  const { list } = open(text);
  const index = list?.items.findIndex((item) => isMap(item) && (item.get('id') as unknown) === id) ?? -1;
  const entry = list?.items[index];
  if (list === null || !isMap(entry)) throw new EditRefused('the connection is not in the file');
  return { list, index, entry: entry };
}

/** The list as plain data, as the file has it: no variable replaced, nothing decrypted. */
function plainEntries(text: string): Record<string, unknown>[] {
  const data = open(text).document.toJS() as { connections: Record<string, unknown>[] | null };
  return data.connections ?? [];
}

/** Changing the text must have meant changing the data, and nothing else. */
function confirmed(text: string, expected: readonly unknown[]): string {
  if (!isDeepStrictEqual(plainEntries(text), expected)) throw new EditRefused('the file is written in an unusual way');
  return text;
}

function merged(entry: Record<string, unknown>, changes: SettingChanges): Record<string, unknown> {
  const kept = Object.entries(entry).filter(([name]) => changes[name] !== null);
  return { ...Object.fromEntries(kept), ...present(changes) };
}

/** What is to be written, in the usual order. */
function present(settings: SettingChanges): Record<string, SettingValue> {
  const rank = (name: string) => SETTING_ORDER.findIndex((known) => known === name);
  const entries = Object.entries(settings).filter((pair): pair is [string, SettingValue] => pair[1] !== null);
  return Object.fromEntries(entries.sort(([a], [b]) => rank(a) - rank(b)));
}

function addInBrackets(text: string, list: YAMLSeq.Parsed, entry: Record<string, SettingValue>): string {
  const map = `{ ${settingsOf(entry, 'double').join(', ')} }`;
  const last = list.items.at(-1);
  if (last === undefined) return splice(text, list.range[0] + 1, list.range[0] + 1, map);
  const indent = text.slice(lineStart(text, last.range[0]), last.range[0]);
  const gap = indent.trim() === '' ? lineBreakOf(text) + indent : ' ';
  return splice(text, last.range[1], last.range[1], `,${gap}${map}`);
}

function addInLines(
  text: string,
  pair: ParsedPair,
  list: YAMLSeq.Parsed | null,
  entry: Record<string, SettingValue>,
): string {
  const eol = lineBreakOf(text);
  const [first, ...rest] = settingsOf(entry, 'plain');
  const lines = (indent: string) =>
    [`${indent}- ${first ?? ''}`, ...rest.map((line) => `${indent}  ${line}`)].join(eol);
  const index = (list?.items.length ?? 0) - 1;
  const last = list?.items[index];
  if (list === null || last === undefined) return addFirst(text, pair, list, lines('  '), eol);
  const start = lineStart(text, dashOffset(list, index));
  const indent = text.slice(start, dashOffset(list, index));
  const end = endOfEntry(text, last, indent.length);
  const isSpaced = index > 0 && start > 0 && isBlankLine(text, lineStart(text, start - 1));
  const isOpenEnded = end === text.length && !text.endsWith('\n');
  return splice(text, end, end, (isOpenEnded ? eol : '') + (isSpaced ? eol : '') + lines(indent) + eol);
}

/** The first connection goes right below `connections:`, whose `[]` goes away. */
function addFirst(text: string, pair: ParsedPair, list: YAMLSeq.Parsed | null, lines: string, eol: string): string {
  const colon = colonEnd(text, pair);
  const value = pair.value;
  const bracketsEnd = list === null || value === null ? colon : value.range[1];
  const word = list === null ? /^[ \t]*(?:null|Null|NULL|~)/.exec(text.slice(colon)) : null;
  const without = splice(text, colon, bracketsEnd + (word?.[0].length ?? 0), '');
  const at = lineEnd(without, colon);
  return splice(without, at, at, eol + lines + (at === without.length ? eol : ''));
}

function settingsOf(entry: Record<string, SettingValue>, quoting: Quoting): string[] {
  return Object.entries(entry).map(([name, value]) => {
    return `${quoting === 'double' ? JSON.stringify(name) : name}: ${renderValue(value, quoting)}`;
  });
}

function removeFromBrackets(text: string, list: YAMLSeq.Parsed, index: number): string {
  const items = list.items;
  return removeSpan(
    text,
    items.map((item) => ({ start: item.range[0], end: item.range[1] })),
    index,
  );
}

function dashOffset(list: YAMLSeq.Parsed, index: number): number {
  const token = list.srcToken as CST.BlockSequence | undefined;
  const dash = token?.items[index]?.start.find(({ type }) => type === 'seq-item-ind');
  if (dash === undefined) throw new EditRefused('the list is written in an unusual way');
  return dash.offset;
}

/** Where the next line after an entry begins; comments that are indented deeper than its dash belong to it. */
function endOfEntry(text: string, entry: ParsedNode, dashColumn: number): number {
  let end = nextLine(text, trimmedEnd(text, entry.range[1]));
  for (let line = end; line < text.length; line = nextLine(text, line)) {
    const content = text.slice(line, lineEnd(text, line));
    if (content.trim() === '') continue;
    if (!/^\s*#/.test(content) || content.search(/\S/) <= dashColumn) break;
    end = nextLine(text, line);
  }
  return end;
}
