import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FILTER_OPS } from '#libs/api';
import type { ColumnKind, ResultColumn, ResultFilter, ResultRow } from '#libs/api';
import { filterFaults } from '#libs/results';
import { CELLS } from '../../../../libs/results/testing/any-cells.js';
import { EngineOrders } from '../order/engine-orders.js';
import { SortEngine } from '../order/sort-engine.js';
import { SpoolQuota } from '../quota/spool-quota.js';
import { ResultSpool } from '../spool/result-spool.js';
import { HeldViews } from './held-views.js';
import type { RowsView } from './result-views.js';
import { SpoolViews } from './spool-views.js';

const KINDS = Object.keys(CELLS) as ColumnKind[];
const going = new AbortController().signal;
const columnOf = (kind: ColumnKind): ResultColumn => ({ name: kind, type: kind, kind, table: null });

/** As arithmetic of Postgres ends its results. */
const ZEROS = '0'.repeat(18);

/** Kinds with types that the engine reads, and texts that databases print for them. */
const TYPED: [ColumnKind, string, fc.Arbitrary<string>][] = [
  [
    'integer',
    'bigint',
    fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.bigInt({ min: -9n, max: 9n })).map(String),
  ],
  ['decimal', 'numeric(18,4)', fc.integer({ min: -99_999, max: 99_999 }).map((value) => (value / 10_000).toFixed(4))],
  [
    'decimal',
    'numeric',
    fc.constantFrom('0', '1', '1.0', '1.00', '-1.5', '-1.50', '12.125', '0.333333333333333333333'),
  ],
  ['decimal', 'numeric', fc.integer({ min: -999, max: 99_999 }).map((value) => `${(value / 100).toFixed(2)}${ZEROS}`)],
  ['decimal', 'numeric', fc.constantFrom(`1.5${ZEROS}0`, `1.50${ZEROS}`, `-2.00${ZEROS}`, `1${ZEROS}00`, 'NaN')],
  [
    'float',
    'double precision',
    fc.oneof(fc.double({ noNaN: true }).map(String), fc.constantFrom('NaN', '-0', '0', '1.5')),
  ],
  ['date', 'date', fc.constantFrom('2026-01-01', '0001-01-01', '9999-12-31', 'infinity', '2024-02-29')],
  [
    'timestamp',
    'timestamp with time zone',
    fc.constantFrom('2026-01-01 00:00:00+00', '2026-01-01 05:30:00+05:30', '2025-12-31 23:59:59.999999+00'),
  ],
  ['text', 'text', CELLS.text],
  ['boolean', 'boolean', fc.constantFrom('t', 'f')],
];

let folder: string;
let engine: SortEngine;
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spool-views-'));
  engine = new SortEngine(folder);
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

interface Opened {
  readonly spool: ResultSpool;
  readonly views: SpoolViews;
  readonly close: () => Promise<void>;
}

/** With `hasFiles` cells are written beside the rows, in files of their columns. */
async function opened(rows: readonly ResultRow[], columns: readonly ResultColumn[], hasFiles = true): Promise<Opened> {
  made += 1;
  const quota = new SpoolQuota({ resultBytes: 1e9, totalBytes: 1e9 });
  const spool = new ResultSpool(join(folder, `it's ${made}.ndjson`), quota, hasFiles ? columns : []);
  for (const row of rows) if (!spool.append([...row])) await spool.drained();
  await spool.finish();
  const orders = new EngineOrders(engine, spool, columns);
  const views = new SpoolViews({ spool, columns, engine: orders, sorting: engine, isOver: () => true });
  const close = async () => {
    await views.discard();
    await spool.discard();
  };
  return { spool, views, close };
}

/** A column of each kind with rows of its cells, and conditions on them. */
const example = fc.constantFrom(...KINDS).chain((kind) => {
  const cell = fc.option(CELLS[kind], { freq: 6 });
  const filter = fc
    .record({
      op: fc.constantFrom(...FILTER_OPS),
      ...{ value: CELLS[kind], values: fc.array(cell, { maxLength: 3 }), from: cell, to: cell },
      case_sensitive: fc.boolean(),
      column: fc.constantFrom(0, 1),
    })
    .filter((one) => filterFaults([one], [columnOf(kind), columnOf(kind)]).length === 0);
  return fc.record({
    kind: fc.constant(kind),
    rows: fc.array(fc.tuple(cell, cell), { maxLength: 40 }).map((rows) => [...rows, ...rows.slice(0, 5)]),
    filters: fc.array(filter, { maxLength: 3 }),
    text: CELLS[kind].map((text) => text.slice(0, 2)).filter((text) => !/\p{Surrogate}/u.test(text)),
    hasFiles: fc.boolean(),
  });
});

describe('SpoolViews', () => {
  it('filters, sorts and finds as the pure rules do, on cells of every kind', async () => {
    await fc.assert(
      fc.asyncProperty(example, async ({ kind, rows, filters, text, hasFiles }) => {
        const columns = [columnOf(kind), columnOf(kind)];
        const held = new HeldViews(rows, columns, true);
        const { views, close } = await opened(rows, columns, hasFiles);
        for (const order of [
          null,
          { column: 1, kind, direction: 'asc' },
          { column: 0, kind, direction: 'desc' },
        ] as const) {
          const view: RowsView = { filters, order };
          expect(await views.page(view, 0, 100, going)).toEqual(await held.page(view, 0, 100));
          expect(await views.page(view, 3, 2, going)).toEqual(await held.page(view, 3, 2));
          for (const range of [
            { fromRow: 0, beforeRow: null, limit: 5 },
            { fromRow: 0, beforeRow: 7, limit: 3 },
          ]) {
            const find = { text, case_sensitive: rows.length % 2 === 0 };
            expect(await views.matches(view, find, range, going)).toEqual(await held.matches(view, find, range));
          }
        }
        await close();
      }),
      { numRuns: 60 },
    );
  });

  it('sums columns up as the pure rules do, by keys of the server', async () => {
    await fc.assert(
      fc.asyncProperty(example, async ({ kind, rows, filters, hasFiles }) => {
        const columns = [columnOf(kind), columnOf(kind)];
        const held = new HeldViews(rows, columns, true);
        const { spool, close } = await opened(rows, columns, hasFiles);
        const views = new SpoolViews({ spool, columns, engine: null, sorting: engine, isOver: () => true });
        expect(await views.statistics(0, filters, going)).toEqual(await held.statistics(0, filters));
        await close();
      }),
      { numRuns: 40 },
    );
  });

  it.each<[string, string, (row: number) => string]>([
    ['decimals that are short', 'numeric', (row) => `${(((row * 7919) % 10_000) / 4).toFixed(2)}00`],
    ['decimals of which the last are longer', 'numeric', (row) => (row < 4_500 ? `${row % 97}.50` : `${row % 97}.505`)],
    [
      'decimals of which the last are larger',
      'numeric',
      (row) => (row < 4_500 ? '1.50' : `${10n ** 20n + BigInt(row)}.50`),
    ],
    [
      'decimals that say the same in two ways',
      'numeric',
      (row) => (row < 4_500 ? '2.50' : ['2.5', '2.500'][row % 2]) ?? '',
    ],
    ['one value in most rows', 'integer', (row) => String(row % 100 === 0 ? row : 7)],
    ['values in order', 'integer', (row) => String(row)],
    ['values that only others than the sample have', 'integer', (row) => String(row % 5 === 0 ? 0 : 1_000 + row)],
  ])('sums up large columns as the pure rules do: %s', async (_, type, cellOf) => {
    const kind = type === 'numeric' ? 'decimal' : 'integer';
    const columns = [{ ...columnOf(kind), type: type === 'numeric' ? type : 'bigint' }];
    const rows = Array.from({ length: 5_000 }, (__, row): ResultRow => [row % 50 === 3 ? null : cellOf(row)]);
    const held = new HeldViews(rows, columns, true);
    const { views, close } = await opened(rows, columns);
    expect(await views.statistics(0, [], going)).toEqual(await held.statistics(0, []));
    await close();
  });

  it.each(TYPED)('sums columns up as the pure rules do, by their type: %s %s', async (kind, type, cell) => {
    const columns = [{ ...columnOf(kind), type }];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(cell, { freq: 6 }), { maxLength: 40 }),
        fc.boolean(),
        async (cells, isAll) => {
          const rows = [...cells, ...cells.slice(0, 9)].map((one): ResultRow => [one]);
          const filters: ResultFilter[] = isAll ? [] : [{ column: 0, op: 'contains', value: '1' }];
          const held = new HeldViews(rows, columns, true);
          const { views, close } = await opened(rows, columns);
          expect(await views.statistics(0, filters, going)).toEqual(await held.statistics(0, filters));
          await close();
        },
      ),
      { numRuns: 12 },
    );
  });

  const MANY = Array.from({ length: 15_000 }, (_, row): ResultRow => [
    String((row * 7919) % 1009),
    row % 3 === 0 ? null : `name ${row}`,
  ]);
  const COLUMNS = [columnOf('integer'), columnOf('text')];
  const NAN: ResultRow[] = MANY.map(([first, second], row) => [row === 5 ? 'NaN' : (first ?? null), second ?? null]);
  const FILTERS: ResultFilter[] = [
    { column: 0, op: 'between', from: '100', to: null },
    { column: 1, op: 'ends_with', value: '7' },
  ];

  it.each([
    ['by the engine', MANY],
    ['cell by cell', NAN],
  ])('reads any page of a long view in an order made %s', async (_, rows) => {
    const held = new HeldViews(rows, COLUMNS, true);
    const { views, close } = await opened(rows, COLUMNS);
    for (const direction of ['asc', 'desc'] as const) {
      for (const filters of [[], FILTERS.slice(0, 1)]) {
        const view: RowsView = { filters, order: { column: 0, kind: 'decimal', direction } };
        for (const offset of [0, 4_990, 12_345, 99_999])
          expect(await views.page(view, offset, 20, going)).toEqual(await held.page(view, offset, 20));
        const range = { fromRow: 9_000, beforeRow: null, limit: 3 };
        const { items } = await held.matches(view, { text: 'name 1' }, range);
        expect((await views.matches(view, { text: 'name 1' }, range, going)).items).toEqual(items);
      }
    }
    await close();
    expect(readdirSync(folder).filter((name) => /order|parts/.test(name))).toEqual([]);
  });

  it('hands over all rows of a view, in its order', async () => {
    const held = new HeldViews(MANY, COLUMNS, true);
    const { views, close } = await opened(MANY, COLUMNS);
    for (const order of [null, { column: 0, kind: 'integer', direction: 'desc' }] as const) {
      const [all, expected]: ResultRow[][] = [[], []];
      for await (const rows of views.batches({ filters: FILTERS, order }, going)) all?.push(...rows);
      for await (const rows of held.batches({ filters: FILTERS, order })) expected?.push(...rows);
      expect(all).toEqual(expected);
    }
    await close();
  });

  it('filters and finds in the rows that are there while others arrive', async () => {
    const quota = new SpoolQuota({ resultBytes: 1e9, totalBytes: 1e9 });
    const spool = new ResultSpool(join(folder, 'arriving.ndjson'), quota, COLUMNS);
    let isOver = false;
    const views = new SpoolViews({ spool, columns: COLUMNS, engine: null, sorting: engine, isOver: () => isOver });
    const view: RowsView = { filters: FILTERS, order: null };
    const seen: number[] = [];
    for (let from = 0; from < MANY.length; from += 5_000) {
      for (const row of MANY.slice(from, from + 5_000)) if (!spool.append(row)) await spool.drained();
      while (spool.readableRows < from + 5_000) await new Promise(setImmediate);
      if (from + 5_000 === MANY.length) {
        await spool.finish();
        isOver = true;
      }
      const held = new HeldViews(MANY.slice(0, from + 5_000), COLUMNS, isOver);
      expect(await views.page(view, 10, 10_000, going)).toEqual(await held.page(view, 10, 10_000));
      const range = { fromRow: 2, beforeRow: null, limit: 1000 };
      const found = await views.matches(view, { text: 'E 1' }, range, going);
      expect(found).toEqual(await held.matches(view, { text: 'E 1' }, range));
      seen.push(found.match_count);
    }
    expect(seen[0]).toBeLessThan(seen[2] ?? 0);
    await views.discard();
    await spool.discard();
  });

  it('answers with the first matches before all are counted, and counts on behind the answer', async () => {
    const rows = Array.from({ length: 100_000 }, (_, row): ResultRow => [String(row), `${'x'.repeat(100)}${row}`]);
    const { views, close } = await opened(rows, COLUMNS, false);
    const view: RowsView = { filters: [{ column: 1, op: 'contains', value: 'X1' }], order: null };
    const find = { text: 'x2' };
    const range = { fromRow: 0, beforeRow: null, limit: 10 };
    expect(await views.page(view, 0, 10, going)).toMatchObject({
      numbers: [1, 10, 11, 12, 13, 14, 15, 16, 17, 18],
      count: null,
    });
    const early = await views.matches({ filters: [], order: null }, find, range, going);
    expect([early.complete, early.items[0]]).toEqual([false, { row: 2, column: 1 }]);
    while ((await views.page(view, 0, 10, going)).count === null) await new Promise(setImmediate);
    expect((await views.page(view, 0, 10, going)).count).toBe(11_111);
    while (!(await views.matches({ filters: [], order: null }, find, range, going)).complete)
      await new Promise(setImmediate);
    await close();
  });

  it('stops when its only request ends, and starts again with the next', async () => {
    const rows = Array.from({ length: 100_000 }, (_, row): ResultRow => [String(row), `${'x'.repeat(100)}${row}`]);
    const { views, close } = await opened(rows, COLUMNS, false);
    const view: RowsView = { filters: [{ column: 1, op: 'ends_with', value: 'x99999' }], order: null };
    const leaving = new AbortController();
    const read = views.page(view, 0, 1, leaving.signal);
    setImmediate(() => leaving.abort());
    await expect(read).rejects.toMatchObject({ name: 'AbortError' });
    expect((await views.page(view, 0, 1, going)).numbers).toEqual([99_999]);
    const last = views.page({ ...view, filters: [{ column: 1, op: 'contains', value: 'never' }] }, 0, 1, going);
    await views.discard();
    await expect(last).rejects.toThrow();
    await close();
  });
});
