import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RowSet } from './row-set.js';

const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 });

function setOf(rows: readonly number[]): RowSet {
  const set = new RowSet();
  for (const row of rows) set.add(row);
  return set;
}

describe('RowSet', () => {
  it('holds rows as a sorted list does', () => {
    fc.assert(
      fc.property(numbers, numbers, fc.nat(20_100), fc.nat(50), (rows, others, row, limit) => {
        const set = setOf([...rows, ...rows.slice(0, 3)]);
        const sorted = rows.toSorted((a, b) => a - b);
        expect(set.count).toBe(sorted.length);
        expect(set.has(row)).toBe(rows.includes(row));
        expect(set.slice(limit, limit)).toEqual(sorted.slice(limit, 2 * limit));
        expect(set.countBefore(row)).toBe(sorted.filter((one) => one < row).length);
        expect(set.countBefore(row, setOf(others))).toBe(
          sorted.filter((one) => one < row && others.includes(one)).length,
        );
        expect([...set.from(row)]).toEqual(sorted.filter((one) => one >= row));
        expect([...set.before(row)]).toEqual(sorted.filter((one) => one < row).toReversed());
      }),
    );
  });
});
