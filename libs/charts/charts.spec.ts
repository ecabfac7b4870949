import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ColumnKind, ResultColumn, ResultRow } from '../api/index.js';
import { aggregated, axisKind, chartData, exactAverage, exactSum, momentOf, suggestChart } from './index.js';
import type { AxisKind, ChartSpec } from './index.js';

const columnsOf = (...parts: [string, ColumnKind][]): ResultColumn[] =>
  parts.map(([name, kind]) => ({ name, kind, type: kind, table: null }));

describe('the chart that a result asks for', () => {
  it.each<[string, [string, ColumnKind][], ResultRow[], Partial<ChartSpec> | null]>([
    ['a category and a number', [['city', 'text'], ['total', 'decimal']], [['Bergen', '1'], ['Porto', '2']], { type: 'bar', x: 0, series: [1], group: null, aggregate: 'none' }],
    ['a time and a number', [['day', 'date'], ['total', 'decimal']], [['2026-01-01', '1'], ['2026-01-02', '2']], { type: 'line', x: 0, series: [1], sort: 'x' }],
    ['a number before its time', [['total', 'decimal'], ['at', 'timestamp']], [['1', '2026-01-01 00:00:00+00']], { type: 'line', x: 1, series: [0] }],
    ['a time that is a text', [['month', 'text'], ['total', 'float']], [['2026-01', '1'], ['2026-02', '2']], { type: 'line', x: 0, series: [1] }],
    ['a time, a category and a number', [['day', 'date'], ['city', 'text'], ['total', 'decimal']], [['2026-01-01', 'A', '1'], ['2026-01-01', 'B', '2']], { type: 'line', x: 0, series: [2], group: 1, aggregate: 'sum' }],
    ['a category that repeats', [['city', 'text'], ['total', 'decimal']], [['A', '1'], ['A', '2']], { type: 'bar', aggregate: 'sum' }],
    ['two categories and a number', [['city', 'text'], ['kind', 'text'], ['total', 'decimal']], [['A', 'x', '1'], ['A', 'y', '2']], { type: 'bar', x: 0, group: 1 }],
    ['several numbers of one size', [['city', 'text'], ['a', 'integer'], ['b', 'integer']], [['A', '1', '2']], { type: 'bar', series: [1, 2] }],
    ['numbers of other sizes', [['city', 'text'], ['a', 'integer'], ['b', 'integer']], [['A', '1', '20000']], { type: 'bar', series: [1] }],
    ['a place beside the rest', [['city', 'text'], ['lat', 'float'], ['lng', 'float'], ['total', 'decimal']], [['A', '1', '2', '5']], { type: 'bar', series: [3] }],
    ['an id beside the rest', [['id', 'integer'], ['city', 'text'], ['total', 'decimal']], [['1', 'A', '5']], { type: 'bar', x: 1, series: [2] }],
    ['an id and a category that repeats', [['id', 'integer'], ['city', 'text'], ['shop_id', 'integer']], [['1', 'A', '7'], ['2', 'A', '7']], { type: 'bar', x: 1, series: [0], aggregate: 'count' }],
    ['an id and a time that repeats', [['id', 'integer'], ['day', 'date']], [['1', '2026-01-01'], ['2', '2026-01-01']], { type: 'line', x: 1, series: [0], aggregate: 'count' }],
    ['a year and a number', [['year', 'integer'], ['total', 'decimal']], [['2025', '5']], { type: 'bar', x: 0, series: [1], sort: 'x' }],
    ['two numbers', [['height', 'float'], ['weight', 'float']], [['1', '2']], { type: 'scatter', x: 0, series: [1] }],
    ['a truth and a number', [['is_late', 'boolean'], ['orders', 'integer']], [['t', '2']], { type: 'bar', x: 0 }],
    ['a number alone', [['n', 'integer']], [['1']], null],
    ['texts', [['a', 'text'], ['b', 'text']], [['1', '2']], null],
    ['no rows', [['city', 'text'], ['total', 'decimal']], [], { type: 'bar' }],
  ])('%s', (_, columns, rows, spec) => {
    const suggested = suggestChart(columnsOf(...columns), rows);
    if (spec === null) expect(suggested).toBeNull();
    else expect(suggested).toMatchObject(spec);
  }); // prettier-ignore

  it('looks at values where a type says little', () => {
    const column = columnsOf(['at', 'text'])[0];
    expect(axisKind(column, [['2026-01-01 10:00:00'], [null]], 0)).toBe('time');
    expect(axisKind(column, [['2026-01-01'], ['soon']], 0)).toBe('category');
    expect(axisKind(column, [], 0)).toBe('category');
  });
});

describe('what a chart draws', () => {
  const columns = columnsOf(
    ['city', 'text'],
    ['kind', 'text'],
    ['total', 'decimal'],
    ['n', 'integer'],
    ['at', 'timestamp'],
  );
  const rows: ResultRow[] = [
    ['B', 'x', '0.1', '1', '2026-01-02 00:00:00'],
    ['A', 'x', '0.2', '2', '2026-01-01 00:00:00'],
    ['B', 'y', '0.2', '9007199254740993', 'infinity'],
    [null, 'x', null, '4', null],
  ];
  const spec: ChartSpec = { type: 'bar', x: 0, series: [2], group: null, aggregate: 'sum', sort: 'as-is', top: 0 };

  it('adds up rows that share an x, with every digit', () => {
    const { categories, series } = chartData(columns, rows, spec, 'category');
    expect([categories, series[0]?.points.map(({ yText }) => yText)]).toEqual([['B', 'A', 'NULL'], ['0.3', '0.2', 'NULL']]); // prettier-ignore
    const counted = chartData(columns, rows, { ...spec, series: [3] }, 'category');
    expect(counted.series[0]?.points[0]?.yText).toBe('9007199254740994');
  });

  it.each<[Partial<ChartSpec>, string[]]>([
    [{ sort: 'x' }, ['A', 'B', 'NULL']],
    [{ sort: 'most' }, ['B', 'A', 'NULL']],
    [{ sort: 'least' }, ['NULL', 'A', 'B']],
    [{ sort: 'most', top: 1 }, ['B']],
    [{ aggregate: 'none' }, ['B', 'A', 'B', 'NULL']],
  ])('sorts and cuts by %j', (change, categories) => {
    expect(chartData(columns, rows, { ...spec, ...change }, 'category').categories).toEqual(categories);
  });

  it.each<[string, AxisKind, string[], [string, string][]]>([
    [
      'numbers beyond 2^53',
      'number',
      ['1234567890123456800', '1234567890123456789', '1234567890123456790', '1234567890123456789'],
      [
        ['1234567890123456789', '1010'],
        ['1234567890123456790', '100'],
        ['1234567890123456800', '1'],
      ],
    ],
    ['numbers in two forms', 'number', ['1.50', '1.5'], [['1.50', '11']]],
    [
      'moments within a millisecond',
      'time',
      ['2026-01-01 00:00:00.000002', '2026-01-01 00:00:00.000001', '2026-01-01 00:00:00.0000010'],
      [
        ['2026-01-01 00:00:00.000001', '110'],
        ['2026-01-01 00:00:00.000002', '1'],
      ],
    ],
    [
      'moments in two zones',
      'time',
      ['2026-01-01 01:00:00+01', '2026-01-01 00:00:00+00'],
      [['2026-01-01 01:00:00+01', '11']],
    ],
    ['months', 'time', ['2026-01', '2026-01'], [['2026-01', '11']]],
  ])('keeps %s apart, and adds up the equal ones', (_, axis, texts, expected) => {
    const amounts = texts.map((text, place): ResultRow => [text, String(10 ** place)]);
    const two = columnsOf(['x', 'text'], ['amount', 'decimal']);
    const wanted: ChartSpec = { ...spec, series: [1], sort: 'x' };
    const { series } = chartData(two, amounts, wanted, axis);
    expect(series[0]?.points.map(({ xText, yText }) => [xText, yText])).toEqual(expected);
  });

  it('sorts by amounts beyond 2^53', () => {
    const amounts = ['9007199254740993', '9007199254740992', '9007199254740994'].map((n, place): ResultRow => [
      `${place}`,
      n,
    ]);
    const two = columnsOf(['x', 'text'], ['amount', 'decimal']);
    const sorted = (sort: 'most' | 'least') =>
      chartData(two, amounts, { ...spec, series: [1], sort }, 'category').categories;
    expect([sorted('most'), sorted('least')]).toEqual([
      ['2', '0', '1'],
      ['1', '0', '2'],
    ]);
  });

  it('says how much it leaves out', () => {
    expect(chartData(columns, rows, { ...spec, top: 1 }, 'category').leftOutCategories).toBe(2);
    const many = Array.from({ length: 20 }, (_, index): ResultRow => ['A', String(index), '1', '1', null]);
    const grouped = chartData(columns, many, { ...spec, group: 1 }, 'category');
    expect([grouped.series.length, grouped.leftOutSeries]).toEqual([8, 12]);
    expect(chartData(columns, rows, { ...spec, type: 'line', x: 4 }, 'time').withoutX).toBe(2);
  });

  it.each<[Partial<ChartSpec>, (string | null)[], number]>([
    [{ aggregate: 'none', group: 2 }, ['10', '20', null, '5'], 1],
    [{ aggregate: 'none', group: null }, ['10', '20', null, '5'], 0],
    [{ aggregate: 'sum', group: 2 }, ['10', '20', null, '5'], 0],
    [{ aggregate: 'none', group: null }, ['', '0x10', 'Infinity', '5'], 3],
    [{ type: 'pie', aggregate: 'none', group: null }, ['-1', '0', null, '5'], 2],
  ])('counts the values that are not drawn: %j of %j', (change, values, count) => {
    const three = columnsOf(['town', 'text'], ['amount', 'decimal'], ['quarter', 'text']);
    const towns = values.map((value, place): ResultRow => [place < 2 ? 'Oslo' : 'Bergen', value, 'Q1']);
    const wanted: ChartSpec = { ...spec, x: 0, series: [1], ...change };
    expect(chartData(three, towns, wanted, 'category').leftOutValues).toBe(count);
  });

  it('keeps NULL and a text of that name apart', () => {
    const two = columnsOf(['x', 'text'], ['amount', 'decimal']);
    const named: ResultRow[] = [[null, '3'], ['NULL', '4']]; // prettier-ignore
    const { categories, series } = chartData(two, named, { ...spec, series: [1] }, 'category');
    expect([categories, series[0]?.points.map(({ y }) => y)]).toEqual([
      ['NULL', 'NULL'],
      [3, 4],
    ]);
  });

  it.each<[AxisKind, string[], number]>([
    ['number', ['', ' ', '0x10', '1e3', '12'], 3],
    ['time', ['2024-02-31', '2024-13-01', '2024-00-10', '2024-02-29 25:00:00', '2024-02-29 24:00:00'], 4],
    ['time', ['2023-02-29', '2024-06-30 23:59:60', '2024-06-30 23:60:00'], 2],
  ])('draws no %s of %j that is none', (axis, texts, withoutX) => {
    const two = columnsOf(['x', 'text'], ['amount', 'decimal']);
    const odd = texts.map((text): ResultRow => [text, '1']);
    expect(chartData(two, odd, { ...spec, type: 'line', series: [1] }, axis).withoutX).toBe(withoutX);
  });

  it('makes series of a column, the most frequent first', () => {
    const { series } = chartData(columns, rows, { ...spec, group: 1 }, 'category');
    expect(series.map(({ name, points }) => [name, points.map(({ yText }) => yText)])).toEqual([
      ['x', ['0.1', '0.2', 'NULL']],
      ['y', ['0.2', 'NULL', 'NULL']],
    ]);
  });

  it('puts times in their order, whatever was asked', () => {
    const { series, axis } = chartData(columns, rows, { ...spec, type: 'line', x: 4 }, 'time');
    expect([axis, series[0]?.points.map(({ xText }) => xText)]).toEqual(['time', ['2026-01-01 00:00:00', '2026-01-02 00:00:00']]); // prettier-ignore
  });

  it.each([
    ['count', '2'],
    ['sum', '4.50'],
    ['average', '2.25'],
    ['minimum', '1.50'],
    ['maximum', '3'],
    ['none', '1.50'],
  ] as const)('takes the %s', (aggregate, text) => {
    expect(aggregated(['1.50', null, '3'], aggregate)).toBe(text);
    expect(aggregated([null], aggregate)).toBe(aggregate === 'count' ? '0' : null);
  });
});

describe('moments', () => {
  it.each([
    ['2026-01-02', '2026-01-02T00:00:00.000Z'],
    ['2026-01-02 03:04:05.678901', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02 03:04:05+02', '2026-01-02T01:04:05.000Z'],
    ['2026-01-02T03:04:05-05:30', '2026-01-02T08:34:05.000Z'],
    ['2026-03', '2026-03-01T00:00:00.000Z'],
    ['0044-03-15', '0044-03-15T00:00:00.000Z'],
  ])('%s', (text, iso) => {
    expect(new Date(momentOf(text)).toISOString()).toBe(iso);
  });
  it.each(['infinity', '', 'x', '0044-03-15 BC', '12:00'])('are none in %j', (text) => {
    expect(momentOf(text)).toBeNaN();
  });
});

describe('exact sums', () => {
  it.each<[string[], string | null]>([
    [['0.1', '0.2'], '0.3'],
    [['9007199254740993', '1'], '9007199254740994'],
    [['1e3', '-0.5'], '999.5'],
    [['1.10', '-1.10'], '0.00'],
    [['NaN', '1'], null],
    [[], '0'],
  ])('%j', (values, sum) => {
    expect(exactSum(values)).toBe(sum);
  });

  it('are those of whole numbers, in whatever order', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt()), (values) => {
        const texts = values.map(String);
        expect(exactSum(texts)).toBe(String(values.reduce((sum, value) => sum + value, 0n)));
        expect(exactSum([...texts].reverse())).toBe(exactSum(texts));
      }),
    );
  });

  it('give averages, rounded', () => {
    expect([exactAverage(['1', '2']), exactAverage(['1', '1', '2']), exactAverage(['-1', '-1', '-2'])]).toEqual([
      '1.5',
      '1.333333',
      '-1.333333',
    ]);
  });
});
