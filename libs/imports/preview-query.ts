import type { ImportColumn, ResultRow } from '../api/index.js';
import { PREVIEW_TEXTS, sourceText } from './row-query.js';

const MAX_ROWS = 100;
const MIN_ROWS = 10;
/** Wider files show fewer rows. */
const MAX_CELLS = 100_000;
/** Of all cells together. */
const MAX_CHARACTERS = 4_000_000;
const MAX_CELL_CHARACTERS = 1000;
const MIN_CELL_CHARACTERS = 16;
/** As many as a workbook can have. */
const MAX_COLUMNS = 16_384;
/** Of the names and types of all columns, and of the names of sheets. */
const MAX_HEADER_CHARACTERS = 2_000_000;

/** How many rows a preview of so many columns has, and how many characters of each value. */
export function previewSize(columns: number): { readonly rows: number; readonly characters: number } {
  const rows = within(MIN_ROWS, Math.floor(MAX_CELLS / Math.max(columns, 1)), MAX_ROWS);
  const each = Math.floor(MAX_CHARACTERS / (rows * Math.max(columns, 1)));
  return { rows, characters: within(MIN_CELL_CHARACTERS, each, MAX_CELL_CHARACTERS) };
}

/** The query of the first rows, each column as the text that is imported, up to one character more than is shown. */
export function previewQuery(from: string, columns: readonly Pick<ImportColumn, 'name' | 'type'>[]): string {
  const { rows, characters } = previewSize(columns.length);
  const texts = columns.map((column) => `left(${sourceText(column, PREVIEW_TEXTS)}, ${characters + 1})`);
  return `SELECT ${texts.join(', ')} FROM ${from} LIMIT ${rows}`;
}

/** The rows of that query as a preview shows them: a text that is cut ends in `…`. */
export function previewRows(rows: readonly ResultRow[]): ResultRow[] {
  return rows.map((row) => {
    const { characters } = previewSize(row.length);
    return row.map((cell) => (cell === null ? null : cutText(cell, characters)));
  });
}

/** A text that is shown beside the rows, cut as their values are. */
export function previewText(text: string): string {
  return cutText(text, MAX_CELL_CHARACTERS);
}

/** Why a file with such columns and sheets cannot be shown; null where it can. */
export function headerFault(
  columns: readonly Pick<ImportColumn, 'name' | 'type'>[],
  sheets: readonly string[],
): string | null {
  if (columns.length > MAX_COLUMNS) return 'It has more than 16,384 columns.';
  const texts = [...columns.flatMap(({ name, type }) => [name, type]), ...sheets];
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return characters > MAX_HEADER_CHARACTERS
    ? 'The names and types of its columns have more than 2,000,000 characters.'
    : null;
}

/** Counts characters as DuckDB does: one of two units is one. */
function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = Array.from(text.slice(0, 2 * most + 2));
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text;
}

function within(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
