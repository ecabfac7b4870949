import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rowsToDraw } from './index.js';

describe('the rows of a long list that are drawn', () => {
  it.each([
    ['those in sight', 100, { first: 40, end: 43 }, null, ['40 after 40', '41 after 0', '42 after 0'], 57],
    ['one in sight that is kept', 100, { first: 40, end: 42 }, 41, ['40 after 40', '41 after 0'], 58],
    ['one kept above', 100, { first: 40, end: 42 }, 3, ['3 after 3', '40 after 36', '41 after 0'], 58],
    ['one kept right above', 100, { first: 40, end: 41 }, 39, ['39 after 39', '40 after 0'], 59],
    ['one kept below', 100, { first: 0, end: 2 }, 99, ['0 after 0', '1 after 0', '99 after 97'], 0],
    ['a list that has become shorter', 3, { first: 40, end: 60 }, 50, ['2 after 2'], 0],
    ['fewer rows than there is room for', 2, { first: 0, end: 16 }, -1, ['0 after 0', '1 after 0'], 0],
    ['nothing in sight', 5, { first: 0, end: 0 }, 2, ['2 after 2'], 2],
    ['no rows', 0, { first: 0, end: 16 }, 0, [], 0],
  ])('%s', (_, count, range, kept, rows, behind) => {
    const drawn = rowsToDraw(count, range, kept);
    expect(drawn.rows.map(({ index, skipped }) => `${String(index)} after ${String(skipped)}`)).toEqual(rows);
    expect(drawn.behind).toBe(behind);
  });

  it('accounts for every row', () => {
    fc.assert(
      fc.property(
        fc.nat(200),
        fc.nat(250),
        fc.nat(40),
        fc.integer({ min: -1, max: 220 }),
        (count, first, more, kept) => {
          const { rows, behind } = rowsToDraw(count, { first, end: first + more }, kept);
          expect(rows.reduce((sum, { skipped }) => sum + skipped + 1, behind)).toBe(count);
          if (kept >= 0 && kept < count) expect(rows.map(({ index }) => index)).toContain(kept);
        },
      ),
    );
  });
});
