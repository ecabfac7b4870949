import { setImmediate as nextTurn } from 'node:timers/promises';
import { PAGE_ROWS, WHOLE_RESULT_ROWS } from '#libs/api';
import type { Notice, ResultColumn, ResultRow, RowsPage, StatementResult, StatementStatus } from '#libs/api';
import { hasOwnDates, withOwnDates } from '#libs/results';
import type { ParameterValue } from '#libs/sql';
import type { EncodedRow, NotSucceeded, ResultOrigins, ResultSink, StatementOutcome } from '../../connections/index.js';
import { runNotFound } from '../run-not-found.js';
import { shownOutcome } from '../spool/spool-failure.js';
import type { CollectedStatement, CollectorEvents, ResultStorage, StatementProgress } from './collector-deps.js';
import type { MemoryBudget } from './memory-budget.js';
import { HeldRows } from './held-rows.js';
import type { EncodedRows } from './row-buffer.js';
import { NoticeList, OWN_DATES } from './notice-list.js';
import { StatementCourse } from './statement-course.js';
import { MAX_PAGE_CHARS, rowsOf, sorted } from './result-page.js';
import { HeldViews } from '../filter/held-views.js';
import type { ResultViews } from '../filter/result-views.js';
import type { SpoolViews } from '../filter/spool-views.js';
import type { ResultSpool } from '../spool/result-spool.js';
import type { SpoolOrders } from '../order/spool-orders.js';
import type { RowOrder } from '../order/row-order.js';

interface ColumnsOfResult {
  readonly columns: readonly ResultColumn[] | null;
}

/** One statement of a run and what has come of it so far. */
export class StatementCollector implements ResultSink {
  private columnList: readonly ResultColumn[] | null = null;
  origins: ResultOrigins | null = null;
  private readonly held: HeldRows;
  private received = 0;
  private spool: ResultSpool | null = null;
  private orders: SpoolOrders | null = null;
  private spoolViews: SpoolViews | null = null;
  private readonly notices: NoticeList;
  private showing: Promise<void> = Promise.resolve();
  private readonly course: StatementCourse;
  private isDiscarded = false;

  constructor(
    private readonly index: number,
    private readonly statement: CollectedStatement,
    private readonly budget: MemoryBudget,
    private readonly storage: ResultStorage,
    private readonly events: CollectorEvents,
    monotonicMs: () => number,
  ) {
    this.held = new HeldRows(budget);
    this.notices = new NoticeList(budget);
    this.course = new StatementCourse(statement.start, monotonicMs);
  }

  get status(): StatementStatus {
    return this.course.status;
  }

  get sql(): string {
    return this.statement.sql;
  }

  /** What the disk refused, if anything. */
  get spoolError(): Error | null {
    return this.spool?.error ?? null;
  }

  /** Bytes that the result takes on disk so far. */
  get spooledBytes(): number {
    return this.spool?.bytes ?? 0;
  }

  get receivedRows(): number {
    return this.received;
  }

  get returnsRows(): boolean {
    return this.columnList !== null;
  }

  /** What went wrong; it may repeat values of parameters. */
  get errorMessage(): string | null {
    return this.course.error?.message ?? null;
  }

  /** Values of its parameters, which nothing that is kept may repeat. */
  get parameterValues(): readonly ParameterValue[] {
    return this.statement.binding?.values ?? [];
  }

  begin(): void {
    this.course.begin();
  }

  columns(columns: ResultColumn[]): void {
    const own = this.origins?.ownSettings ?? [];
    if (hasOwnDates(columns, own)) this.notices.add(OWN_DATES);
    this.columnList = this.budget.columns.shared(withOwnDates(columns, own));
  }

  sources(origins: ResultOrigins): void {
    this.origins = { ...origins, columns: this.budget.sources.shared(origins.columns) };
  }

  row(row: ResultRow): boolean {
    this.received += 1;
    if (this.spool !== null) return this.keep(this.spool, row);
    this.held.append(row);
    return this.wantsMore();
  }

  encodedRow(row: EncodedRow): boolean {
    if (this.spool !== null) return this.row(row.cells());
    this.received += 1;
    this.held.appendEncoded(row);
    return this.wantsMore();
  }

  private wantsMore(): boolean {
    if (this.received > WHOLE_RESULT_ROWS || this.held.isOverBudget) return this.startPaging();
    return this.received === PAGE_ROWS + 1 ? this.showFirstRows() : true;
  }

  async drained(): Promise<void> {
    await this.showing;
    await this.spool?.drained();
  }

  notice(notice: Notice): void {
    this.notices.add(notice);
  }

  async end(outcome: StatementOutcome): Promise<void> {
    await this.spool?.finish();
    // What could not be kept has not been received as far as is known.
    if (this.spool !== null && this.spoolError !== null) this.limitTo(this.spool.readableRows);
    this.course.end(outcome, shownOutcome(outcome, this.spoolError, this.received));
  }

  /** Ends a statement after an error of the workbench itself; the rows that can be read are kept. */
  breakOff(outcome: NotSucceeded): void {
    if (this.spool !== null) this.limitTo(this.spool.readableRows);
    this.course.end(outcome);
  }

  private limitTo(rows: number): void {
    this.received = rows;
    this.held.replace(this.held.rows().slice(0, rows));
  }

  /** The statement as the API shows it, a `StatementResult` as JSON but for the `]}` behind its rows; while it runs, only its first page. */
  json(): { readonly head: string; readonly rows: EncodedRows } {
    return { head: `${JSON.stringify(this.withoutRows()).slice(0, -1)},"rows":[`, rows: this.visibleRows() };
  }

  private withoutRows(): Readonly<Omit<StatementResult, 'rows' | 'columns'>> & ColumnsOfResult {
    const { sql, start } = this.statement;
    return { ...this.progress(), sql, start, columns: this.columnList, notices: this.notices.shown() };
  }

  progress(): StatementProgress {
    const { status, carriedOut, isOver, elapsedMs, error } = this.course;
    return {
      index: this.index,
      status,
      command: carriedOut?.command ?? null,
      row_count: this.rowCount,
      received_rows: this.received,
      spooled_bytes: this.spooledBytes,
      complete: isOver,
      delivery: this.spool === null ? 'whole' : 'paged',
      affected_rows: carriedOut?.affectedRows ?? null,
      elapsed_ms: elapsedMs,
      error,
    };
  }

  /** True when no more rows will come. */
  get isOver(): boolean {
    return this.course.isOver;
  }

  private get rowCount(): number | null {
    return this.isOver && this.columnList !== null ? this.received : null;
  }

  private visibleRows(): EncodedRows {
    return this.isOver || this.spool !== null ? this.held.all() : this.held.firstPage();
  }

  /** Null for a statement without rows. */
  get resultColumns(): readonly ResultColumn[] | null {
    return this.columnList;
  }

  /** The file of a spooled result, a JSON array in each line; null for rows in memory. */
  get spoolPath(): string | null {
    return this.spool?.path ?? null;
  }

  /** Throws `run-not-found` once the result is discarded: rows that are gone are no empty result. */
  requireKept(): void {
    if (this.isDiscarded) throw runNotFound();
  }

  /** Every row of a finished result in the order in which it came, some at a time. */
  async *batches(): AsyncGenerator<ResultRow[]> {
    this.requireKept();
    if (this.spool === null) yield this.held.rows();
    else for await (const lines of this.spool.chunks()) yield rowsOf(lines);
  }

  /** The same as `page` in another order; only for a finished result. */
  async sortedPage(offset: number, limit: number, order: RowOrder): Promise<RowsPage> {
    this.requireKept();
    const rows =
      this.spool === null
        ? sorted(this.held.rows(), order).slice(offset, offset + limit)
        : await this.ordersOf(this.spool).read(order, offset, limit, MAX_PAGE_CHARS);
    return { offset, rows, row_count: this.rowCount, complete: this.isOver };
  }

  /** Rows from `offset` on, wherever they are kept. */
  async page(offset: number, limit: number): Promise<RowsPage> {
    this.requireKept();
    const rows =
      this.spool === null
        ? this.held.rows().slice(offset, offset + limit)
        : await this.spool.read(offset, limit, MAX_PAGE_CHARS);
    return { offset, rows, row_count: this.rowCount, complete: this.isOver };
  }

  /** The rows that are there, to be filtered, searched and summed up. */
  views(): ResultViews {
    this.requireKept();
    const columns = this.columnList ?? [];
    if (this.spool === null) return new HeldViews(this.held.rows(), columns, this.isOver);
    return (this.spoolViews ??= this.storage.openViews(this.spool, columns, () => this.isOver));
  }

  /** Moves the rows of a finished result from memory to disk, all but the first page; leaves them where there is no room. */
  async moveToDisk(): Promise<void> {
    if (!this.isOver || this.spool !== null || this.columnList === null || this.rowCount === 0) return;
    const rows = this.held.rows();
    const spool = this.storage.openSpool(this.columnList);
    for (const row of rows) {
      if (spool.append(row)) continue;
      await nextTurn();
      await spool.drained();
    }
    await spool.finish();
    if (spool.error !== null || this.isDiscarded) {
      await spool.discard();
      return;
    }
    this.spool = spool;
    this.held.replaceByPageOf(rows);
  }

  async discard(): Promise<void> {
    this.isDiscarded = true;
    // Both at once: the bytes are given back before anything is waited for.
    const spool = this.spool?.discard();
    const orders = this.orders?.discard();
    const views = this.spoolViews?.discard();
    this.held.clear();
    await spool;
    await orders;
    await views;
  }

  private ordersOf(spool: ResultSpool): SpoolOrders {
    this.orders ??= this.storage.openOrders(spool, this.columnList ?? []);
    return this.orders;
  }

  /** The rest waits for a moment, so that the first rows are not shown behind it. */
  private showFirstRows(): false {
    this.events.firstRows();
    this.showing = nextTurn().then(() => nextTurn());
    return false;
  }

  /** From here on rows go to disk; memory keeps the first page. */
  private startPaging(): boolean {
    const spool = this.storage.openSpool(this.columnList ?? []);
    this.spool = spool;
    const isKept = (row: ResultRow): boolean => spool.append(row) || spool.error === null;
    this.held.replaceByPageOf(this.held.rows().filter(isKept));
    if (spool.error !== null) this.events.spoolFailed();
    this.events.firstPage();
    return false;
  }

  private keep(spool: ResultSpool, row: ResultRow): boolean {
    const hasRoom = spool.append(row);
    if (spool.error !== null) this.events.spoolFailed();
    return hasRoom;
  }
}
