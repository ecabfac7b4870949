import { describe, expect, it } from '@jest/globals';
import type { ColumnStatistics } from '#libs/api';
import { statisticsFigures } from './statistics-figures';

const NUMBERS: ColumnStatistics = {
  ...{ row_count: 400, complete: true, distinct_count: 4, null_count: 0, top: [], histogram: [] },
  ...{ min: '0.0', max: '7.5', average: '3.75', median: '3.75' },
};
const rows = (all: ColumnStatistics): string[] =>
  statisticsFigures(all).map(({ name, isWide }) => (isWide ? `${name} ----` : name));

describe('the figures of a column', () => {
  it.each([
    ['short ones', {}, ['Distinct', 'Min', 'NULLs', 'Median', 'Average', 'Max']],
    [
      'a long average',
      { average: '197.993586956522' },
      ['Distinct', 'Min', 'NULLs', 'Median', 'Max ----', 'Average ----'],
    ],
    ['texts', { average: null, median: null, min: 'a', max: 'b' }, ['Distinct', 'Min', 'NULLs', 'Max']],
    [
      'times',
      { average: null, min: '2026-06-30 21:25', median: '2026-06-30 21:26', max: '2026-06-30 21:27' },
      ['Distinct', 'NULLs', 'Min ----', 'Median ----', 'Max ----'],
    ],
    ['values that are all NULL', { average: null, median: null, min: null, max: null }, ['Distinct', 'NULLs']],
  ])('stand in pairs of columns without a gap: %s', (_, figures, expected) => {
    expect(rows({ ...NUMBERS, ...figures })).toEqual(expected);
  });

  it('show an empty text', () => {
    expect(statisticsFigures({ ...NUMBERS, min: '' })[1]).toEqual({ name: 'Min', value: "''", isWide: false });
  });
});
