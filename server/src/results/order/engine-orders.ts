import type { ResultColumn, ResultRow } from '#libs/api';
import type { ResultSpool } from '../spool/result-spool.js';
import { keyExpressions } from './key-expression.js';
import { DELIMITER, NULL_MARK, textOfLineSql } from './column-text.js';
import type { SortEngine, SortSession } from './sort-engine.js';
import type { RowOrder } from './row-order.js';

/** Rows from the top that are found without putting the others in order. */
const TOP_ROWS = 5_000;
/** Longer rows would need more of the engine's memory for one of them than it has for all. */
const MAX_LINE_CHARS = 4 * 1024 * 1024;
/**
 * Up to here a line is read as plain text, which saves the engine from parsing it twice: it takes lines of two million
 * bytes, and a character has at most three.
 */
const MAX_PLAIN_LINE_CHARS = 650_000;
/** Columns whose keys are held at once; the one that was asked for longest ago makes room. */
const MAX_COLUMNS = 6;

/** Bytes that the engine reads at once, twice the longest line that it takes; by default 32 MB for each thread. */
const READ_BYTES = 4 * 1024 * 1024;

/** Reads each line of a file as one text. */
export const AS_LINES = `delim = '${DELIMITER}', quote = '', escape = '', header = false, auto_detect = false, strict_mode = false, buffer_size = ${READ_BYTES}`;

/**
 * The orders of one spool, made by the engine. The keys of a column are read from the spool once, for both directions;
 * the first pages are then the top of an unordered table, and all others are read from a table in order.
 */
export class EngineOrders {
  private session: Promise<SortSession> | null = null;
  /** By column: whether every cell is what its type promises. */
  private readonly keys = new Map<number, Promise<boolean>>();
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
    const numbers = await this.rowNumbers(order, offset, limit).catch(() => null);
    return numbers === null ? null : this.spool.readEach(numbers, maxChars);
  }

  /** The numbers of those rows, counted from 0; null as `read`. Rejects where a statement fails. */
  async rowNumbers(order: RowOrder, offset: number, limit: number): Promise<number[] | null> {
    const expressions = this.expressionsOf(order.column);
    if (expressions === null) return null;
    const session = await this.openSession();
    if (!(await this.keysOf(session, order.column, expressions))) return null;
    const by = orderBy(expressions, order.direction);
    const table = `keys_${order.column}`;
    const isTop = offset + limit <= TOP_ROWS;
    const rows = isTop
      ? await session.rows(`SELECT rowid FROM ${table} ORDER BY ${by} LIMIT ${limit} OFFSET ${offset}`)
      : await this.ordered(session, order, by).then((name) =>
          session.rows(
            `SELECT place FROM ${name} WHERE rowid >= ${offset} AND rowid < ${offset + limit} ORDER BY rowid`,
          ),
        );
    return rows.map(([row]) => Number(row));
  }

  /** Stops what is being sorted and lets go of the memory. Never rejects. */
  async discard(): Promise<void> {
    this.isDiscarded = true;
    await (await this.session?.catch(() => null))?.close();
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
    const session = await this.session;
    this.engine.used(session);
    return session;
  }

  private forget(): void {
    this.session = null;
    this.keys.clear();
    this.tables.clear();
  }

  private keysOf(session: SortSession, column: number, expressions: readonly string[]): Promise<boolean> {
    const keys = this.keys.get(column) ?? this.makeKeys(session, column, expressions);
    this.keys.delete(column);
    this.keys.set(column, keys);
    for (const oldest of [...this.keys.keys()].slice(0, -MAX_COLUMNS)) this.drop(session, oldest);
    return keys;
  }

  /** From the column's own file where there is one, else from the result itself. */
  private async makeKeys(session: SortSession, column: number, expressions: readonly string[]): Promise<boolean> {
    const file = this.spool.columnFile(column);
    const isMade =
      file !== null && (await this.keysFrom(session, column, expressions, cellsIn(file)).catch(() => false));
    if (isMade) return true;
    const lines = this.lines(this.spool.path.replaceAll("'", "''"));
    const cells = `SELECT json_extract_string(json, '$[${column}]') AS t FROM ${lines}`;
    return this.keysFrom(session, column, expressions, cells);
  }

  /** Cells become keys as they are read; the row's number is the place of its key in the table. */
  private async keysFrom(
    session: SortSession,
    column: number,
    expressions: readonly string[],
    cells: string,
  ): Promise<boolean> {
    const keys = expressions.map((expression, index) => `${expression} AS key_${index}`).join(', ');
    const misfits = expressions.map((_, index) => `key_${index} IS NULL`).join(' OR ');
    await session.rows(
      `CREATE OR REPLACE TEMP TABLE keys_${column} AS SELECT ${keys}, t IS NULL AS is_null FROM (${cells})`,
    );
    const [counts] = await session.rows(
      `SELECT count(*), count(*) FILTER (NOT is_null AND (${misfits})) FROM keys_${column}`,
    );
    const isTrue = Number(counts?.[0]) === this.spool.readableRows && Number(counts?.[1]) === 0;
    if (!isTrue) await session.rows(`DROP TABLE keys_${column}`);
    return isTrue;
  }

  /** A table of the spool's lines. JSON holds no control character, so none of them is cut. */
  private lines(path: string): string {
    if (this.spool.longestLine > MAX_PLAIN_LINE_CHARS) return `read_ndjson_objects('${path}')`;
    return `read_csv('${path}', ${AS_LINES}, columns = {'json': 'VARCHAR'})`;
  }

  private async ordered(session: SortSession, order: RowOrder, by: string): Promise<string> {
    const name = `order_${order.column}_${order.direction}`;
    const made =
      this.tables.get(name) ??
      this.engine.putInOrder(session, () =>
        session.rows(
          `CREATE OR REPLACE TEMP TABLE ${name} AS SELECT rowid AS place FROM keys_${order.column} ORDER BY ${by}`,
        ),
      );
    this.tables.set(name, made);
    await made;
    return name;
  }

  private drop(session: SortSession, column: number): void {
    this.keys.delete(column);
    const tables = [`keys_${column}`, `order_${column}_asc`, `order_${column}_desc`];
    for (const table of tables) {
      this.tables.delete(table);
      session.rows(`DROP TABLE IF EXISTS ${table}`).catch(() => undefined);
    }
  }
}

/** The cells of a column as `ColumnFiles` writes them. */
function cellsIn(file: string): string {
  const source = `read_csv('${file.replaceAll("'", "''")}', ${AS_LINES}, nullstr = '${NULL_MARK}', columns = {'line': 'VARCHAR'})`;
  return `SELECT ${textOfLineSql('line')} AS t FROM ${source}`;
}

/** NULL is the greatest; equal keys stay in the order of their rows. */
function orderBy(expressions: readonly string[], direction: RowOrder['direction']): string {
  const nulls = direction === 'asc' ? 'LAST' : 'FIRST';
  return [...expressions.map((_, index) => `key_${index} ${direction} NULLS ${nulls}`), 'rowid'].join(', ');
}
