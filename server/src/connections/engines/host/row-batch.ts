import type { Cell, ResultRow } from '#libs/api';
import { FRAME_HEADER_BYTES, FRAME_KINDS, newFrame } from './frames.js';

/** Rows of one run on their way through the line between an engine host and the workbench. */
export interface RowBatch {
  readonly run: number;
  readonly rows: ResultRow[];
}

/**
 * Payload: run, number of rows, number of columns and layout as four 32-bit numbers; the length of each cell, row by
 * row; the text of all cells. In the `joined` layout lengths are UTF-16 code units, so the text is decoded once and
 * cut; in the `apart` layout they are bytes, for cells that together are longer than a string can be.
 */
const HEADER_WORDS = 4;
const WORD_BYTES = 4;
const LAYOUT = { joined: 0, apart: 1 } as const;
const NULL_LENGTH = 0xffff_ffff;
/** Above it cells are decoded one by one; V8's strings end at 512 Mi characters. */
const MAX_JOINED_CHARS = 64 * 1024 * 1024;

/** Collects the rows of one run and encodes them as one frame. */
export class RowBatchBuilder {
  rowCount = 0;
  charCount = 0;
  private cells: Cell[] = [];
  private columnCount = 0;

  constructor(private readonly run: number) {}

  add(row: ResultRow): void {
    this.rowCount++;
    this.columnCount = row.length;
    for (const cell of row) {
      this.cells.push(cell);
      if (cell !== null) this.charCount += cell.length;
    }
  }

  /** The frame of the rows so far; the builder begins anew. */
  take(): Buffer {
    const { cells, rowCount, columnCount } = this;
    const frame = this.charCount > MAX_JOINED_CHARS ? this.apart(cells) : this.joined(cells);
    const header = [this.run, rowCount, columnCount];
    header.forEach((word, index) => frame.writeUInt32LE(word, FRAME_HEADER_BYTES + index * WORD_BYTES));
    this.cells = [];
    this.rowCount = 0;
    this.charCount = 0;
    return frame;
  }

  private joined(cells: readonly Cell[]): Buffer {
    const lengths = new Uint32Array(cells.length);
    for (let place = 0; place < cells.length; place++) lengths[place] = cells[place]?.length ?? NULL_LENGTH;
    const text = cells.join('');
    const frame = frameOf(LAYOUT.joined, lengths, Buffer.byteLength(text));
    frame.write(text, textStart(cells.length));
    return frame;
  }

  private apart(cells: readonly Cell[]): Buffer {
    const lengths = Uint32Array.from(cells, (cell) => (cell === null ? NULL_LENGTH : Buffer.byteLength(cell)));
    const byteCount = lengths.reduce((sum, length) => (length === NULL_LENGTH ? sum : sum + length), 0);
    const frame = frameOf(LAYOUT.apart, lengths, byteCount);
    let at = textStart(cells.length);
    for (const cell of cells) if (cell !== null) at += frame.write(cell, at);
    return frame;
  }
}

/** The run that a batch's payload belongs to. */
export function runOfBatch(payload: Buffer): number {
  return payload.readUInt32LE(0);
}

/** The rows of a batch's payload. */
export function readRowBatch(payload: Buffer): ResultRow[] {
  const rowCount = payload.readUInt32LE(WORD_BYTES);
  const columnCount = payload.readUInt32LE(2 * WORD_BYTES);
  const layout = payload.readUInt32LE(3 * WORD_BYTES);
  const lengths = new Uint32Array(rowCount * columnCount);
  payload.copy(new Uint8Array(lengths.buffer), 0, HEADER_WORDS * WORD_BYTES);
  const texts = payload.subarray(textStart(lengths.length) - FRAME_HEADER_BYTES);
  const cut = layout === LAYOUT.joined ? joinedCells(texts) : apartCells(texts);
  const rows = new Array<ResultRow>(rowCount);
  for (let row = 0, place = 0; row < rowCount; row++) {
    const cells = new Array<Cell>(columnCount);
    for (let column = 0; column < columnCount; column++) cells[column] = cut(lengths[place++] ?? NULL_LENGTH);
    rows[row] = cells;
  }
  return rows;
}

function joinedCells(bytes: Buffer): (length: number) => Cell {
  const text = bytes.toString('utf8');
  let at = 0;
  return (length) => (length === NULL_LENGTH ? null : text.slice(at, (at += length)));
}

function apartCells(bytes: Buffer): (length: number) => Cell {
  let at = 0;
  return (length) => (length === NULL_LENGTH ? null : bytes.toString('utf8', at, (at += length)));
}

function frameOf(layout: number, lengths: Uint32Array, textBytes: number): Buffer {
  const frame = newFrame(FRAME_KINDS.rows, textStart(lengths.length) - FRAME_HEADER_BYTES + textBytes);
  frame.writeUInt32LE(layout, FRAME_HEADER_BYTES + (HEADER_WORDS - 1) * WORD_BYTES);
  frame.set(
    new Uint8Array(lengths.buffer, lengths.byteOffset, lengths.byteLength),
    FRAME_HEADER_BYTES + HEADER_WORDS * WORD_BYTES,
  );
  return frame;
}

function textStart(cellCount: number): number {
  return FRAME_HEADER_BYTES + (HEADER_WORDS + cellCount) * WORD_BYTES;
}
