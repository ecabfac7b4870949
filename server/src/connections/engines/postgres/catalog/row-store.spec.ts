import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NO_ROW, RowStore } from './row-store.js';

const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
  fc.nat(3).map((size) => 'é'.repeat(size * 300_000)),
);
const rows = fc.array(fc.tuple(fc.nat(3), fc.array(cell, { minLength: 1, maxLength: 5 })), { maxLength: 40 });

describe('RowStore', () => {
  it('gives back every row of every chain, whatever its size, in the order in which they came', () => {
    fc.assert(
      fc.property(rows, (all) => {
        const store = new RowStore();
        const ends = new Map<number, number>();
        for (const [chain, row] of all) ends.set(chain, store.add(row, ends.get(chain) ?? NO_ROW));
        for (const [chain, end] of ends) {
          expect(store.chain(end)).toEqual(all.filter(([own]) => own === chain).map(([, row]) => row));
        }
      }),
      { numRuns: 50 },
    );
  });

  it('has no rows after it was released, and takes new ones', () => {
    const store = new RowStore();
    const place = store.add(['a']);
    store.release();
    expect(() => store.cells(place)).toThrow(RangeError);
    expect(store.chain(store.add(['b'], store.add(['c'])))).toEqual([['c'], ['b']]);
  });

  it('has nothing where there is no row', () => {
    expect([new RowStore().cells(NO_ROW), new RowStore().chain(NO_ROW)]).toEqual([[], []]);
    expect(() => new RowStore().cells(0)).toThrow(RangeError);
  });
});
