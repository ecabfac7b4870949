import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Cell, ColumnKind, ResultColumn, ResultRow } from '#libs/api';
import { compareCells } from '#libs/results';
import { SpoolQuota } from '../quota/spool-quota.js';
import { ResultSpool } from '../spool/result-spool.js';
import { EngineOrders } from './engine-orders.js';
import { SortEngine } from './sort-engine.js';

const ROWS = 24_000;
const ENDLESS = 1e9;
/** Farther down than what is read from the top of an unordered table. */
const OFFSETS = [5_000, 11_900, 12_000, 17_321, ROWS - 150, 23_999];

/** Evenly distributed, and the same in each run. */
function mixed(index: number): number {
  return Math.imul(index + 1, 2_654_435_761) >>> 0;
}

/** A column's type and its cell in a row. */
const COLUMNS: [string, ColumnKind, string, (index: number) => Cell][] = [
  ['different numbers', 'integer', 'bigint', (index) => String(mixed(index) - 2 ** 31)],
  ['numbers in order', 'integer', 'bigint', (index) => String(index)],
  ['few numbers', 'integer', 'integer', (index) => String(mixed(index) % 7)],
  ['one number', 'integer', 'integer', () => '5'],
  ['two truth values', 'boolean', 'boolean', (index) => (mixed(index) % 2 === 0 ? 't' : 'f')],
  ['doubles with NaN', 'float', 'double precision', (index) => (index % 3 === 0 ? 'NaN' : String(mixed(index) / 7))],
  ['infinite and negative doubles', 'float', 'double precision', (index) => doubleOf(mixed(index) % 5, index)],
  ['numbers with digits of their own', 'decimal', 'numeric', (index) => `${mixed(index) % 3}.${mixed(index)}1`],
  ['negative numbers with digits', 'decimal', 'numeric', (index) => `-${mixed(index) % 3}.${mixed(index)}1`],
  ['texts', 'text', 'text', (index) => `${'é😀\uffee '.repeat(mixed(index) % 3)}${mixed(index) % 5_000}`],
  ['mostly NULL', 'integer', 'integer', (index) => (mixed(index) % 4 === 0 ? String(mixed(index)) : null)],
  ['half NULL', 'text', 'text', (index) => (mixed(index) % 2 === 0 ? `t${mixed(index) % 100}` : null)],
  ['half NULL with digits', 'decimal', 'numeric', (index) => (index % 2 === 0 ? `1.${mixed(index)}` : null)],
  ['all NULL', 'date', 'date', () => null],
];

function doubleOf(choice: number, index: number): string {
  return ['Infinity', '-Infinity', '-0', '0', String(-mixed(index))][choice] ?? '0';
}

describe('EngineWindows', () => {
  let folder: string;
  let engine: SortEngine;
  let made = 0;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'engine-windows-'));
    engine = new SortEngine(folder);
  });
  afterAll(async () => {
    await engine.close();
    rmSync(folder, { recursive: true });
  });

  async function ordersOf(rows: readonly ResultRow[], column: ResultColumn) {
    made += 1;
    const quota = new SpoolQuota({ resultBytes: ENDLESS, totalBytes: ENDLESS });
    const columns: ResultColumn[] = [{ name: 'row', type: 'integer', kind: 'integer', table: null }, column];
    const spool = new ResultSpool(join(folder, `${made}.ndjson`), quota, columns);
    for (const row of rows) if (!spool.append(row)) await spool.drained();
    await spool.finish();
    const orders = new EngineOrders(engine, spool, columns);
    return { orders, discard: () => Promise.all([orders.discard(), spool.discard()]) };
  }

  it.each(COLUMNS)('finds pages of %s as compareCells has them, with NULL, in both directions', async (...one) => {
    const [, kind, type, cellOf] = one;
    const rows = Array.from({ length: ROWS }, (_, index): ResultRow => [String(index), cellOf(index)]);
    const { orders, discard } = await ordersOf(rows, { name: 'v', type, kind, table: null });
    const compare = compareCells(kind);
    for (const direction of ['asc', 'desc'] as const) {
      const sign = direction === 'asc' ? 1 : -1;
      const sorted = rows.toSorted((a, b) => sign * compare(a[1] ?? null, b[1] ?? null));
      for (const offset of OFFSETS) {
        const found = await orders.read({ column: 1, kind, direction }, offset, 200, ENDLESS);
        expect(found).toEqual(sorted.slice(offset, offset + 200));
      }
    }
    await discard();
  });

  it('goes on with the whole order where many pages far from each other are read, some of them at once', async () => {
    const cells = Array.from({ length: ROWS }, (_, index) => mixed(index));
    const rows = cells.map((cell, index): ResultRow => [String(index), String(cell)]);
    const { orders, discard } = await ordersOf(rows, { name: 'v', type: 'bigint', kind: 'integer', table: null });
    const sorted = cells.toSorted((a, b) => a - b).map(String);
    const offsets = Array.from({ length: 18 }, (_, index) => 5_000 + 1_000 * ((index * 7) % 19));
    const order = { column: 1, kind: 'integer', direction: 'asc' } as const;
    const pages = await Promise.all(offsets.map((offset) => orders.read(order, offset, 20, ENDLESS)));
    for (const [index, offset] of offsets.entries()) {
      expect(pages[index]?.map(([, cell]) => cell)).toEqual(sorted.slice(offset, offset + 20));
    }
    await discard();
  });

  it('makes parts of an order again after other results have taken its place', async () => {
    const rows = Array.from({ length: ROWS }, (_, index): ResultRow => [String(index), String(ROWS - index)]);
    const results = await Promise.all(
      Array.from({ length: 10 }, () => ordersOf(rows, { name: 'v', type: 'integer', kind: 'integer', table: null })),
    );
    for (let round = 0; round < 2; round += 1) {
      for (const { orders } of results) {
        const found = await orders.read({ column: 1, kind: 'integer', direction: 'asc' }, 10_000, 1, ENDLESS);
        expect(found).toEqual([[String(ROWS - 10_001), '10001']]);
      }
    }
    await Promise.all(results.map(({ discard }) => discard()));
  });
});
