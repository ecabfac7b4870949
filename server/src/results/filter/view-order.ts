import { open, rm } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ABORTED } from '#libs/async';
import { TopCells, cellInLine, sortKey } from '#libs/results';
import { Problem } from '../../platform/index.js';
import type { EngineOrders } from '../order/engine-orders.js';
import { keyOrder } from '../order/key-order.js';
import { mergedEntries } from '../order/merged-entries.js';
import { reserveSortRoom } from '../order/room-to-sort.js';
import type { RowOrder } from '../order/row-order.js';
import { SortedParts } from '../order/sorted-parts.js';
import { readWhole } from '../spool/read-whole.js';
import type { ResultSpool } from '../spool/result-spool.js';
import { offerColumn } from './column-cells.js';
import { linesIn } from './lines-in.js';
import type { RowSet } from './row-set.js';

/** Rows from the top that are found without putting the others in order. */
export const TOP_ROWS = 5_000;
/** Found at once, so that the next pages are there, too. */
const ROWS_AT_ONCE = 1_000;
/** Row numbers that the engine hands over at once. */
const ENGINE_ROWS = 20_000;
const MERGE_BATCH = 2048;
const NUMBER_BYTES = 4;

/** The numbers of the rows of a finished spool, or of some of them, in the order of a column. */
export class ViewOrder {
  private top: { readonly wanted: number; readonly rows: Promise<number[]> } | null = null;
  private all: Promise<void> | null = null;
  private bytes = 0;
  private readonly abort = new AbortController();

  /** `path` is that of a file that it makes where it is read beyond its first rows; `among` are the rows, null for all. */
  constructor(
    private readonly path: string,
    private readonly spool: ResultSpool,
    private readonly order: RowOrder,
    private readonly among: RowSet | null,
    private readonly engine: EngineOrders | null,
  ) {}

  /** How many rows it has. */
  get count(): number {
    return this.among?.count ?? this.spool.readableRows;
  }

  /** At most `limit` numbers from the `offset`-th on. Throws `no-room-to-sort`, and once `discard` has been called. */
  async rows(offset: number, limit: number): Promise<number[]> {
    const end = Math.min(offset + limit, this.count);
    if (offset >= end) return [];
    if (end <= TOP_ROWS) return (await this.topRows(end)).slice(offset, end);
    await (this.all ??= this.make());
    const file = await open(this.path, 'r');
    try {
      const bytes = await readWhole(file, offset * NUMBER_BYTES, (end - offset) * NUMBER_BYTES);
      return Array.from({ length: end - offset }, (_, index) => bytes.readUInt32LE(index * NUMBER_BYTES));
    } finally {
      await file.close();
    }
  }

  /** Stops what is being made, gives the room back and removes the file. Never rejects. */
  async discard(): Promise<void> {
    this.abort.abort(ABORTED);
    await this.all?.catch(() => undefined);
    await this.removeFile();
  }

  private topRows(end: number): Promise<number[]> {
    if (this.top !== null && this.top.wanted >= end) return this.top.rows;
    const wanted = end <= ROWS_AT_ONCE ? ROWS_AT_ONCE : TOP_ROWS;
    const rows = this.findTop(wanted);
    rows.catch(() => (this.top = null));
    this.top = { wanted, rows };
    return rows;
  }

  private async findTop(wanted: number): Promise<number[]> {
    const { kind, direction, column } = this.order;
    const top = new TopCells(kind, direction, wanted);
    let last = -1;
    // A cell may be offered twice; the first time counts.
    const isNext = (row: number): boolean => row > last && (this.among?.has(row) ?? true) && (last = row) === row;
    const sink = {
      offer: (bytes: Uint8Array, from: number, to: number, row: number) => {
        if (isNext(row)) top.offer(bytes, from, to, row);
      },
      offerNull: (row: number) => {
        if (isNext(row)) top.offerNull(row);
      },
    };
    await offerColumn(this.spool, column, sink, this.abort.signal);
    return top.firstRows();
  }

  private async make(): Promise<void> {
    try {
      if (!(await this.isMadeByEngine())) await this.sort();
    } catch (failure) {
      this.all = null;
      await this.removeFile();
      throw failure;
    }
  }

  /** False where the engine cannot order the column, or is lost in the middle; nothing is kept then. */
  private async isMadeByEngine(): Promise<boolean> {
    const { engine, spool, order, among, abort } = this;
    const first = await engine?.rowNumbers(order, TOP_ROWS, ENGINE_ROWS).catch(() => null);
    if (engine === null || first === null || first === undefined) return false;
    async function* numbers(): AsyncGenerator<number[]> {
      for (let offset = 0; offset < spool.readableRows; offset += ENGINE_ROWS) {
        abort.signal.throwIfAborted();
        // Pages from the top alone would be taken from an order of their own.
        const rows = await engine?.rowNumbers(order, offset, ENGINE_ROWS);
        if (!rows) throw new Error('The engine has lost an order.');
        yield among === null ? rows : rows.filter((row) => among.has(row));
      }
    }
    try {
      await this.write(numbers());
      return true;
    } catch (failure) {
      abort.signal.throwIfAborted();
      if (failure instanceof Problem) throw failure;
      await this.removeFile();
      return false;
    }
  }

  private async sort(): Promise<void> {
    const { spool, order, abort } = this;
    const parts = await SortedParts.create(`${this.path}.parts`, keyOrder(order.direction), spool.allocation);
    try {
      await this.collect(parts);
      await this.write(numbersOf(parts, order, abort.signal));
    } finally {
      await parts.discard();
    }
  }

  private async collect(parts: SortedParts): Promise<void> {
    const { spool, order, among, abort } = this;
    const keyOf = sortKey(order.kind);
    for await (const { bytes, firstRow } of spool.lines()) {
      abort.signal.throwIfAborted();
      for (const { row, line } of linesIn(bytes, firstRow)) {
        if (among?.has(row) === false) continue;
        const cell = cellInLine(line, order.column);
        if (parts.add({ key: cell === null ? null : keyOf(cell), row })) await parts.flush();
      }
      await nextTurn();
    }
    await parts.flush();
  }

  private async write(numbers: AsyncIterable<readonly number[]>): Promise<void> {
    const file = await open(this.path, 'wx', 0o600);
    try {
      for await (const rows of numbers) {
        const bytes = Buffer.allocUnsafe(rows.length * NUMBER_BYTES);
        for (const [index, row] of rows.entries()) bytes.writeUInt32LE(row, index * NUMBER_BYTES);
        reserveSortRoom(this.spool.allocation, bytes.length);
        this.bytes += bytes.length;
        await file.writeFile(bytes);
      }
    } finally {
      await file.close();
    }
  }

  private async removeFile(): Promise<void> {
    this.spool.allocation.releaseCache(this.bytes);
    this.bytes = 0;
    await rm(this.path, { force: true });
  }
}

async function* numbersOf(parts: SortedParts, order: RowOrder, signal: AbortSignal): AsyncGenerator<number[]> {
  for await (const entries of mergedEntries(parts.readers(), keyOrder(order.direction), MERGE_BATCH)) {
    signal.throwIfAborted();
    yield entries.map(({ row }) => row);
    await nextTurn();
  }
}
