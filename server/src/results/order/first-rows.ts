import type { ResultRow } from '#libs/api';
import type { ResultSpool } from '../spool/result-spool.js';
import { firstInFile } from './first-in-file.js';
import type { RowOrder } from './row-order.js';

/** Rows from the top that are found without putting the others in order. */
const MAX_ROWS = 5_000;
/** Found at once, so that the next pages are there, too. */
const ROWS_AT_ONCE = 1_000;
/** Orders whose first rows are remembered; the one that was asked for longest ago makes room. */
const MAX_ORDERS = 16;

interface Found {
  readonly wanted: number;
  readonly rows: Promise<readonly number[] | null>;
}

/**
 * The first rows of a spooled result in an order, found by one look at the cells of its column (`ColumnFiles`): nothing
 * else of the result is read, and what comes later is not put in order for it.
 */
export class FirstRows {
  private readonly found = new Map<string, Found>();

  constructor(
    private readonly spool: ResultSpool,
    private readonly signal: AbortSignal,
  ) {}

  /** Rows in an order, as `SpoolOrder.read` gives them; null where they are too far down or the column has no file. */
  async read(order: RowOrder, offset: number, limit: number, maxChars: number): Promise<ResultRow[] | null> {
    const end = Math.min(offset + limit, this.spool.readableRows);
    if (end > MAX_ROWS || offset >= end) return offset >= this.spool.readableRows ? [] : null;
    const rows = await this.rowsOf(order, end);
    return rows === null ? null : this.spool.readEach(rows.slice(offset, end), maxChars);
  }

  private rowsOf(order: RowOrder, count: number): Promise<readonly number[] | null> {
    const key = `${order.column} ${order.direction}`;
    const known = this.found.get(key);
    const entry = known !== undefined && known.wanted >= count ? known : this.look(order, count);
    this.found.delete(key);
    this.found.set(key, entry);
    for (const oldest of [...this.found.keys()].slice(0, -MAX_ORDERS)) this.found.delete(oldest);
    return entry.rows;
  }

  private look(order: RowOrder, count: number): Found {
    const wanted = count <= ROWS_AT_ONCE ? ROWS_AT_ONCE : MAX_ROWS;
    const path = this.spool.columnFile(order.column);
    return { wanted, rows: path === null ? Promise.resolve(null) : this.firstOf(path, order, wanted) };
  }

  /** Null where the file cannot be read: the rows are then found in another way. */
  private async firstOf(path: string, order: RowOrder, wanted: number): Promise<number[] | null> {
    try {
      const { kind, direction } = order;
      return await firstInFile(path, { kind, direction, rows: wanted }, this.spool.readableRows, this.signal);
    } catch (failure) {
      if (this.signal.aborted) throw failure;
      return null;
    }
  }
}
