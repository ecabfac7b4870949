import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ResultRow } from '#libs/api';
import { cellInLine, sortKey } from '#libs/results';
import { readWhole } from '../spool/result-spool.js';
import type { ResultSpool } from '../spool/result-spool.js';
import { keyOrder } from './key-order.js';
import { mergedEntries } from './merged-entries.js';
import { reserveSortRoom } from './room-to-sort.js';
import type { RowOrder } from './row-order.js';
import { SortedParts } from './sorted-parts.js';

/** Bytes of a row's number in the file. */
const NUMBER_BYTES = 8;
/** Entries that are merged before other requests have their turn. */
const MERGE_BATCH = 2048;

/**
 * A finished spool in the order of one column: a file of the rows' numbers. Making it reads the spool once and sorts on
 * disk, in turns of a few milliseconds; the spool reads the rows of a page by their numbers.
 */
export class SpoolOrder {
  private bytes = 0;

  private constructor(
    private readonly path: string,
    private readonly spool: ResultSpool,
  ) {}

  /**
   * Sorts; equal values stay in the spool's order. Throws when `signal` is aborted, and `no-room-to-sort`; leaves no
   * file then.
   */
  static async make(spool: ResultSpool, order: RowOrder, signal: AbortSignal): Promise<SpoolOrder> {
    const made = new SpoolOrder(`${spool.path}-${order.column}-${order.direction}.order`, spool);
    const parts = await SortedParts.create(`${made.path}.parts`, keyOrder(order.direction), spool.allocation);
    try {
      await collect(spool, order, parts, signal);
      await made.write(parts, order, signal);
      return made;
    } catch (failure) {
      await made.discard();
      throw failure;
    } finally {
      await parts.discard();
    }
  }

  /** Reads up to `limit` rows from `offset` on, fewer when they exceed `maxChars`; at least one if there is one. */
  async read(offset: number, limit: number, maxChars: number): Promise<ResultRow[]> {
    return this.spool.readEach(await this.numbers(offset, limit), maxChars);
  }

  /** Gives the room back and removes the file. */
  async discard(): Promise<void> {
    this.spool.allocation.releaseCache(this.bytes);
    this.bytes = 0;
    await rm(this.path, { force: true });
  }

  private async numbers(offset: number, limit: number): Promise<number[]> {
    const count = Math.max(0, Math.min(limit, this.spool.readableRows - offset));
    const file = await open(this.path, 'r');
    try {
      const buffer = await readWhole(file, offset * NUMBER_BYTES, count * NUMBER_BYTES);
      return Array.from({ length: count }, (_, index) => buffer.readDoubleLE(index * NUMBER_BYTES));
    } finally {
      await file.close();
    }
  }

  private async write(parts: SortedParts, order: RowOrder, signal: AbortSignal): Promise<void> {
    const file: FileHandle = await open(this.path, 'wx', 0o600);
    try {
      for await (const entries of mergedEntries(parts.readers(), keyOrder(order.direction), MERGE_BATCH)) {
        signal.throwIfAborted();
        const buffer = Buffer.allocUnsafe(entries.length * NUMBER_BYTES);
        for (const [index, { row }] of entries.entries()) buffer.writeDoubleLE(row, index * NUMBER_BYTES);
        reserveSortRoom(this.spool.allocation, buffer.length);
        this.bytes += buffer.length;
        await file.writeFile(buffer);
        await nextTurn();
      }
    } finally {
      await file.close();
    }
  }
}

/** Puts the key and the number of every row into `parts`. */
async function collect(spool: ResultSpool, order: RowOrder, parts: SortedParts, signal: AbortSignal): Promise<void> {
  const keyOf = sortKey(order.kind);
  let row = 0;
  for await (const chunk of spool.chunks()) {
    signal.throwIfAborted();
    for (let from = 0, end = chunk.indexOf('\n'); end >= 0; from = end + 1, end = chunk.indexOf('\n', from)) {
      const line = chunk.slice(from, end);
      const cell = cellInLine(line, order.column);
      if (parts.add({ key: cell === null ? null : keyOf(cell), row })) await parts.flush();
      row += 1;
    }
    await nextTurn();
  }
  await parts.flush();
}
