import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findCommands, prepareCommands } from './find-commands.js';

const ITEMS = [
  { title: 'Run' },
  { title: 'Run everything' },
  { title: 'Close other tabs' },
  { title: 'orders', detail: 'public' },
  { title: 'order_items', detail: 'public' },
  { title: 'geo.orders', detail: 'geo' },
  { title: 'Shop (production)', detail: 'PostgreSQL' },
  { title: 'customers', detail: 'geo' },
];
const find = (typed: string, limit = 10) =>
  findCommands(prepareCommands(ITEMS), typed, limit).map(({ title }) => title);

describe('findCommands', () => {
  it.each<[string, string[]]>([
    ['run', ['Run', 'Run everything']],
    ['RUN every', ['Run everything']],
    ['order', ['orders', 'order_items', 'geo.orders']],
    ['orders', ['orders', 'geo.orders', 'order_items']],
    ['items', ['order_items']],
    ['oit', ['order_items']],
    ['tabs', ['Close other tabs']],
    ['geo', ['geo.orders', 'customers']],
    ['prod', ['Shop (production)']],
    ['post', ['Shop (production)']],
    ['zzz', []],
    ['o geo', ['geo.orders', 'customers']],
  ])('finds for %j', (typed, expected) => {
    expect(find(typed)).toEqual(expected);
  });

  it('gives everything in its order while nothing is typed, and no more than asked for', () => {
    expect(find('  ')).toEqual(ITEMS.map(({ title }) => title));
    expect(find('', 2)).toEqual(['Run', 'Run everything']);
  });

  it('puts a smaller order first among those that fit as well', () => {
    const items = [
      { title: 'same', order: 2 },
      { title: 'same', order: 1 },
    ];
    expect(findCommands(prepareCommands(items), 'same', 2).map(({ order }) => order)).toEqual([1, 2]);
  });

  it('always finds a title by itself and by any part of it', () => {
    const title = fc.string({ minLength: 2, maxLength: 12, unit: fc.constantFrom('a', 'b', '_', 'c') });
    fc.assert(
      fc.property(title, fc.nat(10), (text, from) => {
        const part = text.slice(Math.min(from, text.length - 1));
        expect(findCommands(prepareCommands([{ title: text }]), part, 1)).toHaveLength(1);
      }),
    );
  });

  it('searches thirty thousand names within a frame', () => {
    const prepared = prepareCommands(Array.from({ length: 30_000 }, (_, n) => ({ title: `table_${n}_of_many` })));
    const startedAt = performance.now();
    expect(findCommands(prepared, 'table 2999', 50).length).toBeGreaterThan(9);
    expect(performance.now() - startedAt).toBeLessThan(250);
  });
});
