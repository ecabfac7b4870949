import { open } from 'node:fs/promises';
import type { Block, BlockIndex } from './block-index.js';
import { readWhole } from './read-whole.js';

/** Lines of consecutive rows, the one behind the last being `endRow`. */
export interface SpoolLines {
  readonly bytes: Buffer;
  readonly firstRow: number;
  readonly endRow: number;
}

/** Bytes of lines that are looked at in one turn, about a millisecond, unless one block has more. */
export const LINES_BYTES = 128 * 1024;

/**
 * The lines of a spool's file from one row to another; both begin a block. The next are read while some are looked at, as
 * many as `pieceBytes` says then, unless one block has more.
 */
export async function* spoolLines(
  path: string,
  blocks: BlockIndex,
  fromRow: number,
  endRow: number,
  pieceBytes: () => number = () => LINES_BYTES,
): AsyncGenerator<SpoolLines> {
  if (fromRow >= endRow) return;
  const file = await open(path, 'r');
  const buffers = [Buffer.alloc(0), Buffer.alloc(0)];
  const read = (row: number): Promise<SpoolLines> => {
    const most = pieceBytes();
    const { from, to, firstRow, endRow: end } = someBlocks(blocks, row, endRow, most);
    const unused = buffers.shift() ?? Buffer.alloc(0);
    const buffer = unused.length < to - from ? Buffer.allocUnsafeSlow(Math.max(most, to - from)) : unused;
    // What one long block took is not kept for the rest of the file.
    buffers.push(buffer.length > most ? unused : buffer);
    return readWhole(file, from, to - from, buffer).then((bytes) => ({ bytes, firstRow, endRow: end }));
  };
  let reading: Promise<SpoolLines> | null = read(fromRow);
  try {
    while (reading !== null) {
      const lines: SpoolLines = await reading;
      reading = lines.endRow < endRow ? read(lines.endRow) : null;
      // A failure is thrown when the lines are asked for, not while others are looked at.
      reading?.catch(() => undefined);
      yield lines;
    }
  } finally {
    // The file is not closed under it.
    await reading?.catch(() => undefined);
    await file.close();
  }
}

/** As many blocks from a row on as have `most` bytes together, as one; the first in any case. */
function someBlocks(blocks: BlockIndex, fromRow: number, endRow: number, most: number): Block {
  let place = blocks.placeOf(fromRow);
  const first = blocks.at(place);
  let last = first;
  for (place += 1; place < blocks.length; place += 1) {
    const next = blocks.at(place);
    if (next.to - first.from > most || next.endRow > endRow) break;
    last = next;
  }
  return { firstRow: first.firstRow, from: first.from, endRow: last.endRow, to: last.to };
}
