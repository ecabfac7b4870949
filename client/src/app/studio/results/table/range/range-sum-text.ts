import type { Cell, ResultColumn, ResultRow } from '#libs/api';
import { countedText, groupedDecimal, isRightAligned, sumCells } from '#libs/results';

/** Rows of a range that are read to add their numbers; of more, only the cells are counted. */
export const MOST_SUMMED_ROWS = 100_000;

/** "12 cells". */
export function cellCountText(cells: number): string {
  return countedText(cells, 'cell');
}

/** "12 cells · Sum 1,284.50 · Avg 107.04"; without numbers only the first. `rows` are whole rows of the result. */
export function rangeSumText(
  cells: number,
  rows: readonly ResultRow[],
  places: readonly number[],
  columns: readonly ResultColumn[],
): string {
  const numeric = places.filter((place) => isRightAligned(columns[place]?.kind ?? 'other'));
  const sum = sumCells(numbersOf(rows, numeric));
  if (!sum) return cellCountText(cells);
  const average = `Avg ${sum.isAverageExact ? '' : 'about '}${groupedDecimal(sum.average)}`;
  return `${cellCountText(cells)} · Sum ${groupedDecimal(sum.sum)} · ${average}`;
}

function* numbersOf(rows: readonly ResultRow[], places: readonly number[]): Generator<Cell> {
  for (const row of rows) for (const place of places) yield row[place] ?? null;
}
