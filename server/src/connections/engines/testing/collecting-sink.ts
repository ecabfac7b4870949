import type { Notice, ResultColumn, ResultRow } from '#libs/api';
import type { ResultSink } from '../connector.js';

/** Keeps everything that a statement sends. It can ask for a pause after a number of rows, until `resume()`. */
export class CollectingSink implements ResultSink {
  resultColumns: ResultColumn[] | null = null;
  columnsCalls = 0;
  readonly rows: ResultRow[] = [];
  readonly notices: Notice[] = [];
  #waiting: (() => void)[] = [];
  #pauseAt: number;

  constructor(pauseAfterRows = Number.POSITIVE_INFINITY) {
    this.#pauseAt = pauseAfterRows;
  }

  columns(columns: ResultColumn[]): void {
    this.resultColumns = columns;
    this.columnsCalls++;
  }

  row(row: ResultRow): boolean {
    this.rows.push(row);
    return this.rows.length < this.#pauseAt;
  }

  drained(): Promise<void> {
    if (this.rows.length < this.#pauseAt) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  notice(notice: Notice): void {
    this.notices.push(notice);
  }

  /** Lets rows come again, up to the next pause. */
  resume(pauseAfterMoreRows = Number.POSITIVE_INFINITY): void {
    this.#pauseAt = this.rows.length + pauseAfterMoreRows;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  get isPaused(): boolean {
    return this.#waiting.length > 0;
  }
}
