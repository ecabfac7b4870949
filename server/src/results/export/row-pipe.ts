import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Notice, ResultColumn, ResultRow } from '#libs/api';
import { charactersOf } from '#libs/results';
import type { ResultSink } from '../../connections/index.js';

/** Rows that are handed on together. */
const BATCH_ROWS = 250;
/** Rows of very long values are handed on before. */
const BATCH_CHARS = 256 * 1024;
/** So many batches may wait for their reader before the database has to, or so many characters. */
const MAX_WAITING = 4;
const MAX_WAITING_CHARS = MAX_WAITING * BATCH_CHARS;

/** Takes a statement's rows as they arrive and hands them on as fast as they are read: the slower side sets the pace. */
export class RowPipe implements ResultSink {
  /** Null for a statement without rows; rejects where it fails before it has reported its columns. */
  readonly columnsKnown: Promise<readonly ResultColumn[] | null>;
  private readonly resolveColumns: (columns: readonly ResultColumn[] | null) => void;
  private readonly rejectColumns: (error: Error) => void;
  private batch: ResultRow[] = [];
  private batchChars = 0;
  private waiting: ResultRow[][] = [];
  private waitingChars = 0;
  private isOver = false;
  private failure: Error | null = null;
  private wakeReader: () => void = () => undefined;
  private wakeWriter: () => void = () => undefined;

  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers<readonly ResultColumn[] | null>();
    this.columnsKnown = promise;
    this.resolveColumns = resolve;
    this.rejectColumns = reject;
    promise.catch(() => undefined);
  }

  columns(columns: ResultColumn[]): void {
    this.resolveColumns(columns);
  }

  row(row: ResultRow): boolean {
    this.batch.push(row);
    this.batchChars += charactersOf(row);
    if (this.batch.length < BATCH_ROWS && this.batchChars < BATCH_CHARS) return true;
    this.handOn();
    const isFull = this.waiting.length >= MAX_WAITING || this.waitingChars >= MAX_WAITING_CHARS;
    return !isFull || this.isOver;
  }

  async drained(): Promise<void> {
    while (this.waiting.length > 0 && !this.isOver) await new Promise<void>((resolve) => (this.wakeWriter = resolve));
  }

  notice(_notice: Notice): void {
    // A file has no place for what the database says beside the rows.
  }

  /** No row comes any more; an error is reported to the reader behind the rows that came before it. */
  end(error: Error | null): void {
    if (this.isOver) return;
    this.failure = error;
    this.handOn();
    this.isOver = true;
    if (error) this.rejectColumns(error);
    else this.resolveColumns(null);
    this.wakeWriter();
    this.wakeReader();
  }

  /** The rows in order, for one reader. */
  async *batches(): AsyncGenerator<readonly ResultRow[]> {
    for (;;) {
      const batch = this.waiting.shift();
      if (batch !== undefined) {
        if (this.waiting.length === 0) {
          this.waitingChars = 0;
          this.wakeWriter();
        }
        yield batch;
        // Rows that are there already would otherwise be written one batch after the other, while no other request is answered.
        await nextTurn();
      } else if (this.isOver) {
        if (this.failure) throw this.failure;
        return;
      } else await new Promise<void>((resolve) => (this.wakeReader = resolve));
    }
  }

  private handOn(): void {
    if (this.batch.length === 0) return;
    this.waiting.push(this.batch);
    this.waitingChars += this.batchChars;
    this.batch = [];
    this.batchChars = 0;
    this.wakeReader();
  }
}
