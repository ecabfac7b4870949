import { describe, expect, it } from '@jest/globals';
import { wholeStatistics } from './whole-statistics';

describe('wholeStatistics', () => {
  it('sums up numbers exactly', () => {
    const found = wholeStatistics(['1.0', '1', null, '9007199254740993', '2'], 'decimal');
    expect(found).toMatchObject({
      row_count: 5,
      distinct_count: 3,
      null_count: 1,
      min: '1.0',
      max: '9007199254740993',
      average: '2251799813685249.25',
      median: '1.5',
    });
    expect(found.top[0]).toEqual({ value: '1.0', count: 2 });
  });

  it('counts rows in bars with round ends', () => {
    const { histogram } = wholeStatistics(
      Array.from({ length: 480 }, (_, index) => String(20 + index)),
      'integer',
    );
    expect(histogram).toHaveLength(24);
    expect(histogram?.[0]).toEqual({ from: '20', to: '40', count: 20 });
    expect(histogram?.reduce((sum, { count }) => sum + count, 0)).toBe(480);
  });

  it.each([
    { cells: ['7', '7'], kind: 'integer' as const },
    { cells: ['NaN', '7'], kind: 'float' as const },
    { cells: ['a', 'b'], kind: 'text' as const },
    { cells: [null], kind: 'integer' as const },
    { cells: [], kind: 'integer' as const },
  ])('has no histogram of $cells', ({ cells, kind }) => {
    expect(wholeStatistics(cells, kind).histogram).toBeNull();
  });

  it('orders texts and dates, and averages neither', () => {
    expect(wholeStatistics(['b', '', 'a', 'b'], 'text')).toMatchObject({
      min: '',
      max: 'b',
      average: null,
      median: null,
      distinct_count: 3,
    });
    expect(wholeStatistics(['2026-01-03', '2026-01-01', '0044-03-15 BC', '2026-01-02'], 'date')).toMatchObject({
      min: '0044-03-15 BC',
      median: '2026-01-01',
      max: '2026-01-03',
    });
  });

  it('lists NULL among the most frequent values', () => {
    expect(wholeStatistics([null, null, 'a'], 'text').top).toEqual([
      { value: null, count: 2 },
      { value: 'a', count: 1 },
    ]);
  });
});
