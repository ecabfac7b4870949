import type { ResultColumn, StatementResult } from '#libs/api';
import type { ParameterValue } from '#libs/sql';
import type { SpoolViews } from '../filter/spool-views.js';
import type { SpoolOrders } from '../order/spool-orders.js';
import type { ResultSpool } from '../spool/result-spool.js';

/** The statement whose result is collected. */
export interface CollectedStatement {
  readonly sql: string;
  /** Where it begins in the text of its run, in characters. */
  readonly start: number;
  /** Values of its parameters, which a kept error must not repeat. */
  readonly binding?: { readonly values: readonly ParameterValue[] };
}

/** How far a statement is, without its texts and rows. */
export type StatementProgress = Omit<StatementResult, 'sql' | 'start' | 'columns' | 'rows' | 'notices'>;

/** Where a collector keeps what is too much for memory. */
export interface ResultStorage {
  openSpool(columns: readonly ResultColumn[]): ResultSpool;
  openOrders(spool: ResultSpool, columns: readonly ResultColumn[]): SpoolOrders;
  /** `isOver` says whether no more rows will come. */
  openViews(spool: ResultSpool, columns: readonly ResultColumn[], isOver: () => boolean): SpoolViews;
}

/** What a collector reports to its run. */
export interface CollectorEvents {
  /** There are more rows than the first page has. */
  firstRows(): void;
  /** It is clear that the result will be paged, and its first page is there. */
  firstPage(): void;
  /** The rest of the result cannot be kept. */
  spoolFailed(): void;
}
