import type { ResultColumn, ResultRow, SortDirection } from '#libs/api';
import type { ListRange } from '#libs/results';
import type { ResultSpool } from '../spool/result-spool.js';
import { keyExpressions } from './key-expression.js';
import { makeKeys, MAX_LINE_CHARS } from './engine-keys.js';
import type { KeyTable } from './engine-keys.js';
import { orderBy } from './engine-order-sql.js';
import { EngineWindows } from './engine-windows.js';
import type { SortEngine, SortSession } from './sort-engine.js';
import type { RowOrder } from './row-order.js';

/** Rows from the top that are found without putting the others in order. */
const TOP_ROWS = 5_000;
/** Columns whose keys are held at once; the one that was asked for longest ago makes room. */
const MAX_COLUMNS = 6;

/**
 * The orders of one spool, made by the engine. The keys of a column are read from the spool once, for both directions;
 * the first pages are then the top of an unordered table, some others are sorted with the rows next to them,
 * and after those all are read from a table in order.
 */
export class EngineOrders {
  private session: Promise<SortSession> | null = null;
  /** By column: the table of its keys, null where a cell is not what its type promises. */
  private readonly keys = new Map<number, Promise<KeyTable | null>>();
  private readonly windows = new Map<string, EngineWindows>();
  private readonly tables = new Map<string, Promise<unknown>>();
  private isDiscarded = false;

  constructor(
    private readonly engine: SortEngine,
    private readonly spool: ResultSpool,
    private readonly columns: readonly ResultColumn[],
  ) {}

  /**
   * Rows in an order, as `SpoolOrder.read` gives them; null where the engine cannot make it: a cell is not what its
   * type promises, a row is too long, there is not enough memory or disk.
   */
  async read(order: RowOrder, offset: number, limit: number, maxChars: number): Promise<ResultRow[] | null> {
    // A statement also fails while memory is given back before another result is put in order: it is tried once more.
    const find = (): Promise<number[] | null> => this.rowNumbers(order, offset, limit);
    const numbers = await find()
      .catch(find)
      .catch(() => null);
    return numbers === null ? null : this.spool.readEach(numbers, maxChars);
  }

  /** The numbers of those rows, counted from 0; null as `read`. Rejects where a statement fails. */
  async rowNumbers(order: RowOrder, offset: number, limit: number): Promise<number[] | null> {
    const expressions = this.expressionsOf(order.column);
    if (expressions === null) return null;
    const session = await this.openSession();
    return this.engine.using(session, async () => {
      const keys = await this.keysOf(session, order.column, expressions);
      if (keys === null) return null;
      if (offset + limit <= TOP_ROWS) return this.top(session, keys, order, { from: offset, to: offset + limit });
      const to = Math.min(offset + limit, this.spool.readableRows);
      const found = await this.windowsOf(session, keys, order).read({ from: offset, to });
      return found ?? this.fromAll(session, keys, order, { from: offset, to });
    });
  }

  /** Stops what is being sorted and lets go of the memory. Never rejects. */
  async discard(): Promise<void> {
    this.isDiscarded = true;
    await (await this.session?.catch(() => null))?.close();
  }

  private async top(session: SortSession, keys: KeyTable, order: RowOrder, { from, to }: ListRange): Promise<number[]> {
    const by = orderBy(keys.width, order.direction);
    return numbersOf(
      await session.rows(`SELECT rowid FROM keys_${order.column} ORDER BY ${by} LIMIT ${to - from} OFFSET ${from}`),
    );
  }

  private async fromAll(session: SortSession, keys: KeyTable, order: RowOrder, range: ListRange): Promise<number[]> {
    const table = await this.ordered(session, order, orderBy(keys.width, order.direction));
    return numbersOf(
      await session.rows(
        `SELECT place FROM ${table} WHERE rowid >= ${range.from} AND rowid < ${range.to} ORDER BY rowid`,
      ),
    );
  }

  private windowsOf(session: SortSession, keys: KeyTable, { column, direction }: RowOrder): EngineWindows {
    const name = orderName(column, direction);
    const known = this.windows.get(name) ?? new EngineWindows(session, keys, direction);
    this.windows.set(name, known);
    return known;
  }

  private expressionsOf(column: number): readonly string[] | null {
    const known = this.columns[column];
    if (this.isDiscarded || known === undefined) return null;
    if (this.spool.longestLine > MAX_LINE_CHARS || !this.engine.canRead(this.spool.path)) return null;
    return keyExpressions(known);
  }

  private async openSession(): Promise<SortSession> {
    if (await this.session?.then(({ isClosed }) => isClosed)) this.forget();
    if (this.isDiscarded) throw new Error('The result is no longer wanted.');
    this.session ??= this.engine.openSession();
    return this.session;
  }

  private forget(): void {
    this.session = null;
    this.keys.clear();
    this.windows.clear();
    this.tables.clear();
  }

  private keysOf(session: SortSession, column: number, expressions: readonly string[]): Promise<KeyTable | null> {
    const keys =
      this.keys.get(column) ?? untilItFails(this.keys, column, makeKeys(session, this.spool, column, expressions));
    this.keys.delete(column);
    this.keys.set(column, keys);
    for (const oldest of [...this.keys.keys()].slice(0, -MAX_COLUMNS)) this.drop(session, oldest);
    return keys;
  }

  private async ordered(session: SortSession, order: RowOrder, by: string): Promise<string> {
    const name = orderName(order.column, order.direction);
    const make = (): Promise<unknown> =>
      session.rows(
        `CREATE OR REPLACE TEMP TABLE ${name} AS SELECT rowid AS place FROM keys_${order.column} ORDER BY ${by}`,
      );
    await (this.tables.get(name) ?? untilItFails(this.tables, name, this.engine.putInOrder(session, make)));
    return name;
  }

  private drop(session: SortSession, column: number): void {
    this.keys.delete(column);
    const orders = [orderName(column, 'asc'), orderName(column, 'desc')];
    const windows = orders.flatMap((name) => this.windows.get(name)?.tables ?? []);
    for (const table of [`keys_${column}`, ...orders, ...windows]) {
      this.windows.delete(table);
      this.tables.delete(table);
      session.rows(`DROP TABLE IF EXISTS ${table}`).catch(() => undefined);
    }
  }
}

function orderName(column: number, direction: SortDirection): string {
  return `order_${column}_${direction}`;
}

function numbersOf(rows: readonly (readonly unknown[])[]): number[] {
  return rows.map(([row]) => Number(row));
}

/** Remembers what is being made, so that a failure is not the answer to the next reading, too. */
function untilItFails<Key, Made>(known: Map<Key, Promise<Made>>, key: Key, made: Promise<Made>): Promise<Made> {
  known.set(key, made);
  made.catch(() => {
    if (known.get(key) === made) known.delete(key);
  });
  return made;
}
