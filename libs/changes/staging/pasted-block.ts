import type { ChangeValue, EditableColumn } from '../../api/index.js';
import type { SqlDialect } from '../../dialects/index.js';
import { checkValue } from './check-value.js';

/** A cell of a block from a spreadsheet. */
export interface PastedCell {
  readonly text: string;
  /** It stood in quotation marks, as cells with tabs and line ends do. */
  readonly isQuoted: boolean;
}

/**
 * Reads a block that a spreadsheet has copied: rows in lines, cells between tabs, quotation marks around cells with tabs,
 * line ends or quotation marks. A quotation mark that is not closed before the end of a cell is a character like others.
 * A line end after the last row is no row. Takes time in proportion to the text.
 */
export function readPastedBlock(text: string): PastedCell[][] {
  const rows: PastedCell[][] = [[]];
  let at = 0;
  const lastQuote = text.lastIndexOf('"');
  while (at <= text.length) {
    const { cell, end } = (at < lastQuote ? quotedCell(text, at) : null) ?? plainCell(text, at);
    rows.at(-1)?.push(cell);
    if (end >= text.length) break;
    at = end + 1;
    if (text[end] === '\t') continue;
    if (text[end] === '\r' && text[at] === '\n') at += 1;
    if (at >= text.length) break;
    rows.push([]);
  }
  return rows;
}

function plainCell(text: string, start: number): { cell: PastedCell; end: number } {
  let end = start;
  while (end < text.length && !isBreak(text[end])) end += 1;
  return { cell: { text: text.slice(start, end), isQuoted: false }, end };
}

function quotedCell(text: string, start: number): { cell: PastedCell; end: number } | null {
  if (text[start] !== '"') return null;
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return null;
    if (text[quote + 1] === '"') {
      at = quote + 2;
      continue;
    }
    const end = quote + 1;
    if (end < text.length && !isBreak(text[end])) return null;
    return { cell: { text: text.slice(start + 1, quote).replaceAll('""', '"'), isQuoted: true }, end };
  }
}

function isBreak(character: string | undefined): boolean {
  return character === '\t' || character === '\n' || character === '\r';
}

/**
 * What a pasted cell sets a column to. An empty cell without quotation marks is NULL where the column takes it, else the
 * default where there is one; an empty text in quotation marks is an empty text.
 */
export function pastedValue({ text, isQuoted }: PastedCell, column: EditableColumn): ChangeValue {
  if (text !== '' || isQuoted) return text;
  if (column.nullable) return null;
  return column.has_default ? { default: true } : '';
}

/** A value for a column of a row, counted from the first row of the block. */
export interface PlacedValue {
  readonly row: number;
  readonly column: EditableColumn;
  readonly value: ChangeValue;
}

/** What a block sets, or why it cannot be pasted: a block is pasted whole or not at all. */
export type PastePlan =
  | { readonly kind: 'values'; readonly rows: number; readonly values: readonly PlacedValue[] }
  | { readonly kind: 'refused'; readonly reason: string };

/** Where a block is pasted. */
export interface PasteTarget {
  readonly dialect: SqlDialect;
  /** The columns from the first cell to the right, as they are shown; null for one that is none of the table's. */
  readonly columns: readonly (EditableColumn | null)[];
  /** Rows and columns of the selection, which one pasted cell fills whole. */
  readonly selected: { readonly rows: number; readonly columns: number };
  /** The cell of a row that is there, as it is staged, or undefined in rows that are added by it. */
  readonly cellAt: (row: number, column: EditableColumn) => ChangeValue | undefined;
}

/**
 * Plans a paste. A column that cannot be written is passed over in added rows, and where it has the pasted value anyway.
 */
export function planPaste(block: readonly (readonly PastedCell[])[], target: PasteTarget): PastePlan {
  const [single] = block[0] ?? [];
  const isSingle = block.length === 1 && block[0]?.length === 1 && single !== undefined;
  const cells = isSingle
    ? Array.from({ length: target.selected.rows }, () => Array.from({ length: target.selected.columns }, () => single))
    : block;
  const widest = cells.reduce((most, row) => Math.max(most, row.length), 0);
  if (widest > target.columns.length)
    return refused(`The block has ${widest} columns, and ${target.columns.length} are there from this cell on.`);
  const values: PlacedValue[] = [];
  for (const [row, line] of cells.entries()) {
    for (const [place, cell] of line.entries()) {
      const found = placed(row, target.columns[place] ?? null, cell, target);
      if (typeof found === 'string') return refused(`Row ${row + 1}: ${found}`);
      if (found !== null) values.push(found);
    }
  }
  return { kind: 'values', rows: cells.length, values };
}

function placed(
  row: number,
  column: EditableColumn | null,
  cell: PastedCell,
  { cellAt, dialect }: PasteTarget,
): PlacedValue | string | null {
  if (column === null) return 'a column of the block is not one of the table.';
  const value = pastedValue(cell, column);
  const known = cellAt(row, column);
  if (known === value || (!column.is_writable && known === undefined)) return null;
  const fault = checkValue(column, value, dialect);
  return fault === null ? { row, column, value } : `${column.column}: ${fault}`;
}

function refused(reason: string): PastePlan {
  return { kind: 'refused', reason };
}
