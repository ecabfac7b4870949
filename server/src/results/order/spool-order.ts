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

interface RowPlace {
  readonly offset: number;
  readonly bytes: number;
}

/** Bytes of a row's place in the file: where it begins in the spool (8), how long it is (4). */
const PLACE_BYTES = 12;
const READS_AT_ONCE = 32;
/** Entries that are merged before other requests have their turn. */
const MERGE_BATCH = 2048;

/**
 * A finished spool in the order of one column: a file of the rows' places. Making it reads the spool once and sorts on
 * disk, in turns of a few milliseconds; reading a page of it takes as many small reads as the page has rows.
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

  /** Reads up to `limit` rows from `offset` on, fewer when they exceed `maxBytes`; at least one if there is one. */
  async read(offset: number, limit: number, maxBytes: number): Promise<ResultRow[]> {
    const places = firstOf(await this.places(offset, limit), maxBytes);
    const rows: ResultRow[] = [];
    const spool = await open(this.spool.path, 'r');
    try {
      for (let from = 0; from < places.length; from += READS_AT_ONCE) {
        const reads = places.slice(from, from + READS_AT_ONCE).map((place) => readRow(spool, place));
        rows.push(...(await Promise.all(reads)));
      }
    } finally {
      await spool.close();
    }
    return rows;
  }

  /** Gives the room back and removes the file. */
  async discard(): Promise<void> {
    this.spool.allocation.releaseCache(this.bytes);
    this.bytes = 0;
    await rm(this.path, { force: true });
  }

  private async places(offset: number, limit: number): Promise<RowPlace[]> {
    const count = Math.max(0, Math.min(limit, this.spool.readableRows - offset));
    const file = await open(this.path, 'r');
    try {
      const buffer = await readWhole(file, offset * PLACE_BYTES, count * PLACE_BYTES);
      return Array.from({ length: count }, (_, index) => ({
        offset: buffer.readDoubleLE(index * PLACE_BYTES),
        bytes: buffer.readUInt32LE(index * PLACE_BYTES + 8),
      }));
    } finally {
      await file.close();
    }
  }

  private async write(parts: SortedParts, order: RowOrder, signal: AbortSignal): Promise<void> {
    const file: FileHandle = await open(this.path, 'wx', 0o600);
    try {
      for await (const entries of mergedEntries(parts.readers(), keyOrder(order.direction), MERGE_BATCH)) {
        signal.throwIfAborted();
        const buffer = Buffer.allocUnsafe(entries.length * PLACE_BYTES);
        for (const [index, { offset, bytes }] of entries.entries()) {
          buffer.writeDoubleLE(offset, index * PLACE_BYTES);
          buffer.writeUInt32LE(bytes, index * PLACE_BYTES + 8);
        }
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

/** Places of rows that have no more than so many bytes together, one at least. */
function firstOf(places: readonly RowPlace[], maxBytes: number): readonly RowPlace[] {
  let bytes = 0;
  const tooMuch = places.findIndex((place, index) => (bytes += place.bytes) > maxBytes && index > 0);
  return tooMuch < 0 ? places : places.slice(0, tooMuch);
}

async function readRow(spool: FileHandle, { offset, bytes }: RowPlace): Promise<ResultRow> {
  return JSON.parse((await readWhole(spool, offset, bytes)).toString()) as ResultRow;
}

/** Puts the key and the place of every row into `parts`. */
async function collect(spool: ResultSpool, order: RowOrder, parts: SortedParts, signal: AbortSignal): Promise<void> {
  const keyOf = sortKey(order.kind);
  let offset = 0;
  for await (const chunk of spool.chunks()) {
    signal.throwIfAborted();
    for (let from = 0, end = chunk.indexOf('\n'); end >= 0; from = end + 1, end = chunk.indexOf('\n', from)) {
      const line = chunk.slice(from, end);
      const bytes = Buffer.byteLength(line);
      const cell = cellInLine(line, order.column);
      if (parts.add({ key: cell === null ? null : keyOf(cell), offset, bytes })) await parts.flush();
      offset += bytes + 1;
    }
    await nextTurn();
  }
  await parts.flush();
}
