import { PAGE_ROWS } from '#libs/api';
import type { ResultRow } from '#libs/api';
import { cellsInLine, charactersOf, compareCells } from '#libs/results';
import type { RowOrder } from '../order/row-order.js';

/** Characters of cells in one answer; above it a page ends early. */
export const MAX_PAGE_CHARS = 32 * 1024 * 1024;

/** The rows in lines of a spool. */
export function rowsOf(lines: string): ResultRow[] {
  return lines.slice(0, -1).split('\n').map(cellsInLine);
}

/** The rows in another order. Equal values stay in their order; NULL comes first when descending. */
export function sorted(rows: readonly ResultRow[], { column, kind, direction }: RowOrder): ResultRow[] {
  const compare = compareCells(kind);
  const sign = direction === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => sign * compare(a[column] ?? null, b[column] ?? null));
}

/** The first of the rows: at most `PAGE_ROWS`, and `maxChars` characters unless one row alone has more. */
export function firstPage(rows: readonly ResultRow[], maxChars: number): ResultRow[] {
  const page: ResultRow[] = [];
  let chars = 0;
  for (const row of rows.slice(0, PAGE_ROWS)) {
    chars += charsOf(row);
    if (chars > maxChars && page.length > 0) break;
    page.push(row);
  }
  return page;
}

/** Characters that a row adds to an answer, its punctuation included. */
export function charsOf(row: ResultRow): number {
  return row.length + charactersOf(row);
}
