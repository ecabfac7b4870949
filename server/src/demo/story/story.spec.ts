import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import {
  exchangeRatesTsv,
  openingHoursJson,
  returnsNdjson,
  storeVisitorsCsv,
  supplierPricesCsv,
} from './drop-files.js';
import { ORDER_COUNT, orders } from './orders.js';
import { seededRandom } from './random.js';
import { SHOP_TABLES, shopRows } from './shop-rows.js';
import { webVisits } from './web-visits.js';

/** The first twelve digits of what everything said so far hashes to. */
function fingerprint(texts: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('hex').slice(0, 12);
}

const batches = [...shopRows(true)];

function* shopTexts(): Generator<string> {
  for (const { table, rows } of batches) yield table + rows.map((row) => row.join('\t')).join('\n');
}

function* visitTexts(): Generator<string> {
  for (const { events, ...visit } of webVisits()) yield [...Object.values(visit), events.length].join('\t');
}

describe('a seeded stream', () => {
  it('is the same for the same seed and another for another', () => {
    const [first, again, other] = ['a', 'a', 'b'].map((seed) => {
      const random = seededRandom(seed);
      return Array.from({ length: 20 }, () => random.next());
    });
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('stays within its limits and reaches them', () => {
    const random = seededRandom('limits');
    const numbers = Array.from({ length: 2_000 }, () => random.integer(1, 6));
    expect([...new Set(numbers)].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('never picks what weighs nothing', () => {
    const random = seededRandom('weights');
    const picked = Array.from({ length: 2_000 }, () => random.weighted([0, 3, 0, 1, 0]));
    expect([...new Set(picked)].sort()).toEqual([1, 3]);
  });
});

describe('the story', () => {
  it('is the same on every machine', () => {
    const files = [supplierPricesCsv, returnsNdjson, exchangeRatesTsv, openingHoursJson, storeVisitorsCsv];
    const found = {
      shop: fingerprint(shopTexts()),
      visits: fingerprint(visitTexts()),
      files: fingerprint(files.map((file) => file())),
    };
    expect(found).toEqual({ shop: '72643fa55ea4', visits: 'aa32bb446220', files: 'ce506249d25b' });
  });

  it('has fifty thousand orders in order of time, each with at least one line', () => {
    let count = 0;
    let last = 0;
    let inOrder = true;
    let smallest = Infinity;
    for (const order of orders()) {
      count++;
      inOrder &&= order.placedAt >= last;
      last = order.placedAt;
      smallest = Math.min(smallest, order.items.length);
    }
    expect({ count, inOrder, smallest }).toEqual({ count: ORDER_COUNT, inOrder: true, smallest: 1 });
  });

  it('fills every column of every row', () => {
    for (const { table, rows } of batches) {
      const widths = new Set(rows.map((row) => row.length));
      expect({ table, widths: [...widths] }).toEqual({ table, widths: [SHOP_TABLES[table].length] });
    }
  });

  it('leaves out the delivery areas without PostGIS', () => {
    const tables: string[] = [];
    for (const { table } of shopRows(false)) {
      tables.push(table);
      if (table === 'public.orders') break;
    }
    expect(tables.at(-1)).toBe('public.orders');
    expect(tables).not.toContain('public.delivery_areas');
  });

  it('ends a visit to the web shop with the order it led to', () => {
    const buying = [...webVisits()].filter((visit) => visit.orderId !== null);
    expect(buying.length).toBeGreaterThan(5_000);
    expect(buying.every((visit) => visit.events.at(-1)?.kind === 'purchase' && visit.customerId !== null)).toBe(true);
  });
});
