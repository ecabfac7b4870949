import { setImmediate as nextTurn } from 'node:timers/promises';
import { PAGE_ROWS, WHOLE_RESULT_ROWS } from '#libs/api';
import type { Notice, ResultColumn, ResultRow, RowsPage, StatementResult, StatementStatus } from '#libs/api';
import { cellsInLine, compareCells } from '#libs/results';
import { withoutValues } from '#libs/sql';
import type { EncodedRow, ResultSink, StatementOutcome } from '../connections/index.js';
import { cannotKeep } from './cannot-keep.js';
import { HeldRows } from './held-rows.js';
import type { LentRows } from './held-rows.js';
import type { ResultSpool } from './result-spool.js';
import type { RunStatement, StatementBinding } from './run-statements.js';
import type { SpoolOrders } from './sorting/spool-orders.js';
import type { RowOrder } from './sorting/spool-order.js';

/** Notices beyond this are counted, not kept: a loop that raises a million of them is no reason to run out of memory. */
const MAX_NOTICES = 1000;

/** Characters of cells in one answer; above it a page ends early. */
export const MAX_PAGE_CHARS = 32 * 1024 * 1024;

/** How many characters of cells one run may still hold in memory. Statements of a run share it. */
export interface MemoryBudget {
  remainingChars: number;
}

/** Where a collector keeps what is too much for memory. */
export interface ResultKeeping {
  openSpool(columns: readonly ResultColumn[]): ResultSpool;
  openOrders(spool: ResultSpool, columns: readonly ResultColumn[]): SpoolOrders;
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

/** One statement of a run and what has come of it so far. */
export class StatementCollector implements ResultSink {
  status: StatementStatus = 'not_run';
  private columnList: ResultColumn[] | null = null;
  private held = new HeldRows();
  private received = 0;
  private heldChars = 0;
  private spool: ResultSpool | null = null;
  private orders: SpoolOrders | null = null;
  private readonly notices: Notice[] = [];
  private droppedNotices = 0;
  private showing: Promise<void> = Promise.resolve();
  private startedAtMs = 0;
  private elapsedMs = 0;
  private outcome: StatementOutcome | null = null;
  private isDiscarded = false;

  constructor(
    private readonly index: number,
    private readonly statement: RunStatement,
    private readonly budget: MemoryBudget,
    private readonly keeping: ResultKeeping,
    private readonly events: CollectorEvents,
    private readonly monotonicMs: () => number,
  ) {}

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

  get binding(): StatementBinding | undefined {
    return this.statement.binding;
  }

  /** What went wrong, for keeping: without the values of parameters. */
  get errorMessage(): string | null {
    if (this.outcome?.status !== 'failed') return null;
    return withoutValues(this.outcome.error.message, this.binding?.values ?? []);
  }

  begin(): void {
    this.status = 'running';
    this.startedAtMs = this.monotonicMs();
  }

  columns(columns: ResultColumn[]): void {
    this.columnList = columns;
  }

  row(row: ResultRow): boolean {
    this.received += 1;
    if (this.spool !== null) return this.keep(this.spool, row);
    this.hold(charsOf(row));
    this.held.append(row);
    return this.wantsMore();
  }

  encodedRow(row: EncodedRow): boolean {
    if (this.spool !== null) return this.row(row.cells());
    this.received += 1;
    this.hold(this.held.appendEncoded(row));
    return this.wantsMore();
  }

  private wantsMore(): boolean {
    if (this.received > WHOLE_RESULT_ROWS || this.budget.remainingChars < 0) return this.startPaging();
    return this.received === PAGE_ROWS + 1 ? this.showFirstRows() : true;
  }

  async drained(): Promise<void> {
    await this.showing;
    await this.spool?.drained();
  }

  notice(notice: Notice): void {
    if (this.notices.length < MAX_NOTICES) this.notices.push(notice);
    else this.droppedNotices += 1;
  }

  async end(outcome: StatementOutcome): Promise<void> {
    await this.spool?.finish();
    // What could not be kept has not been received as far as is known.
    if (this.spool !== null && this.spoolError !== null) this.limitTo(this.spool.readableRows);
    this.outcome =
      this.spoolError === null
        ? outcome
        : { status: 'failed', error: cannotKeep(this.spoolError, this.received), isSessionLost: isLoss(outcome) };
    this.status = this.outcome.status;
    this.elapsedMs = this.monotonicMs() - this.startedAtMs;
  }

  private limitTo(rows: number): void {
    this.received = rows;
    this.replaceHeld(this.held.rows().slice(0, rows));
  }

  /** The statement as the API shows it, a `StatementResult` as JSON but for the `]}` behind its rows; while it runs, only its first page. */
  json(): { readonly head: string; readonly rows: LentRows } {
    return { head: `${JSON.stringify(this.withoutRows()).slice(0, -1)},"rows":[`, rows: this.visibleRows() };
  }

  private withoutRows(): Omit<StatementResult, 'rows'> {
    const { outcome, isOver } = this;
    return {
      index: this.index,
      sql: this.statement.sql,
      start: this.statement.start,
      status: this.status,
      command: outcome?.status === 'succeeded' ? outcome.command : null,
      columns: this.columnList,
      row_count: this.rowCount,
      received_rows: this.received,
      spooled_bytes: this.spooledBytes,
      complete: isOver,
      delivery: this.spool === null ? 'whole' : 'paged',
      affected_rows: outcome?.status === 'succeeded' ? outcome.affectedRows : null,
      elapsed_ms: rounded(this.status === 'running' ? this.monotonicMs() - this.startedAtMs : this.elapsedMs),
      notices: this.shownNotices(),
      error: outcome?.status === 'failed' ? this.errorInText(outcome) : null,
    };
  }

  /** True when no more rows will come. */
  get isOver(): boolean {
    return this.status !== 'running' && this.status !== 'not_run';
  }

  private get rowCount(): number | null {
    return this.isOver && this.columnList !== null ? this.received : null;
  }

  private visibleRows(): LentRows {
    if (this.isOver || this.spool !== null) return this.held.all();
    return { bytes: this.held.firstPage(), giveBack: () => undefined };
  }

  /** Null for a statement without rows. */
  get resultColumns(): readonly ResultColumn[] | null {
    return this.columnList;
  }

  /** The file of a spooled result, a JSON array in each line; null for rows in memory. */
  get spoolPath(): string | null {
    return this.spool?.path ?? null;
  }

  /** Every row of a finished result in the order in which it came, some at a time. */
  async *batches(): AsyncGenerator<ResultRow[]> {
    if (this.spool === null) yield this.held.rows();
    else for await (const lines of this.spool.chunks()) yield rowsOf(lines);
  }

  /** The same as `page` in another order; only for a finished result. */
  async sortedPage(offset: number, limit: number, order: RowOrder): Promise<RowsPage> {
    const rows =
      this.spool === null
        ? sorted(this.held.rows(), order).slice(offset, offset + limit)
        : await this.ordersOf(this.spool).read(order, offset, limit, MAX_PAGE_CHARS);
    return { offset, rows, row_count: this.rowCount, complete: this.isOver };
  }

  /** Rows from `offset` on, wherever they are kept. */
  async page(offset: number, limit: number): Promise<RowsPage> {
    const rows =
      this.spool === null
        ? this.held.rows().slice(offset, offset + limit)
        : await this.spool.read(offset, limit, MAX_PAGE_CHARS);
    return { offset, rows, row_count: this.rowCount, complete: this.isOver };
  }

  /** Moves the rows of a finished result from memory to disk, all but the first page; leaves them where there is no room. */
  async moveToDisk(): Promise<void> {
    if (!this.isOver || this.spool !== null || this.columnList === null || this.rowCount === 0) return;
    const rows = this.held.rows();
    const spool = this.keeping.openSpool(this.columnList);
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
    this.holdFirstPage(rows);
  }

  async discard(): Promise<void> {
    this.isDiscarded = true;
    // Both at once: the bytes are given back before anything is waited for.
    const spool = this.spool?.discard();
    const orders = this.orders?.discard();
    this.held.clear();
    await spool;
    await orders;
  }

  private ordersOf(spool: ResultSpool): SpoolOrders {
    this.orders ??= this.keeping.openOrders(spool, this.columnList ?? []);
    return this.orders;
  }

  private holdFirstPage(rows: readonly ResultRow[]): void {
    const page = firstPage(rows);
    this.replaceHeld(page);
    this.hold(page.reduce((sum, row) => sum + charsOf(row), 0) - this.heldChars);
  }

  private replaceHeld(rows: readonly ResultRow[]): void {
    this.held.clear();
    this.held = new HeldRows(rows);
  }

  private hold(chars: number): void {
    this.heldChars += chars;
    this.budget.remainingChars -= chars;
  }

  /** The rest waits for a moment, so that the first rows are not shown behind it. */
  private showFirstRows(): false {
    this.events.firstRows();
    this.showing = nextTurn().then(() => nextTurn());
    return false;
  }

  /** From here on rows go to disk; memory keeps the first page. */
  private startPaging(): boolean {
    const spool = this.keeping.openSpool(this.columnList ?? []);
    this.spool = spool;
    const isKept = (row: ResultRow): boolean => spool.append(row) || spool.error === null;
    this.holdFirstPage(this.held.rows().filter(isKept));
    if (spool.error !== null) this.events.spoolFailed();
    this.events.firstPage();
    return false;
  }

  private keep(spool: ResultSpool, row: ResultRow): boolean {
    const hasRoom = spool.append(row);
    if (spool.error !== null) this.events.spoolFailed();
    return hasRoom;
  }

  private shownNotices(): Notice[] {
    if (this.droppedNotices === 0) return this.notices;
    const message = `${this.droppedNotices} more notices are not shown`;
    return [...this.notices, { severity: 'NOTICE', message, sqlstate: null, detail: null, hint: null }];
  }

  /** Positions are reported in the text that the person sent, not in the statement. */
  private errorInText({ error }: Extract<StatementOutcome, { status: 'failed' }>): StatementResult['error'] {
    return error.position === null ? error : { ...error, position: error.position + this.statement.start };
  }
}

/** The rows in lines of a spool. */
function rowsOf(lines: string): ResultRow[] {
  return lines.slice(0, -1).split('\n').map(cellsInLine);
}

/** Equal values stay in their order; NULL comes first when descending. */
function sorted(rows: readonly ResultRow[], { column, kind, direction }: RowOrder): ResultRow[] {
  const compare = compareCells(kind);
  const sign = direction === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => sign * compare(a[column] ?? null, b[column] ?? null));
}

function firstPage(rows: readonly ResultRow[]): ResultRow[] {
  const page: ResultRow[] = [];
  let chars = 0;
  for (const row of rows.slice(0, PAGE_ROWS)) {
    chars += charsOf(row);
    if (chars > MAX_PAGE_CHARS && page.length > 0) break;
    page.push(row);
  }
  return page;
}

/** Characters that a row adds to an answer, its punctuation included. */
function charsOf(row: ResultRow): number {
  let chars = row.length;
  for (const cell of row) chars += cell?.length ?? 0;
  return chars;
}

function isLoss(outcome: StatementOutcome): boolean {
  return outcome.status === 'failed' && outcome.isSessionLost;
}

/** Microseconds are enough. */
function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
