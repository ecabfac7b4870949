import type { TextRows } from '../../connections/index.js';
import { lineCount, rowAtLine } from './row-at-line.js';
import type { ImportSession } from './import-session.js';
import { LoadFailure } from './load-failure.js';
import type { RowReader } from './row-reader.js';
import { copyRequestOf } from './row-target.js';
import type { TargetTable } from './row-target.js';

/** Bytes of rows that are remembered: more than lie on the way to the server, which has not answered for them. */
const REMEMBERED_BYTES = 32 * 1024 * 1024;

/** Rows that were sent, from `firstRow` and `firstLine` on, from 1. */
interface Piece {
  /** Null where each row is a line: it is found without the texts, which would keep memory. */
  readonly rows: TextRows | null;
  readonly firstRow: number;
  readonly firstLine: number;
}

/** Copies all rows in one statement. Throws `LoadFailure` with the row that the database refuses. */
export async function copyAll(
  session: ImportSession,
  target: TargetTable,
  reader: RowReader,
  onRows: (count: number) => void,
): Promise<void> {
  const sent = new SentPieces(reader, onRows);
  const refusal = await session.copy({ ...copyRequestOf(target), rows: sent });
  if (refusal === null) return;
  throw new LoadFailure(refusal.message, refusal.at === null ? null : sent.rowOf(refusal.at), refusal.column);
}

/** The rows in pieces, which knows which row a line of the last pieces belongs to. */
export class SentPieces implements AsyncIterable<Uint8Array> {
  private readonly pieces: Piece[] = [];
  private bytes = 0;
  private rows = 0;
  private lines = 0;

  constructor(
    private readonly reader: RowReader,
    private readonly onRows: (count: number) => void,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const pieces = await this.reader.nextPieces();
      if (pieces.length === 0) return;
      for (const rows of pieces) {
        this.remember(rows);
        yield rows.bytes;
        this.onRows(rows.rowCount);
      }
    }
  }

  /** The row of the file, from 1; null where it is not remembered. */
  rowOf(line: number): number | null {
    const piece = this.pieces.findLast(({ firstLine }) => firstLine <= line);
    if (piece === undefined) return null;
    const place = line - piece.firstLine;
    const at = piece.rows === null ? place : rowAtLine(piece.rows.texts(), place + 1);
    return at === null ? null : piece.firstRow + at;
  }

  private remember(rows: TextRows): void {
    const lines = lineCount(rows.bytes);
    const isPlain = lines === rows.rowCount;
    const place = { firstRow: this.rows + 1, firstLine: this.lines + 1 };
    if (!isPlain || this.pieces.at(-1)?.rows !== null) this.pieces.push({ rows: isPlain ? null : rows, ...place });
    if (!isPlain) this.bytes += rows.bytes.length;
    this.rows += rows.rowCount;
    this.lines += lines;
    while (this.bytes > REMEMBERED_BYTES && this.pieces.length > 1)
      this.bytes -= this.pieces.shift()?.rows?.bytes.length ?? 0;
  }
}
