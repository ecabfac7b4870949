import { describe, expect, it } from '@jest/globals';
import type { ColumnKind, ResultFilter } from '#libs/api';
import { filterHint, filterLabel, filterOps } from './filter-label';

describe('filterLabel', () => {
  it.each<[Omit<ResultFilter, 'column'>, string]>([
    [{ op: 'between', from: '20', to: '500' }, '20 – 500'],
    [{ op: 'between', from: '20', to: null }, '≥ 20'],
    [{ op: 'between', from: null, to: '500' }, '≤ 500'],
    [{ op: 'in', values: ['paid', 'shipped'] }, 'paid, shipped'],
    [{ op: 'in', values: [null, ''] }, "NULL, ''"],
    [{ op: 'in', values: ['1', '2', '3', '4'] }, '4 values'],
    [{ op: 'not_in', values: ['paid'] }, 'not paid'],
    [{ op: 'equals', value: '5' }, '= 5'],
    [{ op: 'not_equals', value: '5' }, '≠ 5'],
    [{ op: 'contains', value: 'berg' }, 'contains berg'],
    [{ op: 'not_contains', value: 'berg' }, 'does not contain berg'],
    [{ op: 'greater_than', value: '5' }, '> 5'],
    [{ op: 'less_than', value: '5' }, '< 5'],
    [{ op: 'in', values: ['true', null] }, 'true, NULL'],
    [{ op: 'is_null' }, 'NULL'],
    [{ op: 'is_not_null' }, 'not NULL'],
  ])('of %j is %s', (filter, expected) => {
    expect(filterLabel({ column: 0, ...filter })).toBe(expected);
  });
});

describe('what a column offers', () => {
  it.each<[ColumnKind, string, string]>([
    ['integer', 'Equals', 'equals'],
    ['decimal', 'Equals', 'equals'],
    ['float', 'Equals', 'equals'],
    ['boolean', 'Is', 'in'],
    ['timestamp', 'Range', 'between'],
    ['text', 'Contains', 'contains'],
    ['json', 'Contains', 'contains'],
  ])('of %s begins with %s', (kind, hint, first) => {
    expect(filterHint(kind)).toBe(hint);
    expect(filterOps(kind)[0]?.op).toBe(first);
    expect(filterOps(kind).map(({ op }) => op)).toEqual(expect.arrayContaining(['in', 'is_null', 'is_not_null']));
  });
});
