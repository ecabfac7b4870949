import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { Cell, ColumnKind, ResultColumn, ResultRow } from '#libs/api';
import { compareCells } from '#libs/results';
import { sizeOf } from '../../faults/testing/rounds.js';
import { ResultSpool } from '../spool/result-spool.js';
import { SpoolQuota } from '../quota/spool-quota.js';
import { EngineOrders } from './engine-orders.js';
import { FirstRows } from './first-rows.js';
import { DELIMITER } from './column-text.js';
import { SortEngine } from './sort-engine.js';
import { SpoolOrders } from './spool-orders.js';

const ENDLESS = 1e9;
const DIRECTIONS = ['asc', 'desc'] as const;

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((all) => all.join(''));
const whole = (maxDigits: number) =>
  fc.tuple(fc.boolean(), digits(1, maxDigits)).map(([isNegative, text]) => {
    const bare = text.replace(/^0+(?=\d)/, '');
    return isNegative && bare !== '0' ? `-${bare}` : bare;
  });
const decimal = (wholeDigits: number, min: number, max: number) =>
  fc.tuple(whole(wholeDigits), digits(min, max), fc.boolean()).map(([front, behind, isNegative]) => {
    const text = behind === '' ? front : `${front}.${behind}`;
    return isNegative && !text.startsWith('-') && /[1-9]/.test(text) ? `-${text}` : text;
  });
const two = (min: number, max: number) => fc.integer({ min, max }).map((value) => String(value).padStart(2, '0'));
const day = fc
  .tuple(fc.integer({ min: 1, max: 9999 }), two(1, 12), two(1, 28))
  .map(([year, month, date]) => `${String(year).padStart(4, '0')}-${month}-${date}`);
const fraction = fc.oneof(
  fc.constant(''),
  digits(0, 5).map((text) => `.${text}7`),
);
const clock = fc.tuple(two(0, 23), two(0, 59), two(0, 59), fraction).map(([h, m, s, f]) => `${h}:${m}:${s}${f}`);
const moment = fc.tuple(day, clock).map((parts) => parts.join(' '));
const zone = fc.constantFrom('+00', '+01', '-03:30', '+05:45', '-11', '+14', '-00:01:15');
const infinities = fc.constantFrom('infinity', '-infinity');

/** A column's type and the texts that a database prints for its values. */
const COLUMNS: [ColumnKind, string, fc.Arbitrary<string>][] = [
  ['integer', 'bigint', fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)],
  ['integer', 'integer', fc.integer({ min: -20, max: 20 }).map(String)],
  ['integer', 'HUGEINT', fc.bigInt({ min: -(2n ** 127n) + 1n, max: 2n ** 127n - 1n }).map(String)],
  ['integer', 'UHUGEINT', fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map(String)],
  ['integer', 'UBIGINT', fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String)],
  ['decimal', 'numeric(18,4)', decimal(14, 4, 4)],
  ['decimal', 'numeric(5)', whole(5)],
  ['decimal', 'numeric(30,20)', decimal(10, 20, 20)],
  ['decimal', 'numeric', decimal(18, 0, 30)],
  ['decimal', 'numeric', decimal(1, 0, 2)],
  ['float', 'double precision', fc.oneof(fc.double(), fc.constantFrom(0.1, -0, 0, 5e-324)).map(printedDouble)],
  ['float', 'real', fc.float().map((value) => printedDouble(Number(value.toPrecision(9))))],
  ['boolean', 'boolean', fc.constantFrom('t', 'f', 'true', 'false')],
  ['date', 'date', fc.oneof(day, infinities)],
  ['time', 'time without time zone', fc.oneof(clock, fc.constant('24:00:00'))],
  ['timestamp', 'timestamp without time zone', fc.oneof(moment, infinities)],
  [
    'timestamp',
    'timestamp with time zone',
    fc.oneof(
      fc.tuple(moment, zone).map((parts) => parts.join('')),
      infinities,
    ),
  ],
  [
    'timestamp',
    'TIMESTAMP',
    fc.tuple(day, fc.constantFrom('', ' (BC)'), clock).map(([date, era, time]) => `${date}${era} ${time}`),
  ],
  ['text', 'text', fc.string({ unit: 'binary', maxLength: 6 })],
  [
    'text',
    'text',
    fc.string({
      unit: fc.constantFrom('a', 'B', 'é', '😀', '\uffee', '"', '\\', '\n', '\r', '\x01', 'n', ' ', ','),
      maxLength: 3,
    }),
  ],
  ['json', 'jsonb', fc.json({ maxDepth: 1 })],
  ['uuid', 'uuid', fc.uuid()],
];

/** What the engine cannot sort as `compareCells` does, and leaves. */
const LEFT: [ColumnKind, string, string][] = [
  ['integer', 'integer', 'ten'],
  ['decimal', 'numeric', 'NaN'],
  ['decimal', 'numeric', 'Infinity'],
  ['decimal', 'numeric', '-99999999999999999999999999999999999999999'],
  ['decimal', 'numeric(18,4)', 'NaN'],
  ['decimal', 'money', '$1,234.50'],
  ['date', 'date', '4714-11-24 BC'],
  ['date', 'DATE', '4714-11-24 (BC)'],
  ['date', 'date', '12/11/2026'],
  ['date', 'date', '11.12.2026'],
  ['timestamp', 'timestamp without time zone', '0001-12-31 00:00:00 BC'],
  ['timestamp', 'timestamp with time zone', '294277-12-31 00:00:00+00'],
  ['timestamp', 'timestamp with time zone', 'Fri Nov 20 12:00:00 2026 CET'],
  ['time', 'time with time zone', '12:00:00+01'],
];

/** As Postgres prints it: the shortest text that reads back as the same number. */
function printedDouble(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

describe('EngineOrders', () => {
  let folder: string;
  let engine: SortEngine;
  let made = 0;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'engine-orders-'));
    engine = new SortEngine(folder);
  });
  afterAll(async () => {
    await engine.close();
    rmSync(folder, { recursive: true });
  });

  /** With `columns` their cells are written beside it, in files of their own. */
  async function spoolOf(rows: readonly ResultRow[], columns: readonly ResultColumn[] = []): Promise<ResultSpool> {
    made += 1;
    const limits = { resultBytes: ENDLESS, totalBytes: ENDLESS };
    const spool = new ResultSpool(join(folder, `it's ${made}.ndjson`), new SpoolQuota(limits), columns);
    for (const row of rows) if (!spool.append(row)) await spool.drained();
    await spool.finish();
    return spool;
  }

  const columnOf = (kind: ColumnKind, type: string): ResultColumn => ({ name: 'v', type, kind, table: null });
  const rowsOf = (cells: readonly Cell[]): ResultRow[] => cells.map((cell, index) => [String(index), cell]);
  const numberColumn = columnOf('integer', 'integer');

  function expected(rows: readonly ResultRow[], kind: ColumnKind, direction: 'asc' | 'desc'): ResultRow[] {
    const compare = compareCells(kind);
    const sign = direction === 'asc' ? 1 : -1;
    return rows.toSorted((a, b) => sign * compare(a[1] ?? null, b[1] ?? null));
  }

  it.each(COLUMNS)(
    'sorts %s %s as compareCells does, in both directions and in both ways',
    async (kind, type, text) => {
      const cells = fc.array(fc.option(text, { freq: 8 }), { maxLength: 60 });
      await fc.assert(
        fc.asyncProperty(cells, async (values) => {
          const rows = rowsOf([...values, ...values.slice(0, 5)]);
          const columns = [numberColumn, columnOf(kind, type)];
          const [spool, spoolWithFiles] = [await spoolOf(rows), await spoolOf(rows, columns)];
          const orders = new EngineOrders(engine, spool, columns);
          const ordersOfFiles = new EngineOrders(engine, spoolWithFiles, columns);
          const plain = new SpoolOrders(spool);
          const first = new FirstRows(spoolWithFiles, new AbortController().signal);
          // A column with the files' own delimiter in a text has no file, and is put in order in another way.
          const hasFile = !values.some((cell) => cell?.includes(DELIMITER) === true);
          for (const direction of DIRECTIONS) {
            const sorted = expected(rows, kind, direction);
            const order = { column: 1, kind, direction };
            expect(await orders.read(order, 0, 100, ENDLESS)).toEqual(sorted);
            expect(await ordersOfFiles.read(order, 0, 100, ENDLESS)).toEqual(sorted);
            expect(await plain.read(order, 0, 100, ENDLESS)).toEqual(sorted);
            expect(await first.read(order, 0, 100, ENDLESS)).toEqual(hasFile ? sorted : null);
          }
          await Promise.all([orders, ordersOfFiles, plain].map((one) => one.discard()));
          await Promise.all([spool.discard(), spoolWithFiles.discard()]);
        }),
        { numRuns: sizeOf(8, 250) },
      );
    },
    sizeOf(120_000, 1_200_000),
  );

  it.each(LEFT)('leaves %s %s with %j to the comparison of cells', async (kind, type, text) => {
    const spool = await spoolOf(rowsOf([null, text]));
    const orders = new EngineOrders(engine, spool, [numberColumn, columnOf(kind, type)]);
    expect(await orders.read({ column: 1, kind, direction: 'asc' }, 0, 10, ENDLESS)).toBeNull();
    await Promise.all([orders.discard(), spool.discard()]);
  });

  it('is made for more results at once than keep their keys', async () => {
    const rows = rowsOf(Array.from({ length: 20_000 }, (_, index) => String((index * 7919) % 1009)));
    const sorted = expected(rows, 'integer', 'asc');
    const order = { column: 1, kind: 'integer', direction: 'asc' } as const;
    const columns = [numberColumn, columnOf('integer', 'bigint')];
    const all = Array.from({ length: 20 }, async () => new EngineOrders(engine, await spoolOf(rows), columns));
    const orders = await Promise.all(all);
    const pages = await Promise.all(orders.map((one) => one.read(order, 12_000, 100, ENDLESS)));
    for (const page of pages) expect(page).toEqual(sorted.slice(12_000, 12_100));
    await Promise.all(orders.map((one) => one.discard()));
  });

  it.each([100, 12_000])('sorts again after the engine had too little memory for the page at %i', async (offset) => {
    const rows = rowsOf(Array.from({ length: 200_000 }, (_, index) => String((index * 7919) % 1_000_003)));
    const spool = await spoolOf(rows);
    const orders = new EngineOrders(engine, spool, [numberColumn, columnOf('integer', 'bigint')]);
    const order = { column: 1, kind: 'integer', direction: 'asc' } as const;
    const other = await engine.openSession();
    await other.rows("SET GLOBAL memory_limit = '1MiB'");
    expect(await orders.read(order, offset, 100, ENDLESS)).toBeNull();
    await other.rows("SET GLOBAL memory_limit = '64MiB'");
    const sorted = expected(rows, 'integer', 'asc');
    expect(await orders.read(order, offset, 100, ENDLESS)).toEqual(sorted.slice(offset, offset + 100));
    await Promise.all([other.close(), orders.discard(), spool.discard()]);
  });

  it('reads any page of a long result, and each page of it by the same order', async () => {
    const rows = rowsOf(Array.from({ length: 20_000 }, (_, index) => String((index * 7919) % 1009)));
    const spool = await spoolOf(rows);
    const orders = new EngineOrders(engine, spool, [numberColumn, columnOf('integer', 'bigint')]);
    for (const direction of DIRECTIONS) {
      const sorted = expected(rows, 'integer', direction);
      for (const offset of [0, 200, 4_900, 12_345, 19_900, 20_000, 99_999]) {
        const found = await orders.read({ column: 1, kind: 'integer', direction }, offset, 200, ENDLESS);
        expect(found).toEqual(sorted.slice(offset, offset + 200));
      }
    }
    await Promise.all([orders.discard(), spool.discard()]);
  });

  it('sorts again after other results have taken its place', async () => {
    const results = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const spool = await spoolOf(rowsOf([String(index), '5', null]));
        return { spool, orders: new EngineOrders(engine, spool, [numberColumn, columnOf('integer', 'integer')]) };
      }),
    );
    for (let round = 0; round < 2; round += 1) {
      for (const { orders } of results) {
        const found = await orders.read({ column: 1, kind: 'integer', direction: 'desc' }, 0, 1, ENDLESS);
        expect(found).toEqual([['2', null]]);
      }
    }
    await Promise.all(results.flatMap(({ orders, spool }) => [orders.discard(), spool.discard()]));
  });

  it('keeps the keys of some columns only, and reads those of the others again', async () => {
    const spool = await spoolOf([Array.from({ length: 9 }, (_, index) => String(index)), Array<string>(9).fill('0')]);
    const orders = new EngineOrders(engine, spool, Array<ResultColumn>(9).fill(numberColumn));
    for (const column of [1, 2, 3, 4, 5, 6, 7, 8, 1, 2]) {
      const found = await orders.read({ column, kind: 'integer', direction: 'asc' }, 0, 5, ENDLESS);
      expect(found?.map((row) => row[column])).toEqual(['0', String(column)]);
    }
    await Promise.all([orders.discard(), spool.discard()]);
  });

  it('has its whole limit of memory again after results that were put in order at once', async () => {
    const limit = async () => {
      const session = await engine.openSession();
      const [[value] = []] = await session.rows("SELECT current_setting('memory_limit')");
      await session.close();
      return value;
    };
    const before = await limit();
    const rows = rowsOf(Array.from({ length: 30_000 }, (_, index) => String((index * 7919) % 30_000)));
    const read = async () => {
      const spool = await spoolOf(rows);
      const orders = new EngineOrders(engine, spool, [numberColumn, numberColumn]);
      const found = await orders.read({ column: 1, kind: 'integer', direction: 'asc' }, 20_000, 2, ENDLESS);
      await Promise.all([orders.discard(), spool.discard()]);
      return found?.map(([, cell]) => cell);
    };
    for (const found of await Promise.all([read(), read(), read()])) expect(found).toEqual(['20000', '20001']);
    expect(await limit()).toBe(before);
  });

  it('ends its process when it is idle, not during a statement, and sorts again in a new one', async () => {
    const idle = new SortEngine(folder, () => ENDLESS, 200);
    const spool = await spoolOf(rowsOf(['2', '1', '3']));
    const orders = new EngineOrders(idle, spool, [numberColumn, columnOf('integer', 'integer')]);
    const sorted = () => orders.read({ column: 1, kind: 'integer', direction: 'asc' }, 0, 1, ENDLESS);
    expect(await sorted()).toEqual([['1', '1']]);
    const session = await idle.openSession();
    await session.rows(
      'SELECT count(*) FROM range(20000) a, range(20000) b WHERE a.range = b.range + 1 OR a.range < 0',
    );
    expect(session.isClosed).toBe(false);
    while (!session.isClosed) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await sorted()).toEqual([['1', '1']]);
    await Promise.all([orders.discard(), spool.discard()]);
    await idle.close();
  });

  it('gives up when it is discarded while it sorts, and leaves no file', async () => {
    const rows = rowsOf(Array.from({ length: 50_000 }, (_, index) => `${'x'.repeat(200)}${index}`));
    const spool = await spoolOf(rows);
    const orders = new EngineOrders(engine, spool, [numberColumn, columnOf('text', 'text')]);
    const reading = orders.read({ column: 1, kind: 'text', direction: 'asc' }, 30_000, 10, ENDLESS);
    await orders.discard();
    expect(await reading).toBeNull();
    await spool.discard();
    expect(existsSync(spool.path)).toBe(false);
  });
});
