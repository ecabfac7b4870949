import { setImmediate } from 'node:timers/promises';
import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { ResultSink } from '../../connector.js';
import type { EngineCalls } from '../engine-calls.js';
import { failure } from '../statement-failure.js';
import { TextColumn, textRows, type CellColumn, type TextRows, type VectorAccess } from './text-column.js';
import { BlockCutter } from './utf8-block.js';

/** Cells handed to the sink before other work of the process gets its turn. */
const CELLS_PER_TURN = 30_000;
/** Chunks with fewer rows go row by row: the sink puts the rows of several together. */
const MIN_BLOCK_ROWS = 16;
/** Longer rows go as texts, so that a cell that no text can hold fails here. */
const MAX_BLOCK_BYTES = 1024 * 1024;
const MEBIBYTE = 1024 * 1024;
/** A row is copied several times on its way to a page, so this bounds the memory of all processes on that way. */
export const MAX_ROW_BYTES = 128 * MEBIBYTE;
const ROW_TOO_LARGE = `A row of the result is larger than ${MAX_ROW_BYTES / MEBIBYTE} MiB as text. Select fewer columns, or a part of the value, for example with left() or slices.`;

/** Hands rows to a sink, as fast as the sink takes them. */
export class RowEmitter {
  rowCount = 0;
  private readonly cutter = new BlockCutter();

  constructor(
    private readonly vectors: VectorAccess,
    private readonly sink: ResultSink,
    private readonly calls: EngineCalls,
  ) {}

  /** Emits the rows of a chunk up to the one whose column behind the last is not NULL; true when there was one. */
  async emitUntilMark(chunk: DuckDBDataChunk, columnCount: number): Promise<boolean> {
    const last = chunk.rowCount - 1;
    const isMarked = new TextColumn(this.vectors, chunk.chunk, columnCount, chunk.rowCount).isValid(last);
    const rowCount = isMarked ? last : last + 1;
    // The chunk of the mark alone: reading thousands of its columns takes time.
    if (rowCount > 0) await this.emit({ ...textRows(this.vectors, chunk, columnCount), rowCount });
    return isMarked;
  }

  /** Emits rows. */
  async emit({ columns, rowCount }: TextRows): Promise<void> {
    const rowsPerTurn = Math.max(1, Math.floor(CELLS_PER_TURN / Math.max(1, columns.length)));
    const takesBlocks = this.sink.utf8Rows !== undefined && rowCount >= MIN_BLOCK_ROWS;
    let turnEnd = rowsPerTurn;
    for (let row = 0; row < rowCount;) {
      if (row >= turnEnd) {
        await setImmediate();
        turnEnd = row + rowsPerTurn;
      }
      this.calls.checkStop();
      const before = this.rowCount;
      const isWanted = takesBlocks ? this.emitBlock(columns, row, rowCount) : this.emitRow(columns, row);
      row += this.rowCount - before;
      if (!isWanted) await Promise.race([this.sink.drained(), this.calls.stopRequested]);
    }
  }

  private emitBlock(columns: readonly CellColumn[], from: number, end: number): boolean {
    const block = this.cutter.cut(columns, from, end);
    if (block.byteCount > MAX_BLOCK_BYTES) return this.emitRow(columns, from);
    this.rowCount += block.rowCount;
    return this.sink.utf8Rows?.(block) ?? true;
  }

  private emitRow(columns: readonly CellColumn[], row: number): boolean {
    const byteCount = columns.reduce((sum, column) => sum + column.byteLength(row), 0);
    if (byteCount > MAX_ROW_BYTES) throw failure(ROW_TOO_LARGE);
    this.rowCount++;
    return this.sink.row(columns.map((column) => column.cell(row)));
  }
}
