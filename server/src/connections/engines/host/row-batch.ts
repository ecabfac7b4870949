import { isAscii, isUtf8 } from 'node:buffer';
import type { Cell, ResultRow } from '#libs/api';
import { NULL_CELL_LENGTH, type TextRows, type Utf8Rows } from '../connector.js';
import { FRAME_HEADER_BYTES, FRAME_KINDS, newFrame } from './frames.js';

/**
 * Payload: run, number of rows, number of columns and layout as four 32-bit numbers; the length of each cell, column by
 * column; the text of all cells, in the same order. In the `joined` layout lengths are UTF-16 code units, so the text is
 * decoded once and cut; in the `apart` layout they are bytes, for cells that are not valid or together longer than a
 * string can be.
 */
const HEADER_WORDS = 4;
const WORD_BYTES = 4;
const LAYOUT = { joined: 0, apart: 1 } as const;
/** Above it cells are decoded one by one; V8's strings end at 512 Mi characters. */
const MAX_JOINED_CHARS = 64 * 1024 * 1024;

/** What a batch's frame says of its rows. */
interface BatchShape {
  readonly run: number;
  readonly rowCount: number;
  readonly columnCount: number;
}

/** Collects the rows of one run and encodes them as one frame. */
export class RowBatchBuilder {
  charCount = 0;
  private rows: ResultRow[] = [];

  constructor(private readonly run: number) {}

  get rowCount(): number {
    return this.rows.length;
  }

  add(row: ResultRow): void {
    this.rows.push(row);
    for (const cell of row) if (cell !== null) this.charCount += cell.length;
  }

  /** The frame of the rows so far; the builder begins anew. */
  take(): Buffer {
    const { rows, charCount, run } = this;
    const columnCount = rows[0]?.length ?? 0;
    const shape = { run, rowCount: rows.length, columnCount };
    const cells = Array.from({ length: columnCount }, (_, column) => rows.map((row) => row[column] ?? null)).flat();
    this.rows = [];
    this.charCount = 0;
    return charCount > MAX_JOINED_CHARS ? apartFrame(shape, cells) : joinedFrame(shape, cells);
  }
}

function joinedFrame(shape: BatchShape, cells: readonly Cell[]): Buffer {
  const lengths = new Uint32Array(cells.length);
  for (let place = 0; place < cells.length; place++) lengths[place] = cells[place]?.length ?? NULL_CELL_LENGTH;
  const text = cells.join('');
  const frame = emptyFrame(cells.length, Buffer.byteLength(text));
  frame.write(text, textStart(cells.length));
  return withHead(frame, shape, LAYOUT.joined, lengths);
}

function apartFrame(shape: BatchShape, cells: readonly Cell[]): Buffer {
  const lengths = Uint32Array.from(cells, (cell) => (cell === null ? NULL_CELL_LENGTH : Buffer.byteLength(cell)));
  const byteCount = lengths.reduce((sum, length) => (length === NULL_CELL_LENGTH ? sum : sum + length), 0);
  const frame = emptyFrame(cells.length, byteCount);
  let at = textStart(cells.length);
  for (const cell of cells) if (cell !== null) at += frame.write(cell, at);
  return withHead(frame, shape, LAYOUT.apart, lengths);
}

/** The frame of rows whose bytes the engine has. */
export function utf8RowsFrame(run: number, rows: Utf8Rows): Buffer {
  const { rowCount, columnCount, byteCount, lengths } = rows;
  const frame = emptyFrame(lengths.length, byteCount);
  const start = textStart(lengths.length);
  rows.copyTo(frame, start);
  const text = frame.subarray(start);
  const charLengths = isAscii(text) ? lengths : charLengthsOf(lengths, text);
  const layout = charLengths === null ? LAYOUT.apart : LAYOUT.joined;
  return withHead(frame, { run, rowCount, columnCount }, layout, charLengths ?? lengths);
}

/** UTF-16 code units of each cell; null where a cell is not valid UTF-8, since its length hangs on the decoder. */
function charLengthsOf(lengths: Uint32Array, text: Buffer): Uint32Array | null {
  if (!isUtf8(text)) return null;
  const charLengths = new Uint32Array(lengths.length);
  let at = 0;
  for (let place = 0; place < lengths.length; place++) {
    const length = lengths[place] ?? 0;
    if (length === NULL_CELL_LENGTH) {
      charLengths[place] = NULL_CELL_LENGTH;
      continue;
    }
    // Two halves of a character in two cells look valid together.
    if (length > 0 && isContinuation(text[at] ?? 0)) return null;
    charLengths[place] = charCountOf(text, at, at + length);
    at += length;
  }
  return charLengths;
}

/** UTF-16 code units of valid UTF-8: one for each character, two for those of four bytes. */
function charCountOf(text: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const byte = text[at] ?? 0;
    if (!isContinuation(byte)) count += byte >= 0xf0 ? 2 : 1;
  }
  return count;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
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
  const bytes = payload.subarray(textStart(lengths.length) - FRAME_HEADER_BYTES);
  const cut = layout === LAYOUT.joined ? joinedCells(bytes) : apartCells(bytes);
  const places = columnStarts(lengths, rowCount, columnCount);
  const rows = new Array<ResultRow>(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const cells = new Array<Cell>(columnCount);
    for (let column = 0; column < columnCount; column++) {
      const length = lengths[column * rowCount + row] ?? NULL_CELL_LENGTH;
      const start = places[column] ?? 0;
      if (length !== NULL_CELL_LENGTH) places[column] = start + length;
      cells[column] = length === NULL_CELL_LENGTH ? null : cut(start, start + length);
    }
    rows[row] = cells;
  }
  return rows;
}

/** The rows of a batch's payload as they are: null where they are more than a column, not valid, or have NULLs. */
export function readTextRows(payload: Buffer): TextRows | null {
  const rowCount = payload.readUInt32LE(WORD_BYTES);
  const columnCount = payload.readUInt32LE(2 * WORD_BYTES);
  const layout = payload.readUInt32LE(3 * WORD_BYTES);
  if (columnCount !== 1 || layout !== LAYOUT.joined) return null;
  for (let row = 0, at = HEADER_WORDS * WORD_BYTES; row < rowCount; row++, at += WORD_BYTES)
    if (payload.readUInt32LE(at) === NULL_CELL_LENGTH) return null;
  const bytes = payload.subarray(textStart(rowCount) - FRAME_HEADER_BYTES);
  return { rowCount, bytes, texts: () => readRowBatch(payload).map(([text]) => text ?? '') };
}

/** Where the text of each column begins. */
function columnStarts(lengths: Uint32Array, rowCount: number, columnCount: number): number[] {
  const starts = new Array<number>(columnCount);
  let at = 0;
  for (let column = 0; column < columnCount; column++) {
    starts[column] = at;
    for (let place = column * rowCount; place < (column + 1) * rowCount; place++) {
      const length = lengths[place] ?? NULL_CELL_LENGTH;
      if (length !== NULL_CELL_LENGTH) at += length;
    }
  }
  return starts;
}

function joinedCells(bytes: Buffer): (start: number, end: number) => string {
  const text = bytes.toString('utf8');
  return (start, end) => text.slice(start, end);
}

function apartCells(bytes: Buffer): (start: number, end: number) => string {
  return (start, end) => bytes.toString('utf8', start, end);
}

function emptyFrame(cellCount: number, textBytes: number): Buffer {
  return newFrame(FRAME_KINDS.rows, textStart(cellCount) - FRAME_HEADER_BYTES + textBytes);
}

function withHead(
  frame: Buffer,
  { run, rowCount, columnCount }: BatchShape,
  layout: number,
  lengths: Uint32Array,
): Buffer {
  [run, rowCount, columnCount, layout].forEach((word, index) =>
    frame.writeUInt32LE(word, FRAME_HEADER_BYTES + index * WORD_BYTES),
  );
  frame.set(
    new Uint8Array(lengths.buffer, lengths.byteOffset, lengths.byteLength),
    FRAME_HEADER_BYTES + HEADER_WORDS * WORD_BYTES,
  );
  return frame;
}

function textStart(cellCount: number): number {
  return FRAME_HEADER_BYTES + (HEADER_WORDS + cellCount) * WORD_BYTES;
}
