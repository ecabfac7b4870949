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
const LINES_BYTES = 128 * 1024;

/** The lines of a spool's file from one row to another; both begin a block. The next are read while some are looked at. */
export async function* spoolLines(
  path: string,
  blocks: BlockIndex,
  fromRow: number,
  endRow: number,
): AsyncGenerator<SpoolLines> {
  if (fromRow >= endRow) return;
  const file = await open(path, 'r');
  const read = ({ from, to, firstRow, endRow: end }: Block, buffer: Buffer): Promise<SpoolLines> =>
    readWhole(file, from, to - from, buffer.length < to - from ? undefined : buffer).then((bytes) => ({
      ...{ bytes, firstRow, endRow: end },
    }));
  let buffers = [Buffer.allocUnsafeSlow(LINES_BYTES), Buffer.allocUnsafeSlow(LINES_BYTES)] as const;
  let reading: Promise<SpoolLines> | null = read(someBlocks(blocks, fromRow, endRow), buffers[0]);
  try {
    while (reading !== null) {
      const lines: SpoolLines = await reading;
      buffers = [buffers[1], buffers[0]];
      reading = lines.endRow < endRow ? read(someBlocks(blocks, lines.endRow, endRow), buffers[0]) : null;
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

/** As many blocks from a row on as are looked at in one turn, as one. */
function someBlocks(blocks: BlockIndex, fromRow: number, endRow: number): Block {
  let place = blocks.placeOf(fromRow);
  const first = blocks.at(place);
  let last = first;
  for (place += 1; place < blocks.length; place += 1) {
    const next = blocks.at(place);
    if (next.to - first.from > LINES_BYTES || next.endRow > endRow) break;
    last = next;
  }
  return { firstRow: first.firstRow, from: first.from, endRow: last.endRow, to: last.to };
}
