import { createReadStream } from 'node:fs';
import { copyFileSql } from '#libs/imports';
import type { CopiedColumn } from '#libs/imports';
import type { ImportSession } from './import-session.js';
import type { TargetTable } from './row-target.js';

/** A piece of the file on its way to the database: large enough that few are made. */
const PIECE_BYTES = 512 * 1024;

/** A CSV file whose bytes a table takes. */
export interface CopiedFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly delimiter: string;
  /** Where its first row begins. */
  readonly bodyStart: number;
  readonly rowCount: number;
  /** The columns of the table in the order of the file. */
  readonly columns: readonly CopiedColumn[];
}

/**
 * Copies the bytes of a file into a table; true when the table has its rows. False where the database refuses one or
 * takes another number of them: then nothing of them stays, and the values of the file are to be copied, which name the
 * row. `onRows` gets a share of the rows by the bytes that were sent, and takes it back.
 */
export async function copyFile(
  session: ImportSession,
  target: TargetTable,
  file: CopiedFile,
  onRows: (count: number) => void,
): Promise<boolean> {
  const sent = new SentShare(file, onRows);
  const sql = copyFileSql(target, file.columns, { delimiter: file.delimiter, dialect: target.dialect });
  await session.run('SAVEPOINT file_copy');
  const names = file.columns.map(({ name }) => name);
  const count = await session.copyCount({ sql, table: target.table, columns: names, rows: sent });
  const isWhole = count === file.rowCount;
  if (!isWhole) await session.run('ROLLBACK TO SAVEPOINT file_copy');
  await session.run('RELEASE SAVEPOINT file_copy');
  sent.report(isWhole ? file.rowCount : 0);
  return isWhole;
}

/** The bytes of the rows, which reports how many rows they are, about, while they are sent. */
class SentShare implements AsyncIterable<Uint8Array> {
  private reported = 0;

  constructor(
    private readonly file: CopiedFile,
    private readonly onRows: (count: number) => void,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const { path, bodyStart, sizeBytes, rowCount } = this.file;
    const bytes = createReadStream(path, { start: bodyStart, highWaterMark: PIECE_BYTES });
    let sent = 0;
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      yield piece;
      sent += piece.length;
      this.report(Math.floor((rowCount * sent) / Math.max(1, sizeBytes - bodyStart)));
    }
  }

  /** Has the rows so far be `rows`. */
  report(rows: number): void {
    this.onRows(rows - this.reported);
    this.reported = rows;
  }
}
