import type { ColumnStatistics, MatchesPage, ResultFilter, ResultRow } from '#libs/api';
import type { FindText } from '#libs/results';
import type { RowOrder } from '../order/row-order.js';

/** Which rows of a result, in which order. Without conditions all rows; without an order that of the database. */
export interface RowsView {
  readonly filters: readonly ResultFilter[];
  readonly order: RowOrder | null;
}

/** Some rows of a view. */
export interface ViewPage {
  readonly rows: readonly ResultRow[];
  /** Their places in the result as it came, from 0. */
  readonly numbers: readonly number[];
  /** Rows of the view; null while they are counted. */
  readonly count: number | null;
}

/** Which matches: at most `limit` from a row of the view on, or the last ones before a row. */
export interface MatchRange {
  readonly fromRow: number;
  readonly beforeRow: number | null;
  readonly limit: number;
}

/**
 * A result filtered, searched and summed up, as far as its rows are there. Each call throws when `signal` is aborted, which
 * also stops what nothing else waits for. The conditions are ones that `filterFaults` accepts.
 */
export interface ResultViews {
  /** At most `limit` rows from the `offset`-th of the view on; fewer when they are long. */
  page(view: RowsView, offset: number, limit: number, signal: AbortSignal): Promise<ViewPage>;
  /** How many rows the view has. */
  count(view: RowsView, signal: AbortSignal): Promise<number>;
  /** All rows of a view, some at a time. */
  batches(view: RowsView, signal: AbortSignal): AsyncGenerator<readonly ResultRow[]>;
  /** The cells of a view that contain a text. */
  matches(view: RowsView, find: FindText, range: MatchRange, signal: AbortSignal): Promise<MatchesPage>;
  /** Sums up a column, counted from 0, over the rows that match. */
  statistics(column: number, filters: readonly ResultFilter[], signal: AbortSignal): Promise<ColumnStatistics>;
}
