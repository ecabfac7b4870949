import type { ResultRow } from '#libs/api';

/** A NULL has no bytes and this for its length. */
const NULL_LENGTH = -1;
const COUNT_BYTES = 2;
const LENGTH_BYTES = 4;

/** Cells longer than this are decoded by themselves, so that no short one keeps them in memory. */
const LONGEST_SHARED_BYTES = 4096;

/** 0xff stands in no UTF-8 text, only in the length of a NULL. */
const MAY_BE_NON_ASCII = /[\x80-\xfe]/;
const NON_ASCII = /[\x80-\xff]/;

/**
 * Reads the cells of a DataRow message between its header and `end`: text in UTF-8, or null. Nearly all rows are plain
 * ASCII, so a row is turned into one string and the cells are cut out of it: one step into native code for a row, not
 * one for each cell.
 */
export function readRow(chunk: Buffer, start: number, end: number): ResultRow {
  const count = chunk.readUInt16BE(start);
  const cells = new Array<string | null>(count);
  const shared = end - start <= LONGEST_SHARED_BYTES ? chunk.toString('latin1', start, end) : null;
  const isAscii = shared !== null && !MAY_BE_NON_ASCII.test(shared);
  let at = start + COUNT_BYTES;
  for (let index = 0; index < count; index += 1) {
    const length = chunk.readInt32BE(at);
    at += LENGTH_BYTES;
    if (length === NULL_LENGTH) cells[index] = null;
    else {
      const cell = shared?.substring(at - start, at - start + length);
      cells[index] =
        cell !== undefined && (isAscii || !NON_ASCII.test(cell)) ? cell : chunk.toString('utf8', at, at + length);
      at += length;
    }
  }
  if (at !== end) throw malformedRowError();
  return cells;
}

/** The error of a row whose cells are longer or shorter than its message. */
export function malformedRowError(): RangeError {
  return new RangeError('The server sent a row that does not end where it should.');
}
