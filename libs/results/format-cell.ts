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

/** The one-line face of a cell: NULL, `''`, or the value with line breaks and tabs drawn as marks, cut when too long. */
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

function oneLine(text: string): string {
  return text.replace(/\r\n|\n|\r/g, '↵').replaceAll('\t', '⇥');
}
