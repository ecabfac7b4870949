import { yamlText } from './yaml-scalar.js';

/** What can be written as YAML. */
export type YamlValue = string | number | boolean | readonly YamlValue[] | YamlObject;

/** Keys, which have to be plain words, with their values; those that are `undefined` are left out. */
export interface YamlObject {
  readonly [key: string]: YamlValue | undefined;
}

/** Writes a value in block style, ending in a newline: equal values give equal texts. */
export function yamlDocument(value: YamlObject): string {
  return `${linesOf(value).join('\n')}\n`;
}

function linesOf(value: YamlValue): string[] {
  if (isList(value)) return value.flatMap((item) => indented(linesOf(item), '- '));
  if (typeof value !== 'object') return [scalarOf(value)];
  return Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : entryOf(key, item)));
}

function entryOf(key: string, value: YamlValue): string[] {
  if (typeof value !== 'object') return [`${key}: ${scalarOf(value)}`];
  const lines = linesOf(value);
  if (lines.length === 0) return [`${key}: ${isList(value) ? '[]' : '{}'}`];
  return [`${key}:`, ...lines.map((line) => `  ${line}`)];
}

function indented(lines: readonly string[], first: string): string[] {
  return lines.map((line, index) => `${index === 0 ? first : ' '.repeat(first.length)}${line}`);
}

function scalarOf(value: string | number | boolean): string {
  return typeof value === 'string' ? yamlText(value) : String(value);
}

function isList(value: YamlValue): value is readonly YamlValue[] {
  return Array.isArray(value);
}
