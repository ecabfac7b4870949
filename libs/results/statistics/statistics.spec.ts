import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Cell, ColumnKind, ColumnStatistics } from '../../api/index.js';
import { compareCells } from '../compare-cells.js';
import { parseInstant } from '../values/instant.js';
import { CELLS } from '../testing/any-cells.js';
import { columnStatistics } from './column-statistics.js';
import { dateText, timestampText } from './instant-text.js';

const CASES: readonly [ColumnKind, readonly Cell[], Partial<ColumnStatistics>][] = [
  [
    'integer',
    ['3', '1', null, '3', '2'],
    {
      ...{ row_count: 5, distinct_count: 3, null_count: 1, min: '1', max: '3', average: '2.25', median: '2.5' },
      top: [
        { value: '3', count: 2 },
        { value: '1', count: 1 },
        { value: '2', count: 1 },
        { value: null, count: 1 },
      ],
      histogram: [
        { from: '1', to: '2', count: 1 },
        { from: '2', to: '3', count: 1 },
        { from: '3', to: '4', count: 2 },
      ],
    },
  ],
  [
    'integer',
    ['9007199254740993', '9007199254740992'],
    { average: '9007199254740992.5', median: '9007199254740992.5' },
  ],
  ['decimal', ['1.0', '1', '1.00', '2'], { distinct_count: 2, average: '1.25', median: '1.0', min: '1.0' }],
  ['decimal', ['1', '1', '2'], { average: '1.3333333333' }],
  ['decimal', ['-0.05', '-0.05', '-0.06'], { average: '-0.053333333333' }],
  ['decimal', [`1${'0'.repeat(99)}`, '0.01'], { average: `5${'0'.repeat(98)}.005` }],
  ['decimal', ['1', 'NaN'], { max: 'NaN', average: null, histogram: null, median: null }],
  ['float', ['0.1', '0.2', '0.3'], { median: '0.2' }],
  ['float', ['1e16', '1', '-1e16'], { average: '0.3333333333333333' }],
  ['float', ['1e308', '1e308'], { average: null, median: '1e308' }],
  ['float', ['-inf', '1'], { min: '-inf', average: null, histogram: null }],
  [
    'date',
    ['2026-01-01', '2026-01-03', '0001-01-01 BC'],
    { min: '0001-01-01 BC', median: '2026-01-01', average: null, distinct_count: 3 },
  ],
  [
    'timestamp',
    ['2026-01-01 00:00:00', '0001-01-01 (BC) 00:00:00', '0044-03-15 (BC) 12:00:00'],
    { min: '0044-03-15 (BC) 12:00:00', median: '0001-01-01 (BC) 00:00:00', max: '2026-01-01 00:00:00' },
  ],
  [
    'timestamp',
    ['2026-01-01 00:00:00+00', '2026-01-01 05:30:00+05:30', '2026-01-01 00:00:01.5+00'],
    {
      distinct_count: 2,
      median: '2026-01-01 00:00:00+00',
      histogram: [
        { from: '2026-01-01 00:00:00+00', to: '2026-01-01 00:00:01+00', count: 2 },
        { from: '2026-01-01 00:00:01+00', to: '2026-01-01 00:00:02+00', count: 1 },
      ],
    },
  ],
  [
    'text',
    ['b', '', 'B', null, null],
    { distinct_count: 3, min: '', max: 'b', median: null, average: null, histogram: null },
  ],
  [
    'boolean',
    ['t', 'f', 't'],
    {
      min: 'f',
      max: 't',
      top: [
        { value: 't', count: 2 },
        { value: 'f', count: 1 },
      ],
    },
  ],
  ['text', [], { row_count: 0, distinct_count: 0, min: null, max: null, median: null, top: [] }],
  [
    'integer',
    [null],
    { row_count: 1, null_count: 1, average: null, histogram: null, top: [{ value: null, count: 1 }] },
  ],
  ['integer', ['ten', '1'], { max: 'ten', average: null, histogram: null }],
];

describe('columnStatistics', () => {
  it.each(CASES)('of %s %j', (kind, cells, expected) => {
    expect(columnStatistics(kind, cells)).toMatchObject(expected);
  });

  it.each(Object.entries(CELLS) as [ColumnKind, fc.Arbitrary<string>][])(
    'has bars that hold what lies between: %s',
    (kind, cell) => {
      const compare = compareCells(kind);
      fc.assert(
        fc.property(fc.array(cell, { minLength: 1, maxLength: 30 }), (cells) => {
          const { histogram, min, max } = columnStatistics(kind, cells);
          expect([min, max]).toEqual([
            cells.toSorted(compare)[0],
            cells.find((one) => compare(one, cells.toSorted(compare).at(-1) ?? null) === 0),
          ]);
          for (const [index, { from, to, count }] of (histogram ?? []).entries()) {
            const isLast = index === (histogram ?? []).length - 1;
            const inside = cells.filter((one) => compare(one, from) >= 0 && (isLast || compare(one, to) < 0));
            expect(count).toBe(inside.length);
          }
          if (histogram !== null) expect(histogram.reduce((sum, { count }) => sum + count, 0)).toBe(cells.length);
        }),
      );
    },
  );
});

describe('dateText', () => {
  it('is read as the same day again', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2_000_000, max: 3_000_000 }), fc.nat(86_399), (days, second) => {
        expect(parseInstant(dateText(days * 86_400))?.seconds).toBe(days * 86_400);
        expect(parseInstant(timestampText(days * 86_400 + second, '+00'))?.seconds).toBe(days * 86_400 + second);
      }),
    );
  });
});
