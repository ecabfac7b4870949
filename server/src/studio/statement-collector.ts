import { PAGE_ROWS, WHOLE_RESULT_ROWS } from '#libs/api';
import type { Notice, ResultColumn, ResultRow, RowsPage, StatementResult, StatementStatus } from '#libs/api';
import { compareCells } from '#libs/results';
import type { SqlStatement } from '#libs/sql';
import type { ResultSink, StatementOutcome } from '../connections/index.js';
import type { ResultSpool } from './result-spool.js';
import { SpoolOrders } from './sorting/spool-orders.js';
import type { RowOrder } from './sorting/spool-order.js';

/** Notices beyond this are counted, not kept: a loop that raises a million of them is no reason to run out of memory. */
const MAX_NOTICES = 1000;

/** Characters of cells in one answer; above it a page ends early. */
export const MAX_PAGE_CHARS = 32 * 1024 * 1024;

/** How many characters of cells one run may still hold in memory. Statements of a run share it. */
export interface MemoryBudget {
  remainingChars: number;
}

/** What a collector tells its run. */
export interface CollectorEvents {
  /** It is clear that the result will be paged, and its first page is there. */
  firstPage(): void;
  /** The rest of the result cannot be kept. */
  spoolFailed(): void;
}

/** One statement of a run and what has come of it so far. */
export class StatementCollector implements ResultSink {
  status: StatementStatus = 'not_run';
  private columnList: ResultColumn[] | null = null;
  private rows: ResultRow[] = [];
  /** The rows as JSON once they are final: one long string instead of thousands of short ones. */
  private rowsJson: string | null = null;
  private received = 0;
  private heldChars = 0;
  private spool: ResultSpool | null = null;
  private orders: SpoolOrders | null = null;
  private readonly notices: Notice[] = [];
  private droppedNotices = 0;
  private startedAtMs = 0;
  private elapsedMs = 0;
  private outcome: StatementOutcome | null = null;

  constructor(
    private readonly index: number,
    private readonly statement: SqlStatement,
    private readonly budget: MemoryBudget,
    private readonly openSpool: () => ResultSpool,
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

  get receivedRows(): number {
    return this.received;
  }

  get returnsRows(): boolean {
    return this.columnList !== null;
  }

  get errorMessage(): string | null {
    return this.outcome?.status === 'failed' ? this.outcome.error.message : null;
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
    this.rows.push(row);
    if (this.received <= WHOLE_RESULT_ROWS && this.budget.remainingChars >= 0) return true;
    return this.startPaging();
  }

  drained(): Promise<void> {
    return this.spool?.drained() ?? Promise.resolve();
  }

  notice(notice: Notice): void {
    if (this.notices.length < MAX_NOTICES) this.notices.push(notice);
    else this.droppedNotices += 1;
  }

  async end(outcome: StatementOutcome): Promise<void> {
    await this.spool?.finish();
    this.outcome =
      this.spoolError === null
        ? outcome
        : { status: 'failed', error: cannotKeep(this.spoolError), isSessionLost: false };
    this.status = this.outcome.status;
    this.elapsedMs = this.monotonicMs() - this.startedAtMs;
  }

  /** The statement as the API shows it, a `StatementResult` as JSON; while it runs, only its first page. */
  json(): string {
    return `${JSON.stringify(this.withoutRows()).slice(0, -1)},"rows":${this.visibleRowsJson()}}`;
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

  private visibleRowsJson(): string {
    if (this.rowsJson !== null) return this.rowsJson;
    const isFinal = this.isOver || this.spool !== null;
    const text = JSON.stringify(isFinal ? this.rows : this.rows.slice(0, PAGE_ROWS));
    if (isFinal) {
      this.rowsJson = text;
      this.rows = [];
    }
    return text;
  }

  /** Null for a statement without rows. */
  get resultColumns(): readonly ResultColumn[] | null {
    return this.columnList;
  }

  /** Every row of a finished result in the order in which it came, some at a time. */
  async *batches(): AsyncGenerator<ResultRow[]> {
    if (this.spool === null) yield this.heldRows();
    else for await (const lines of this.spool.chunks()) yield rowsOf(lines);
  }

  /** The same as `page` in another order; only for a finished result. */
  async sortedPage(offset: number, limit: number, order: RowOrder): Promise<RowsPage> {
    const rows =
      this.spool === null
        ? sorted(this.heldRows(), order).slice(offset, offset + limit)
        : await this.orderOf(this.spool, order).then((made) => made.read(offset, limit, MAX_PAGE_CHARS));
    return { offset, rows, row_count: this.rowCount, complete: this.isOver };
  }

  /** Rows from `offset` on, wherever they are kept. */
  async page(offset: number, limit: number): Promise<RowsPage> {
    const rows =
      this.spool === null
        ? this.heldRows().slice(offset, offset + limit)
        : await this.spool.read(offset, limit, MAX_PAGE_CHARS);
    return { offset, rows, row_count: this.rowCount, complete: this.isOver };
  }

  async discard(): Promise<void> {
    await this.orders?.discard();
    await this.spool?.discard();
    this.rows = [];
    this.rowsJson = '[]';
  }

  private orderOf(spool: ResultSpool, order: RowOrder): ReturnType<SpoolOrders['get']> {
    this.orders ??= new SpoolOrders(spool);
    return this.orders.get(order);
  }

  private heldRows(): ResultRow[] {
    return this.rowsJson === null ? this.rows : (JSON.parse(this.rowsJson) as ResultRow[]);
  }

  private hold(chars: number): void {
    this.heldChars += chars;
    this.budget.remainingChars -= chars;
  }

  /** From here on rows go to disk; memory keeps the first page. */
  private startPaging(): boolean {
    this.spool = this.openSpool();
    for (const row of this.rows) this.spool.append(row);
    this.rows = firstPage(this.rows);
    this.hold(this.rows.reduce((sum, row) => sum + charsOf(row), 0) - this.heldChars);
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

  /** Positions are told in the text that the person sent, not in the statement. */
  private errorInText({ error }: Extract<StatementOutcome, { status: 'failed' }>): StatementResult['error'] {
    return error.position === null ? error : { ...error, position: error.position + this.statement.start };
  }
}

/** The rows in lines of a spool. */
function rowsOf(lines: string): ResultRow[] {
  return JSON.parse(`[${lines.slice(0, -1).replaceAll('\n', ',')}]`) as ResultRow[];
}

/** Equal values stay in their order; NULL comes first when descending. */
function sorted(rows: readonly ResultRow[], { column, kind, direction }: RowOrder): ResultRow[] {
  const compare = compareCells(kind);
  const sign = direction === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => sign * compare(a[column] ?? null, b[column] ?? null));
}

function firstPage(rows: ResultRow[]): ResultRow[] {
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

function cannotKeep(error: Error) {
  const isFull = 'code' in error && error.code === 'ENOSPC';
  const message = isFull
    ? 'The disk of the workbench is full, so the rest of the result could not be kept.'
    : `The result could not be kept: ${'code' in error ? 'its file could not be written.' : error.message}`;
  return { message, sqlstate: null, position: null, detail: null, hint: 'Add a LIMIT, or select fewer columns.' };
}

/** Microseconds are enough. */
function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
