import { describe, expect, it } from '@jest/globals';
import { scrollableRows, sortOf } from './endless-rows';

describe('scrollableRows', () => {
  it.each([
    [0, false, 0],
    [20, false, 20],
    [200, false, 200],
    [399, false, 200],
    [1_000_050, false, 1_000_000],
    [1_000_050, true, 1_000_050],
  ])('%d rows, all there: %s', (known, isComplete, expected) => {
    expect(scrollableRows(known, isComplete)).toBe(expected);
  });
});

describe('sortOf', () => {
  it.each([
    ['nothing', [], null],
    ['a column', [{ colId: 'c2', sort: 'desc' as const }], { column: 2, direction: 'desc' }],
    ['the row numbers', [{ colId: 'row', sort: 'asc' as const }], null],
  ])('reads %s', (_, model, expected) => {
    expect(sortOf(model)).toEqual(expected);
  });
});
