import { describe, expect, it } from '@jest/globals';
import type { ResultFilter } from '#libs/api';
import { enteredFilter, excludeValue, filterByValue } from './value-filter';

describe('filterByValue', () => {
  it.each<[string | null, ResultFilter]>([
    ['paid', { column: 2, op: 'in', values: ['paid'], case_sensitive: true }],
    ['', { column: 2, op: 'in', values: [''], case_sensitive: true }],
    [null, { column: 2, op: 'is_null' }],
  ])('keeps the rows with %j', (value, expected) => {
    expect(filterByValue(2, value)).toEqual(expected);
  });
});

describe('excludeValue', () => {
  const paid = excludeValue(2, 'paid', null);
  it.each<[string | null, ResultFilter | null, ResultFilter]>([
    ['paid', null, { column: 2, op: 'not_in', values: ['paid'], case_sensitive: true }],
    ['shipped', paid, { column: 2, op: 'not_in', values: ['paid', 'shipped'], case_sensitive: true }],
    ['paid', paid, { column: 2, op: 'not_in', values: ['paid'], case_sensitive: true }],
    ['paid', filterByValue(2, 'x'), { column: 2, op: 'not_in', values: ['paid'], case_sensitive: true }],
    [null, paid, { column: 2, op: 'is_not_null' }],
  ])('leaves out the rows with %j', (value, before, expected) => {
    expect(excludeValue(2, value, before)).toEqual(expected);
  });
});

describe('enteredFilter', () => {
  it.each<[ResultFilter, ResultFilter | null]>([
    [
      { column: 0, op: 'contains', value: 'a' },
      { column: 0, op: 'contains', value: 'a' },
    ],
    [{ column: 0, op: 'contains', value: '' }, null],
    [{ column: 0, op: 'between', from: '', to: '' }, null],
    [
      { column: 0, op: 'between', from: '1', to: '' },
      { column: 0, op: 'between', from: '1', to: null },
    ],
    [{ column: 0, op: 'in', values: [] }, null],
    [
      { column: 0, op: 'in', values: [''] },
      { column: 0, op: 'in', values: [''] },
    ],
    [
      { column: 0, op: 'is_null', value: 'left over' },
      { column: 0, op: 'is_null' },
    ],
    [
      { column: 0, op: 'equals', value: 'A', case_sensitive: true },
      { column: 0, op: 'equals', value: 'A', case_sensitive: true },
    ],
  ])('of %j is %j', (entered, expected) => {
    expect(enteredFilter(entered)).toEqual(expected);
  });
});
