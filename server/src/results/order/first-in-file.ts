import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { TopCells } from '#libs/results';
import type { RankBound } from '#libs/results';
import { readWhole } from '../spool/result-spool.js';
import { ColumnReader } from './column-text.js';
import type { RowOrder } from './row-order.js';

/** Bytes that are looked at in one turn: a fraction of a millisecond. */
const CHUNK_BYTES = 128 * 1024;
/** Room before a chunk for the line that began in the one before. */
const HEAD_BYTES = 16 * 1024;
/** Of larger files a part is looked at first: what comes behind the first of it is then passed over in the others. */
const SAMPLED_FILE_BYTES = 4 * 1024 * 1024;
const SAMPLES = 64;
const SAMPLE_BYTES = 32 * 1024;

/** What part of a file's rows to look for. */
type Wanted = Pick<RowOrder, 'kind' | 'direction'> & { readonly rows: number };

/**
 * The numbers from 0 of the rows that come first in an order, read from the file of their column's cells, in turns that
 * keep no request waiting. Throws when the file does not hold `rowCount` rows, and when `signal` is aborted.
 */
export async function firstInFile(
  path: string,
  wanted: Wanted,
  rowCount: number,
  signal: AbortSignal,
): Promise<number[]> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const bound = size > SAMPLED_FILE_BYTES ? await boundOfSample(file, size, wanted, signal) : null;
    const top = new TopCells(wanted.kind, wanted.direction, wanted.rows, bound);
    const lines = new ColumnReader(top);
    await offerAll(file, size, lines, signal);
    if (lines.row !== rowCount) throw new Error('A column does not have a cell for each row.');
    return top.firstRows();
  } finally {
    await file.close();
  }
}

/** The file has at least so many rows that do not come behind this. */
async function boundOfSample(
  file: FileHandle,
  size: number,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<RankBound | null> {
  const top = new TopCells(wanted.kind, wanted.direction, wanted.rows);
  const lines = new ColumnReader(top);
  const buffer = Buffer.allocUnsafe(SAMPLE_BYTES);
  const step = (size - SAMPLE_BYTES) / (SAMPLES - 1);
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    signal.throwIfAborted();
    const bytes = await readWhole(file, Math.floor(sample * step), SAMPLE_BYTES, buffer);
    const from = sample === 0 ? 0 : bytes.indexOf('\n') + 1;
    if (sample === 0 || from > 0) lines.offer(bytes, from, bytes.length);
  }
  return top.bound();
}

/** Offers all lines of a file of `size` bytes. The next piece is read while one is looked at. */
export async function offerAll(
  file: FileHandle,
  size: number,
  lines: ColumnReader,
  signal: AbortSignal,
): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  let buffers = [pieceBuffer(), pieceBuffer()];
  let reading = readPiece(file, 0, size, buffers[0]);
  try {
    for (let from = 0; from < size; from += CHUNK_BYTES) {
      signal.throwIfAborted();
      const piece = withHead(rest, await reading);
      buffers = buffers.toReversed();
      if (from + CHUNK_BYTES < size) reading = readPiece(file, from + CHUNK_BYTES, size, buffers[0]);
      rest = Buffer.from(piece.subarray(lines.offer(piece, 0, piece.length)));
    }
  } finally {
    // The file is not closed under it.
    await reading.catch(() => undefined);
  }
}

interface Piece {
  readonly buffer: Buffer;
  readonly bytes: number;
}

function pieceBuffer(): Buffer {
  return Buffer.allocUnsafe(HEAD_BYTES + CHUNK_BYTES);
}

async function readPiece(file: FileHandle, from: number, size: number, buffer = pieceBuffer()): Promise<Piece> {
  const bytes = Math.min(CHUNK_BYTES, size - from);
  await readWhole(file, from, bytes, buffer.subarray(HEAD_BYTES));
  return { buffer, bytes };
}

/** The piece with what was left of the one before it at its head. */
function withHead(rest: Buffer, { buffer, bytes }: Piece): Buffer {
  const end = HEAD_BYTES + bytes;
  if (rest.length > HEAD_BYTES) return Buffer.concat([rest, buffer.subarray(HEAD_BYTES, end)]);
  rest.copy(buffer, HEAD_BYTES - rest.length);
  return buffer.subarray(HEAD_BYTES - rest.length, end);
}
