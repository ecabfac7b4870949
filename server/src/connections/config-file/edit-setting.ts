import { isMap, isScalar } from 'yaml';
import type { Pair, ParsedNode, YAMLMap } from 'yaml';
import { GUARDING_SETTINGS, IDENTIFYING_SETTINGS } from '../connection-rules.js';
import { CONNECTION_KINDS, ownSettingNames } from '../engines/engines.js';
import { quotingOf, renderValue } from './render-value.js';
import type { Quoting, SettingValue } from './render-value.js';
import { lineBreakOf, lineEnd, lineStart, nextLine, splice } from './text-lines.js';

type ParsedPair = Pair<ParsedNode, ParsedNode | null>;

/** The order in which settings are written, where a person has not chosen another. */
export const SETTING_ORDER: readonly string[] = [
  ...IDENTIFYING_SETTINGS,
  ...new Set(CONNECTION_KINDS.flatMap(ownSettingNames)),
  ...GUARDING_SETTINGS,
];

/** Gives one setting of `map` another value and leaves every other character of `text` alone. */
export function setSetting(text: string, map: YAMLMap.Parsed, name: string, value: SettingValue): string {
  const pair = pairOf(map, name);
  if (pair === undefined) return insertSetting(text, map, name, value);
  const old = pair.value;
  if (isMap(old) && typeof value === 'object') return setSetting(text, old, 'max', value.max);
  const quoting = isScalar(old) ? quotingOf(old) : quotingOfNames(map);
  if (old === null || old.range[0] === old.range[1]) {
    const colon = colonEnd(text, pair);
    return splice(text, colon, colon, ` ${renderValue(value, quoting)}`);
  }
  return splice(text, old.range[0], contentEnd(text, pair), renderValue(value, quoting));
}

/** Takes one setting out of `map`, with a comment on its own line if the map is written in lines. */
export function removeSetting(text: string, map: YAMLMap.Parsed, name: string): string {
  const pair = pairOf(map, name);
  if (pair === undefined) return text;
  const index = (map.items as ParsedPair[]).indexOf(pair);
  const next = (map.items as ParsedPair[])[index + 1];
  if (map.flow) return removeFromBrackets(text, map.items, index);
  const start = lineStart(text, pair.key.range[0]);
  const isBehindDash = text.slice(start, pair.key.range[0]).trim() !== '';
  if (isBehindDash) return next === undefined ? text : splice(text, pair.key.range[0], next.key.range[0], '');
  return splice(text, start, nextLine(text, contentEnd(text, pair)), '');
}

/** Where what a pair says ends: behind its value, before any comment or line break. */
export function contentEnd(text: string, pair: ParsedPair): number {
  const value = pair.value;
  if (value === null || value.range[0] === value.range[1]) return colonEnd(text, pair);
  return trimmedEnd(text, value.range[1]);
}

/** Block texts and maps in lines count their last line break as their own: it is not content. */
export function trimmedEnd(text: string, end: number): number {
  if (text[end - 1] !== '\n') return end;
  return text[end - 2] === '\r' ? end - 2 : end - 1;
}

/** Whether the names in this map are quoted, as JSON does it. */
function quotingOfNames(map: YAMLMap.Parsed): Quoting {
  const first = map.items[0]?.key;
  return isScalar(first) ? quotingOf(first) : 'plain';
}

function pairOf(map: YAMLMap.Parsed, name: string): ParsedPair | undefined {
  return (map.items as ParsedPair[]).find(({ key }) => isScalar(key) && key.value === name);
}

function insertSetting(text: string, map: YAMLMap.Parsed, name: string, value: SettingValue): string {
  const quoting = map.flow && quotingOfNames(map) === 'double' ? 'double' : 'plain';
  const setting = `${quoting === 'double' ? JSON.stringify(name) : name}: ${renderValue(value, quoting)}`;
  const before = precedingPair(map, name);
  if (before === undefined) throw new Error('a map without settings cannot be extended');
  const end = contentEnd(text, before);
  if (map.flow) return splice(text, end, end, `, ${setting}`);
  const indent = ' '.repeat(map.range[0] - lineStart(text, map.range[0]));
  const at = lineEnd(text, end);
  return splice(text, at, at, lineBreakOf(text) + indent + setting);
}

/** The last setting that is usually written before `name`. */
function precedingPair(map: YAMLMap.Parsed, name: string): ParsedPair | undefined {
  const rank = (key: unknown) => SETTING_ORDER.findIndex((known) => isScalar(key) && known === key.value);
  const own = SETTING_ORDER.findIndex((known) => known === name);
  const pairs = map.items as ParsedPair[];
  return pairs.findLast(({ key }) => rank(key) < own) ?? pairs.at(-1);
}

/** Behind the colon that follows a setting's name. */
export function colonEnd(text: string, pair: ParsedPair): number {
  const colon = /^\s*:/.exec(text.slice(pair.key.range[1]));
  return pair.key.range[1] + (colon?.[0].length ?? 0);
}

function removeFromBrackets(text: string, pairs: readonly ParsedPair[], index: number): string {
  const spans = pairs.map((pair) => ({ start: pair.key.range[0], end: contentEnd(text, pair) }));
  return removeSpan(text, spans, index);
}

/** Takes one of the comma-separated spans out together with one comma; comments between them stay. */
export function removeSpan(text: string, spans: readonly { start: number; end: number }[], index: number): string {
  const span = spans[index];
  if (span === undefined) return text;
  const before = spans[index - 1];
  if (spans[index + 1] !== undefined) return splice(text, span.start, afterComma(text, span.end), '');
  if (before === undefined || text.slice(before.end, span.start).includes('#')) {
    return splice(text, span.start, afterComma(text, span.end), '');
  }
  return splice(text, before.end, span.end, '');
}

/** Behind the comma that follows `offset` and the white space after it; `offset` itself where no comma follows. */
function afterComma(text: string, offset: number): number {
  const comma = /^\s*,[ \t]*(?:\r?\n\s*)?/.exec(text.slice(offset));
  return offset + (comma?.[0].length ?? 0);
}
