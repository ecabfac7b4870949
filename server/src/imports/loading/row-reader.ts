import type { ResultColumn, ResultRow } from '#libs/api';
import type { ResultSink, TextRows } from '../../connections/index.js';

/** Bytes of rows that may wait for the database before the file is read on. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
/** Bytes after which a batch is not waited for any longer. */
const BATCH_BYTES = 2 * 1024 * 1024;

/** The texts of rows as they are read from a file, for one reader: the slower side sets the pace. */
export class RowReader implements ResultSink {
  private waiting: TextRows[] = [];
  private waitingRows = 0;
  private waitingBytes = 0;
  private isOver = false;
  private failure: Error | null = null;
  private wakeReader: () => void = () => undefined;
  private wakeWriter: () => void = () => undefined;

  columns(_columns: ResultColumn[]): void {
    // There is one, the text of a row.
  }

  row([text]: ResultRow): boolean {
    return this.textRows(piece([text ?? '']));
  }

  textRows(rows: TextRows): boolean {
    this.add(rows);
    this.wakeReader();
    return this.waitingBytes < MAX_WAITING_BYTES || this.isOver;
  }

  async drained(): Promise<void> {
    while (this.waitingBytes > BATCH_BYTES && !this.isOver)
      await new Promise<void>((resolve) => (this.wakeWriter = resolve));
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
    while (!this.isOver && this.waitingRows < most && this.waitingBytes < BATCH_BYTES) await this.more();
    if (this.failure !== null) throw this.failure;
    return this.take(most);
  }

  /** The next rows as they arrived, as soon as there are any; none behind the last one. Rejects as `next` does. */
  async nextPieces(): Promise<TextRows[]> {
    while (!this.isOver && this.waiting.length === 0) await this.more();
    if (this.failure !== null) throw this.failure;
    return this.takeAll();
  }

  private more(): Promise<void> {
    return new Promise((resolve) => (this.wakeReader = resolve));
  }

  private add(rows: TextRows): void {
    this.waiting.push(rows);
    this.waitingRows += rows.rowCount;
    this.waitingBytes += rows.bytes.length;
  }

  private take(most: number): string[] {
    const texts: string[] = [];
    let pieces = 0;
    for (; pieces < this.waiting.length && texts.length < most; pieces += 1)
      for (const text of this.waiting[pieces]?.texts() ?? []) texts.push(text);
    const left = this.takeAll().slice(pieces);
    for (const rows of [...(texts.length > most ? [piece(texts.splice(most))] : []), ...left]) this.add(rows);
    return texts;
  }

  private takeAll(): TextRows[] {
    const pieces = this.waiting;
    this.waiting = [];
    this.waitingRows = 0;
    this.waitingBytes = 0;
    this.wakeWriter();
    return pieces;
  }
}

function piece(texts: string[]): TextRows {
  return { rowCount: texts.length, bytes: Buffer.from(texts.join('')), texts: () => texts };
}
