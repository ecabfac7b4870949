import type { Cell } from '../../api/index.js';

/** More elements than a person edits one by one; a longer array is edited as text. */
export const MOST_ELEMENTS = 200;

/** Postgres takes these for blanks around an element. */
const BLANK = /[ \t\n\v\f\r]/;

/** What stands between the elements of an array of that type. */
export function arraySeparator(type: string): ',' | ';' {
  return /^(?:(?:pg_catalog\.)?box(?:\[\])+|_box)$/i.test(type) ? ';' : ',';
}

/**
 * The elements of an array as Postgres prints it, NULL as null. Null for a text that is none, for an array of arrays, for one
 * with bounds of its own (`[0:1]={a,b}`), and for one whose elements a list would not write as they were: only a text that
 * comes back unchanged is edited as a list. `separator` is a semicolon for boxes, else a comma.
 */
export function readArrayText(text: string, separator = ','): Cell[] | null {
  if (text === '{}') return [];
  if (!text.startsWith('{') || !text.endsWith('}')) return null;
  const elements: Cell[] = [];
  let at = 1;
  for (;;) {
    const element = text[at] === '"' ? quotedElement(text, at) : plainElement(text, at, separator);
    if (element === null) return null;
    elements.push(element.value);
    at = element.end;
    if (at === text.length - 1) break;
    if (text[at] !== separator) return null;
    at += 1;
  }
  return writeArrayText(elements, separator) === text ? elements : null;
}

/** An array as Postgres prints it: what would be read otherwise stands in quotation marks. */
export function writeArrayText(elements: readonly Cell[], separator = ','): string {
  return `{${elements.map((element) => elementText(element, separator)).join(separator)}}`;
}

function elementText(element: Cell, separator: string): string {
  if (element === null) return 'NULL';
  const isPlain = element !== '' && !/["\\{}]/.test(element) && !BLANK.test(element) && !element.includes(separator);
  return isPlain && !/^null$/i.test(element) ? element : `"${element.replace(/["\\]/g, '\\$&')}"`;
}

function plainElement(text: string, start: number, separator: string): { value: Cell; end: number } | null {
  let end = start;
  while (end < text.length - 1 && text[end] !== separator) end += 1;
  const value = text.slice(start, end);
  if (value === '' || /["\\{}]/.test(value)) return null;
  return { value: value === 'NULL' ? null : value, end };
}

function quotedElement(text: string, start: number): { value: Cell; end: number } | null {
  let value = '';
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return { value, end: at + 1 };
    if (text[at] === '\\') at += 1;
    value += text[at] ?? '';
  }
  return null;
}
