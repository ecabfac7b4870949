import type { ResultColumn, ResultRow } from '#libs/api';
import type { ResultSink } from '../../connections/index.js';

/** Characters of rows that may wait for the database before the file is read on. */
const MAX_WAITING_CHARS = 8 * 1024 * 1024;
/** Characters after which a batch is not waited for any longer. */
const BATCH_CHARS = 2 * 1024 * 1024;

/** The texts of rows as they are read from a file, for one reader: the slower side sets the pace. */
export class RowReader implements ResultSink {
  private waiting: string[] = [];
  private at = 0;
  private chars = 0;
  private isOver = false;
  private failure: Error | null = null;
  private wakeReader: () => void = () => undefined;
  private wakeWriter: () => void = () => undefined;

  columns(_columns: ResultColumn[]): void {
    // There is one, the text of a row.
  }

  row([text]: ResultRow): boolean {
    this.waiting.push(text ?? '');
    this.chars += text?.length ?? 0;
    if (this.chars >= BATCH_CHARS) this.wakeReader();
    return this.chars < MAX_WAITING_CHARS || this.isOver;
  }

  async drained(): Promise<void> {
    while (this.chars > BATCH_CHARS && !this.isOver) await new Promise<void>((resolve) => (this.wakeWriter = resolve));
  }

  notice(): void {
    // What a person has to know of the file was shown with its preview.
  }

  /** No row comes any more. */
  end(failure: Error | null): void {
    this.failure ??= failure;
    this.isOver = true;
    this.wakeReader();
    this.wakeWriter();
  }

  /** The next rows, up to `most`; none behind the last one. Rejects where the file could not be read. */
  async next(most: number): Promise<string[]> {
    while (!this.isOver && this.waiting.length - this.at < most && this.chars < BATCH_CHARS) {
      await new Promise<void>((resolve) => (this.wakeReader = resolve));
    }
    if (this.failure !== null) throw this.failure;
    return this.take(most);
  }

  private take(most: number): string[] {
    const isAll = this.waiting.length - this.at <= most;
    const rows = isAll && this.at === 0 ? this.waiting : this.waiting.slice(this.at, this.at + most);
    if (isAll) {
      this.waiting = [];
      this.at = 0;
      this.chars = 0;
    } else {
      this.at += rows.length;
      for (const row of rows) this.chars -= row.length;
    }
    this.wakeWriter();
    return rows;
  }
}
