import { lineCount, rowAtLine } from './row-at-line.js';
import type { ImportSession } from './import-session.js';
import { LoadFailure } from './load-failure.js';
import type { RowReader } from './row-reader.js';
import { copyRequestOf } from './row-target.js';
import type { TargetTable } from './row-target.js';

const PIECE_ROWS = 4_096;
/** Pieces whose rows are remembered: more than the server has not answered for. */
const REMEMBERED_PIECES = 64;

interface Piece {
  readonly rows: readonly string[];
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
class SentPieces implements AsyncIterable<Uint8Array> {
  private readonly pieces: Piece[] = [];
  private rows = 0;
  private lines = 0;

  constructor(
    private readonly reader: RowReader,
    private readonly onRows: (count: number) => void,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const rows = await this.reader.next(PIECE_ROWS);
      if (rows.length === 0) return;
      const text = rows.join('');
      this.remember(rows, text);
      yield Buffer.from(text);
      this.onRows(rows.length);
    }
  }

  /** The row of the file, from 1; null where it is not remembered. */
  rowOf(line: number): number | null {
    const piece = this.pieces.findLast(({ firstLine }) => firstLine <= line);
    const at = piece === undefined ? null : rowAtLine(piece.rows, line - piece.firstLine + 1);
    return piece === undefined || at === null ? null : piece.firstRow + at;
  }

  private remember(rows: readonly string[], text: string): void {
    this.pieces.push({ rows, firstRow: this.rows + 1, firstLine: this.lines + 1 });
    if (this.pieces.length > REMEMBERED_PIECES) this.pieces.shift();
    this.rows += rows.length;
    this.lines += lineCount(text);
  }
}
