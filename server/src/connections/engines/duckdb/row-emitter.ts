import { setImmediate } from 'node:timers/promises';
import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { ResultSink } from '../connector.js';
import type { EngineCalls } from './engine-calls.js';
import { TextColumn, type VectorAccess } from './text-column.js';

/** Cells turned into strings before other work of the process gets its turn. */
const CELLS_PER_TURN = 30_000;

/** Hands the rows of chunks of VARCHAR columns to a sink, as fast as the sink takes them. */
export class RowEmitter {
  rowCount = 0;

  constructor(
    private readonly vectors: VectorAccess,
    private readonly sink: ResultSink,
    private readonly calls: EngineCalls,
  ) {}

  /** Emits the rows of a chunk. */
  async emit(chunk: DuckDBDataChunk, columnCount: number): Promise<void> {
    await this.emitRows(chunk, columnCount, chunk.rowCount);
  }

  /** Emits the rows of a chunk up to the one whose column behind the last is not NULL; true when there was one. */
  async emitUntilMark(chunk: DuckDBDataChunk, columnCount: number): Promise<boolean> {
    const last = chunk.rowCount - 1;
    const isMarked = new TextColumn(this.vectors, chunk.chunk, columnCount, chunk.rowCount).isValid(last);
    await this.emitRows(chunk, columnCount, isMarked ? last : last + 1);
    return isMarked;
  }

  private async emitRows(chunk: DuckDBDataChunk, columnCount: number, rowCount: number): Promise<void> {
    const columns = Array.from(
      { length: columnCount },
      (_, index) => new TextColumn(this.vectors, chunk.chunk, index, chunk.rowCount),
    );
    const rowsPerTurn = Math.max(1, Math.floor(CELLS_PER_TURN / Math.max(1, columnCount)));
    for (let row = 0; row < rowCount; row++) {
      if (row > 0 && row % rowsPerTurn === 0) await setImmediate();
      this.calls.checkStop();
      this.rowCount++;
      const isWanted = this.sink.row(columns.map((column) => column.cell(row)));
      if (!isWanted) await Promise.race([this.sink.drained(), this.calls.stopRequested]);
    }
  }
}
