import type { Cell } from '#libs/api';
import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { DataChunk } from '@duckdb/node-bindings';
import { NULL_CELL_LENGTH } from '../../connector.js';

/** The calls into the engine that reading and filling a vector take; injected because the engine is loaded late. */
export interface VectorAccess {
  data_chunk_get_vector(chunk: DataChunk, columnIndex: number): Vector;
  vector_get_data(vector: Vector, byteCount: number): Uint8Array;
  vector_get_validity(vector: Vector, byteCount: number): Uint8Array | null;
  get_data_from_pointer(buffer: ArrayBuffer, pointerOffset: number, byteCount: number): Uint8Array;
  vector_ensure_validity_writable(vector: Vector): void;
  copy_data_to_vector(target: Vector, at: number, source: ArrayBuffer, offset: number, byteCount: number): void;
  copy_data_to_vector_validity(
    target: Vector,
    at: number,
    source: ArrayBuffer,
    offset: number,
    byteCount: number,
  ): void;
}
type Vector = import('@duckdb/node-bindings').Vector;

/** The texts of a column. Rows are counted from 0. */
export interface CellColumn {
  /** Cheapest when rows are read in order. */
  cell(row: number): Cell;
  /** Bytes of a cell, known without reading it; 0 for NULL. */
  byteLength(row: number): number;
  /** Writes the byte length of each cell of some rows from `place` of `lengths` on; returns their sum. */
  writeLengths(from: number, to: number, lengths: Uint32Array, place: number): number;
  /** Writes the bytes of the cells of some rows from `start` of `target` on; returns where they end. */
  copyCells(from: number, to: number, target: Uint8Array, start: number): number;
}

/** Some rows, as texts. */
export interface TextRows {
  readonly columns: readonly CellColumn[];
  readonly rowCount: number;
}

/** The rows of a chunk whose first columns are VARCHAR. */
export function textRows(vectors: VectorAccess, chunk: DuckDBDataChunk, columnCount: number): TextRows {
  const { rowCount } = chunk;
  const places = Array.from({ length: columnCount }, (_, place) => place);
  return { columns: places.map((place) => new TextColumn(vectors, chunk.chunk, place, rowCount)), rowCount };
}

const STRING_BYTES = 16;
const INLINE_BYTES = 12;
const TWO_TO_32 = 4_294_967_296;
/** Two strings this near to each other are on the same or on neighbouring pages: what lies between can be mapped. */
const MAX_GAP_BYTES = 64;
/** Up to here a loop copies faster than a call does. */
const LOOP_BYTES = 48;

/**
 * Reads a VARCHAR column of a chunk. A string of up to 12 bytes lies in the vector itself; a longer one behind a
 * pointer, where each call into the engine costs more than the decoding. The strings of a vector mostly lie one behind
 * another, so a run of neighbours is fetched by one call and cut here. The driver's own reader makes a call per string
 * and drops a byte order mark.
 */
export class TextColumn implements CellColumn {
  private readonly strings: Buffer;
  private readonly words: Uint32Array;
  private readonly validity: Uint8Array | null;
  private run: Buffer | null = null;
  private runStart = 0;
  private runEnd = 0;

  constructor(
    private readonly access: VectorAccess,
    /** Held so that the engine's memory, into which this looks, lives as long as this does. */
    readonly chunk: DataChunk,
    columnIndex: number,
    readonly rowCount: number,
  ) {
    const vector = access.data_chunk_get_vector(chunk, columnIndex);
    const data = access.vector_get_data(vector, rowCount * STRING_BYTES);
    this.strings = Buffer.from(data.buffer as ArrayBuffer, data.byteOffset, rowCount * STRING_BYTES);
    this.words = new Uint32Array(data.buffer, data.byteOffset, rowCount * 4);
    this.validity = access.vector_get_validity(vector, Math.ceil(rowCount / 64) * 8);
  }

  cell(row: number): Cell {
    if (!this.isValid(row)) return null;
    const length = this.words[row * 4] ?? 0;
    if (length <= INLINE_BYTES) {
      const start = row * STRING_BYTES + 4;
      return this.strings.toString('utf8', start, start + length);
    }
    const run = this.runOf(row, length);
    const start = this.address(row) - this.runStart;
    return run.toString('utf8', start, start + length);
  }

  writeLengths(from: number, to: number, lengths: Uint32Array, place: number): number {
    let sum = 0;
    for (let row = from; row < to; row++) {
      const length = this.isValid(row) ? (this.words[row * 4] ?? 0) : NULL_CELL_LENGTH;
      lengths[place + row - from] = length;
      if (length !== NULL_CELL_LENGTH) sum += length;
    }
    return sum;
  }

  /** Writes the bytes of the cells of some rows from `start` of `target` on; returns where they end. */
  copyCells(from: number, to: number, target: Uint8Array, start: number): number {
    let at = start;
    for (let row = from; row < to;) {
      const length = this.isValid(row) ? (this.words[row * 4] ?? 0) : 0;
      if (length <= INLINE_BYTES) {
        copyBytes(this.strings, row * STRING_BYTES + 4, length, target, at);
        at += length;
        row++;
        continue;
      }
      const next = this.seamlessEnd(row, to);
      const byteCount = this.address(next - 1) + (this.words[(next - 1) * 4] ?? 0) - this.address(row);
      copyBytes(this.runOf(row, byteCount), this.address(row) - this.runStart, byteCount, target, at);
      at += byteCount;
      row = next;
    }
    return at;
  }

  byteLength(row: number): number {
    return this.isValid(row) ? (this.words[row * 4] ?? 0) : 0;
  }

  isValid(row: number): boolean {
    return this.validity === null || ((this.validity[row >> 3] ?? 0) & (1 << (row & 7))) !== 0;
  }

  /** The row behind those whose long strings follow each other without a gap: they are copied as one. */
  private seamlessEnd(row: number, to: number): number {
    let end = this.address(row) + (this.words[row * 4] ?? 0);
    let next = row + 1;
    for (; next < to; next++) {
      const length = this.words[next * 4] ?? 0;
      if (length <= INLINE_BYTES || this.address(next) !== end || !this.isValid(next)) break;
      end += length;
    }
    return next;
  }

  /** The bytes around a long string: where it begins in them hangs on `runStart`. */
  private runOf(row: number, length: number): Buffer {
    const address = this.address(row);
    const isInRun = this.run !== null && address >= this.runStart && address + length <= this.runEnd;
    return isInRun && this.run !== null ? this.run : this.fetchRun(row);
  }

  private fetchRun(row: number): Buffer {
    this.runStart = this.address(row);
    this.runEnd = this.runStart + (this.words[row * 4] ?? 0);
    for (let next = row + 1; next < this.rowCount; next++) {
      const length = this.words[next * 4] ?? 0;
      if (length <= INLINE_BYTES || !this.isValid(next)) continue;
      const address = this.address(next);
      if (address < this.runEnd || address - this.runEnd > MAX_GAP_BYTES) break;
      this.runEnd = address + length;
    }
    const pointerOffset = this.strings.byteOffset + row * STRING_BYTES + 8;
    const byteCount = this.runEnd - this.runStart;
    const bytes = this.access.get_data_from_pointer(this.strings.buffer as ArrayBuffer, pointerOffset, byteCount);
    this.run = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
    return this.run;
  }

  /** A pointer to user space fits into 53 bits. */
  private address(row: number): number {
    return (this.words[row * 4 + 3] ?? 0) * TWO_TO_32 + (this.words[row * 4 + 2] ?? 0);
  }
}

/** Some neighbouring rows of a column, as a column. */
export class ColumnPart implements CellColumn {
  constructor(
    private readonly whole: TextColumn,
    private readonly start: number,
  ) {}

  cell(row: number): Cell {
    return this.whole.cell(this.start + row);
  }

  byteLength(row: number): number {
    return this.whole.byteLength(this.start + row);
  }

  writeLengths(from: number, to: number, lengths: Uint32Array, place: number): number {
    return this.whole.writeLengths(this.start + from, this.start + to, lengths, place);
  }

  copyCells(from: number, to: number, target: Uint8Array, start: number): number {
    return this.whole.copyCells(this.start + from, this.start + to, target, start);
  }
}

function copyBytes(source: Buffer, from: number, length: number, target: Uint8Array, at: number): void {
  if (length > LOOP_BYTES) source.copy(target, at, from, from + length);
  else for (let index = 0; index < length; index++) target[at + index] = source[from + index] ?? 0;
}
