import type { Notice, ResultColumn, ResultRow } from '#libs/api';
import type { ResultOrigins, ResultSink, StatementOutcome, Utf8Rows } from '../../connector.js';
import { BATCHES_AHEAD } from '../protocol.js';
import { RowBatchBuilder, utf8RowsFrame } from '../row-batch.js';
import type { HostLine } from './host-line.js';

/** Few enough that the texts of a batch die young. */
const BATCH_ROWS = 300;
const BATCH_CHARS = 64 * 1024;
/** A batch of longer rows goes alone: the next one waits until the workbench has taken it. */
const LARGE_BATCH_BYTES = 4 * 1024 * 1024;

/** Sends a statement's rows to the workbench in batches, no further ahead than the workbench allows. */
export class BatchingSink implements ResultSink {
  private readonly batch: RowBatchBuilder;
  private credits = BATCHES_AHEAD;
  /** What the batches on their way have cost, in order. */
  private readonly costs: number[] = [];
  private isFlushPlanned = false;
  private wake: () => void = () => undefined;

  constructor(
    private readonly id: number,
    private readonly line: HostLine,
  ) {
    this.batch = new RowBatchBuilder(id);
  }

  columns(columns: ResultColumn[]): void {
    this.line.send({ kind: 'columns', id: this.id, columns });
  }

  sources(origins: ResultOrigins): void {
    this.line.send({ kind: 'sources', id: this.id, origins });
  }

  row(row: ResultRow): boolean {
    this.batch.add(row);
    if (this.batch.rowCount >= BATCH_ROWS || this.batch.charCount >= BATCH_CHARS) this.flush();
    else if (!this.isFlushPlanned) this.planFlush();
    return this.credits > 0;
  }

  utf8Rows(rows: Utf8Rows): boolean {
    this.flush();
    this.send(utf8RowsFrame(this.id, rows));
    return this.credits > 0;
  }

  async drained(): Promise<void> {
    while (this.credits <= 0) await new Promise<void>((resolve) => (this.wake = resolve));
  }

  notice(notice: Notice): void {
    this.line.send({ kind: 'notice', id: this.id, notice });
  }

  /** The workbench has taken a batch. */
  more(): void {
    this.credits += this.costs.shift() ?? 0;
    this.wake();
  }

  /** Sends the last rows and the outcome. */
  end(outcome: StatementOutcome): void {
    this.line.together(() => {
      this.flush();
      this.line.send({ kind: 'outcome', id: this.id, outcome });
    });
  }

  /** Rows do not wait for a full batch while the engine looks for the next ones. */
  private planFlush(): void {
    this.isFlushPlanned = true;
    setImmediate(() => {
      this.isFlushPlanned = false;
      this.flush();
    });
  }

  private flush(): void {
    if (this.batch.rowCount > 0) this.send(this.batch.take());
  }

  private send(frame: Buffer): void {
    const cost = frame.length > LARGE_BATCH_BYTES ? BATCHES_AHEAD : 1;
    this.costs.push(cost);
    this.credits -= cost;
    this.line.sendRows(frame);
  }
}
