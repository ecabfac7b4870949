import type { ColumnStatistics, MatchesPage, ResultColumn, ResultFilter, ResultRow } from '#libs/api';
import { ABORTED } from '#libs/async';
import { cellsInLine } from '#libs/results';
import type { FindText } from '#libs/results';
import { MAX_PAGE_CHARS } from '../collector/result-page.js';
import type { EngineOrders } from '../order/engine-orders.js';
import type { SortEngine } from '../order/sort-engine.js';
import type { RowOrder } from '../order/row-order.js';
import type { ResultSpool } from '../spool/result-spool.js';
import { FilterScan } from './filter-scan.js';
import { FindScan } from './find-scan.js';
import { linesIn } from './lines-in.js';
import { Recent } from './recent.js';
import type { MatchRange, ResultViews, RowsView, ViewPage } from './result-views.js';
import { matchesInOrder, matchesInRows } from './spool-matches.js';
import { spoolStatistics } from './spool-statistics.js';
import type { SpoolScan } from './spool-scan.js';
import { ViewOrder } from './view-order.js';

/** Filters, texts and orders of one result that are remembered; the one that was used longest ago makes room. */
const MAX_SCANS = 6;
const MAX_ORDERS = 4;
/** Rows of a sorted view that are read together when all are read. */
const ROWS_AT_ONCE = 2_000;

/** What the views of a spool are made with. */
export interface SpoolViewsParts {
  readonly spool: ResultSpool;
  readonly columns: readonly ResultColumn[];
  /** Null where the engine cannot order the rows as `compareCells` does. */
  readonly engine: EngineOrders | null;
  readonly sorting: SortEngine;
  /** True when no more rows will come. */
  readonly isOver: () => boolean;
}

/** The views of a spooled result. What was found out about its rows is remembered: a bit for each row and filter. */
export class SpoolViews implements ResultViews {
  private readonly filters = new Recent<FilterScan>(MAX_SCANS, stopped);
  private readonly finds = new Recent<FindScan>(MAX_SCANS, stopped);
  private readonly orders = new Recent<ViewOrder>(MAX_ORDERS, (order) => void order.discard());
  private filesMade = 0;
  private readonly abort = new AbortController();

  constructor(private readonly parts: SpoolViewsParts) {}

  async page(view: RowsView, offset: number, limit: number, signal: AbortSignal): Promise<ViewPage> {
    const scan = this.filterOf(view.filters);
    await scan?.until(() => view.order === null && scan.rows.count >= offset + limit, signal);
    const numbers = await this.numbersOf(view, scan, offset, limit);
    const rows = await this.parts.spool.readEach(numbers, MAX_PAGE_CHARS);
    const isCounted = this.parts.isOver() && scan?.isDecided !== false;
    const count = scan?.rows.count ?? this.parts.spool.readableRows;
    return { rows, numbers: numbers.slice(0, rows.length), count: isCounted ? count : null };
  }

  async count({ filters }: RowsView, signal: AbortSignal): Promise<number> {
    const scan = this.filterOf(filters);
    await scan?.until(() => false, signal);
    return scan?.rows.count ?? this.parts.spool.readableRows;
  }

  async *batches(view: RowsView, signal: AbortSignal): AsyncGenerator<readonly ResultRow[]> {
    const count = await this.count(view, signal);
    if (view.order === null) yield* this.filtered(view, signal);
    else {
      for (let offset = 0; offset < count;) {
        const { rows } = await this.page(view, offset, ROWS_AT_ONCE, signal);
        if (rows.length === 0) throw new Error('The rows of a view end before their time.');
        yield rows;
        offset += rows.length;
      }
    }
  }

  async matches(view: RowsView, find: FindText, range: MatchRange, signal: AbortSignal): Promise<MatchesPage> {
    const scan = this.finds.get(JSON.stringify([find.text, find.case_sensitive === true]), () => {
      this.stopIdle();
      return new FindScan(this.parts.spool, find);
    });
    const filter = this.filterOf(view.filters);
    await filter?.until(() => false, signal);
    const page =
      view.order === null
        ? await matchesInRows(scan, filter, range, signal)
        : await matchesInOrder(scan, filter, this.orderOf(view, view.order, filter), range, signal);
    return { ...page, complete: this.parts.isOver() && scan.isDecided };
  }

  async statistics(column: number, filters: readonly ResultFilter[], signal: AbortSignal): Promise<ColumnStatistics> {
    const { spool, columns, engine, sorting, isOver } = this.parts;
    const isComplete = isOver();
    const info = columns[column];
    if (info === undefined) throw new RangeError('The result has no such column.');
    const filter = this.filterOf(filters);
    await filter?.until(() => false, signal);
    this.filesMade += 1;
    const path = `${spool.path}-cells${this.filesMade}.keys`;
    const summed = { spool, column, info, among: filter?.rows ?? null, keepsTypes: engine !== null, path };
    const stop = AbortSignal.any([signal, this.abort.signal]);
    return { ...(await spoolStatistics(summed, sorting, stop)), complete: isComplete };
  }

  /** Stops what is going on and removes the files. Never rejects. */
  async discard(): Promise<void> {
    this.abort.abort(ABORTED);
    for (const scan of [...this.filters.all(), ...this.finds.all()]) scan.stop();
    await Promise.all([this.parts.engine?.discard(), ...this.orders.all().map((order) => order.discard())]);
  }

  private async numbersOf(
    view: RowsView,
    scan: FilterScan | null,
    offset: number,
    limit: number,
  ): Promise<readonly number[]> {
    if (view.order !== null) return this.orderOf(view, view.order, scan).rows(offset, limit);
    if (scan !== null) return scan.rows.slice(offset, limit);
    const end = Math.min(offset + limit, this.parts.spool.readableRows);
    return Array.from({ length: Math.max(0, end - offset) }, (_, index) => offset + index);
  }

  private filterOf(filters: readonly ResultFilter[]): FilterScan | null {
    if (this.abort.signal.aborted) throw new Error('The result is no longer wanted.');
    if (filters.length === 0) return null;
    return this.filters.get(JSON.stringify(filters), () => {
      this.stopIdle();
      return new FilterScan(this.parts.spool, this.parts.columns, filters);
    });
  }

  /** What no request waits for gives way to what one does. */
  private stopIdle(): void {
    const all: SpoolScan[] = [...this.filters.all(), ...this.finds.all()];
    for (const scan of all) if (scan.isIdle) scan.stop();
  }

  private orderOf(view: RowsView, order: RowOrder, scan: FilterScan | null): ViewOrder {
    return this.orders.get(JSON.stringify(view), () => {
      const { spool, engine } = this.parts;
      this.filesMade += 1;
      return new ViewOrder(`${spool.path}-view${this.filesMade}.order`, spool, order, scan?.rows ?? null, engine);
    });
  }

  private async *filtered(view: RowsView, signal: AbortSignal): AsyncGenerator<readonly ResultRow[]> {
    const among = this.filterOf(view.filters)?.rows ?? null;
    for await (const { bytes, firstRow } of this.parts.spool.lines()) {
      signal.throwIfAborted();
      const rows = [...linesIn(bytes, firstRow)].filter(({ row }) => among?.has(row) ?? true);
      if (rows.length > 0) yield rows.map(({ line }) => cellsInLine(line));
    }
  }
}

function stopped(scan: SpoolScan): void {
  scan.stop();
}
