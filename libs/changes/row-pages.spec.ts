import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ROWS_PER_PAGE, pageOffsets } from './row-pages.js';

const added = (length: number) => ({ before: null, after: ['x'.repeat(length), null] });

it.each<[string, number[], number[]]>([
  ['no rows', [], []],
  ['a row', [1], [0]],
  ['rows as long as a page together', [4, 3, 3], [0]],
  ['rows longer than a page', [4, 3, 4], [0, 2]],
  ['a row that is longer than a page alone', [1, 11, 1], [0, 1, 2]],
  ['as many rows as a page has, and one more', Array.from({ length: ROWS_PER_PAGE + 1 }, () => 0), [0, ROWS_PER_PAGE]],
])('pages %s', (_, lengths, offsets) => {
  expect(pageOffsets(lengths.map(added), 10)).toEqual(offsets);
});

it('counts the values before and after', () => {
  const row = { before: ['12345'], after: ['1234567'] };
  expect(pageOffsets([row, row], 23)).toEqual([0, 1]);
  expect(pageOffsets([row, row], 24)).toEqual([0]);
});

it('fills each page as far as it goes', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 500 }), (lengths) => {
      const offsets = pageOffsets(lengths.map(added), 10);
      expect(offsets[0] ?? 0).toBe(0);
      offsets.forEach((start, page) => {
        const sizes = lengths.slice(start, offsets[page + 1]);
        const sum = sizes.reduce((all, size) => all + size, 0);
        expect(sizes.length).toBeLessThanOrEqual(ROWS_PER_PAGE);
        expect(sum <= 10 || sizes.length === 1).toBe(true);
        const next = lengths[start + sizes.length];
        expect(next === undefined || sizes.length === ROWS_PER_PAGE || sum + next > 10).toBe(true);
      });
    }),
  );
});
