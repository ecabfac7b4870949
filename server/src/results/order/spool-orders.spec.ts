import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ResultRow } from '#libs/api';
import { compareCells } from '#libs/results';
import { ResultSpool } from '../spool/result-spool.js';
import { SpoolQuota } from '../quota/spool-quota.js';
import { SpoolOrders } from './spool-orders.js';

/** More than three parts are sorted in memory, so that they have to be merged. */
const ROWS = 30_000;

/** Numbers of many lengths with every value several times, texts beyond ASCII, NULLs in both. */
function rowAt(index: number): ResultRow {
  const scattered = (index * 7919) % 10_007;
  const number =
    scattered % 11 === 0 ? null : `${scattered % 2 === 0 ? '-' : ''}${scattered}${'0'.repeat(scattered % 25)}`;
  const text = scattered % 13 === 0 ? null : `${['é', '😀', '\uffee', '"\\', 'z\n'][scattered % 5]}${scattered % 100}`;
  return [String(index), number, text];
}

describe('SpoolOrders', () => {
  let folder: string;
  let spool: ResultSpool;
  let orders: SpoolOrders;
  const rows = Array.from({ length: ROWS }, (_, index) => rowAt(index));
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'orders-'));
    spool = new ResultSpool(join(folder, 'a.ndjson'), new SpoolQuota({ resultBytes: 1e9, totalBytes: 1e9 }));
    for (const row of rows) if (!spool.append(row)) await spool.drained();
    await spool.finish();
    orders = new SpoolOrders(spool);
  });
  afterEach(async () => {
    await orders.discard();
    rmSync(folder, { recursive: true });
  });

  it.each([
    [1, 'decimal', 'asc'],
    [1, 'decimal', 'desc'],
    [2, 'text', 'asc'],
    [2, 'text', 'desc'],
  ] as const)(
    'sorts column %i as %s %s, equal values in the order in which they came',
    async (column, kind, direction) => {
      const compare = compareCells(kind);
      const sign = direction === 'asc' ? 1 : -1;
      const expected = rows.toSorted((a, b) => sign * compare(a[column] ?? null, b[column] ?? null));
      const order = await orders.get({ column, kind, direction });
      const found = await order.read(0, ROWS, 1e9);
      expect(found.map(([index]) => index)).toEqual(expected.map(([index]) => index));
      expect(found.slice(0, 100)).toEqual(expected.slice(0, 100));
      expect(await order.read(ROWS - 5, 100, 1e9)).toEqual(expected.slice(-5));
      expect(await order.read(ROWS, 100, 1e9)).toEqual([]);
    },
  );

  it('ends a page early rather than answering with too much, but never without a row', async () => {
    const order = await orders.get({ column: 0, kind: 'integer', direction: 'desc' });
    expect(await order.read(0, 10, 1)).toEqual([rowAt(ROWS - 1)]);
  });

  it('keeps a file for each of the last six orders and nothing else', async () => {
    for (const column of [0, 1, 2]) {
      for (const direction of ['asc', 'desc', 'asc'] as const) await orders.get({ column, kind: 'text', direction });
    }
    await orders.get({ column: 3, kind: 'text', direction: 'asc' });
    const order = await orders.get({ column: 4, kind: 'text', direction: 'asc' });
    expect(await order.read(0, 1, 1e9)).toEqual([rowAt(0)]);
    expect(readdirSync(folder).filter((name) => name !== 'a.ndjson')).toHaveLength(6);
  });

  it('leaves nothing behind when it is discarded while it sorts', async () => {
    const made = orders.get({ column: 1, kind: 'decimal', direction: 'asc' });
    const failed = expect(made).rejects.toThrow(/abort/i);
    await orders.discard();
    await failed;
    expect(readdirSync(folder)).toEqual(['a.ndjson']);
  });
});
