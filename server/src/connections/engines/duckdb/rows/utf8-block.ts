import type { Utf8Rows } from '../../connector.js';
import type { CellColumn } from './text-column.js';

/** Few enough that the texts made of a block die young. */
const MAX_ROWS = 300;
const MAX_CELLS = 2048;
const BLOCK_BYTES = 64 * 1024;

/** Some rows of a chunk of VARCHAR columns, as bytes. */
export class Utf8Block implements Utf8Rows {
  readonly columnCount: number;
  readonly rowCount: number;
  readonly lengths: Uint32Array;
  readonly byteCount: number;

  constructor(
    private readonly columns: readonly CellColumn[],
    private readonly from: number,
    private readonly to: number,
  ) {
    this.columnCount = columns.length;
    this.rowCount = to - from;
    this.lengths = new Uint32Array(this.rowCount * columns.length);
    let byteCount = 0;
    for (let column = 0; column < columns.length; column++) {
      byteCount += columns[column]?.writeLengths(from, to, this.lengths, column * this.rowCount) ?? 0;
    }
    this.byteCount = byteCount;
  }

  copyTo(target: Uint8Array, start: number): void {
    let at = start;
    for (const column of this.columns) at = column.copyCells(this.from, this.to, target, at);
  }
}

/** Cuts chunks into blocks of a useful size: some hundred rows, fewer of long ones. */
export class BlockCutter {
  private rows = MAX_ROWS;

  /** A block that begins with the row `from` and ends before `end`. It has more than 128 KiB only if it is one row. */
  cut(columns: readonly CellColumn[], from: number, end: number): Utf8Block {
    for (;;) {
      const block = new Utf8Block(columns, from, Math.min(end, from + this.rows));
      const fitting = Math.floor((block.rowCount * BLOCK_BYTES) / Math.max(1, block.byteCount));
      const most = Math.max(MAX_ROWS, Math.floor(MAX_CELLS / Math.max(1, columns.length)));
      this.rows = Math.max(1, Math.min(most, fitting));
      if (block.rowCount === 1 || block.byteCount <= 2 * BLOCK_BYTES) return block;
    }
  }
}
