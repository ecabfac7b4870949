import type { Cell, ColumnKind } from '../api/index.js';

/** How a cell looks in a grid: the text in it, and whether the text stands for NULL, for an empty string or for itself. */
export interface FormattedCell {
  readonly text: string;
  readonly look: 'null' | 'empty' | 'value';
}

/** Characters of a value that a grid cell shows; the rest is read in the cell viewer. */
export const FORMATTED_CELL_CHARACTERS = 300;

const NULL_FACE: FormattedCell = { text: 'NULL', look: 'null' };
const EMPTY_FACE: FormattedCell = { text: "''", look: 'empty' };

/** The one-line face of a cell: NULL, `''`, or the value with marks for what cannot be seen, cut when too long. */
export function formatCell(cell: Cell): FormattedCell {
  if (cell === null) return NULL_FACE;
  if (cell === '') return EMPTY_FACE;
  return { text: oneLine(cell.length > FORMATTED_CELL_CHARACTERS ? `${cut(cell)}…` : cell), look: 'value' };
}

/** True for the kinds whose values are compared by their place value, so they end at the right edge. */
export function isRightAligned(kind: ColumnKind): boolean {
  return kind === 'integer' || kind === 'decimal' || kind === 'float';
}

/** The first characters of a text without cutting a surrogate pair in two. */
function cut(text: string): string {
  const last = text.charCodeAt(FORMATTED_CELL_CHARACTERS - 1);
  const isHighSurrogate = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHighSurrogate ? FORMATTED_CELL_CHARACTERS - 1 : FORMATTED_CELL_CHARACTERS);
}

/** Control characters and separators of lines, what changes the direction of a text, and what has no width but in no script. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u00ad\u200b\u2060\ufeff]/u;
const EACH_UNSEEN = new RegExp(`\\r\\n|${UNSEEN.source}`, 'gu');
/** The signs of Unicode for the control characters up to U+001F, in their order. */
const CONTROL_SIGNS = 0x2400;
const DELETE = 0x7f;
const DELETE_SIGN = '␡';

/** A text on one line, with marks for what cannot be seen: `↵`, `⇥`, `␁`, `\u{202e}`, and `␣` where there are spaces alone. */
export function oneLine(text: string): string {
  const line = UNSEEN.test(text) ? text.replace(EACH_UNSEEN, markOf) : text;
  return text.trim() === '' ? line.replace(/\p{Zs}/gu, '␣') : line;
}

function markOf(character: string): string {
  if (character === '\r\n' || character === '\n' || character === '\r') return '↵';
  if (character === '\t') return '⇥';
  const code = character.charCodeAt(0);
  if (code === DELETE) return DELETE_SIGN;
  return code < 0x20 ? String.fromCharCode(CONTROL_SIGNS + code) : `\\u{${code.toString(16)}}`;
}
