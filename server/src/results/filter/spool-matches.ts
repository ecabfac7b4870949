import type { MatchesPage } from '#libs/api';
import type { FilterScan } from './filter-scan.js';
import type { FindScan } from './find-scan.js';
import { firstMatches, shownMatch } from './match-page.js';
import type { PlacedRow } from './match-page.js';
import type { MatchRange } from './result-views.js';
import { TOP_ROWS } from './view-order.js';
import type { ViewOrder } from './view-order.js';

/** Rows of an order that are looked at together. */
const ROWS_AT_ONCE = 1_000;

/** The matches of rows in the database's order, of those that a filter leaves where there is one. */
export async function matchesInRows(
  scan: FindScan,
  filter: FilterScan | null,
  range: MatchRange,
  signal: AbortSignal,
): Promise<Omit<MatchesPage, 'complete'>> {
  const { limit, fromRow, beforeRow } = range;
  const among = filter?.rows ?? null;
  const { found } = scan;
  const numberOf = (place: number): number =>
    among === null ? place : (among.slice(place, 1)[0] ?? Number.MAX_SAFE_INTEGER);
  const from = numberOf(fromRow);
  const before = beforeRow === null ? null : numberOf(beforeRow);
  await scan.until(
    () =>
      before === null
        ? found.rows.countBefore(scan.decidedRows, among) - found.rows.countBefore(from, among) >= limit
        : scan.decidedRows >= before,
    signal,
  );
  const numbers = before === null ? found.rows.from(from) : found.rows.before(before);
  const rows = placed(numbers, filter);
  const items = await firstMatches(rows, (row) => found.columnsOf(row), limit, before !== null);
  const [first] = items;
  return {
    items: items.map(shownMatch),
    first_place:
      first === undefined
        ? null
        : found.countBefore(first.number, among) + found.columnsOf(first.number).indexOf(first.column),
    match_count: found.countBefore(scan.decidedRows, among),
  };
}

/** The rows that a filter leaves, with their places among them. */
function* placed(numbers: Iterable<number>, filter: FilterScan | null): Generator<PlacedRow> {
  for (const number of numbers) {
    if (filter === null) yield [number, number];
    else if (filter.rows.has(number)) yield [filter.rows.countBefore(number), number];
  }
}

/** The matches of rows in another order. All rows have to be searched before it is clear which come first. */
export async function matchesInOrder(
  scan: FindScan,
  filter: FilterScan | null,
  order: ViewOrder,
  { limit, fromRow, beforeRow }: MatchRange,
  signal: AbortSignal,
): Promise<Omit<MatchesPage, 'complete'>> {
  await scan.until(() => false, signal);
  const { found } = scan;
  const rows = beforeRow === null ? ascending(order, fromRow, signal) : descending(order, beforeRow, signal);
  const items = await firstMatches(rows, (row) => found.columnsOf(row), limit, beforeRow !== null);
  const [first] = items;
  return {
    items: items.map(shownMatch),
    first_place: first === undefined || first.row > TOP_ROWS ? null : await countBefore(first, order, found),
    match_count: found.countBefore(scan.decidedRows, filter?.rows ?? null),
  };
}

async function countBefore(
  { row, column, number }: { readonly row: number; readonly column: number; readonly number: number },
  order: ViewOrder,
  found: FindScan['found'],
): Promise<number> {
  const before = await order.rows(0, row);
  const inRows = before.reduce((sum, one) => sum + found.columnsOf(one).length, 0);
  return inRows + found.columnsOf(number).indexOf(column);
}

async function* ascending(order: ViewOrder, fromRow: number, signal: AbortSignal): AsyncGenerator<PlacedRow> {
  for (let from = fromRow; from < order.count; from += ROWS_AT_ONCE) {
    signal.throwIfAborted();
    for (const [index, number] of (await order.rows(from, ROWS_AT_ONCE)).entries()) yield [from + index, number];
  }
}

async function* descending(order: ViewOrder, beforeRow: number, signal: AbortSignal): AsyncGenerator<PlacedRow> {
  for (let end = Math.min(beforeRow, order.count); end > 0; end -= ROWS_AT_ONCE) {
    signal.throwIfAborted();
    const from = Math.max(0, end - ROWS_AT_ONCE);
    const numbers = await order.rows(from, end - from);
    for (const [index, number] of numbers.toReversed().entries()) yield [end - 1 - index, number];
  }
}
