import { describe, expect, it } from '@jest/globals';
import { changeSet } from '../../shared/changes/testing/change-set';
import { addressOf, countLimits, filterOf, isFound, NO_FILTER } from './change-filter';

describe('the filter of the change sets', () => {
  it.each([
    [{}, NO_FILTER, 0],
    [{ status: 'applied', on: 'shop' }, { ...NO_FILTER, state: 'applied', connectionId: 'shop' }, 2],
    [{ status: 'nonsense', author: 'ann' }, { ...NO_FILTER, author: 'ann' }, 1],
    [{ q: 'orders' }, { ...NO_FILTER, search: 'orders' }, 1],
  ])('reads %j', (address, filter, limits) => {
    const read = filterOf((name) => (address as Record<string, string>)[name] ?? null);
    expect(read).toEqual(filter);
    expect(countLimits(read)).toBe(limits);
  });

  it('writes what it reads, and removes what is no limit', () => {
    expect(addressOf({ ...NO_FILTER, state: 'draft' })).toEqual({ q: null, status: 'draft', on: null, author: null });
  });
});

it.each([
  ['late', true],
  ['ANN', true],
  ['shop', true],
  ['public.orders', true],
  [' ', true],
  ['customers', false],
])('finds %j in a change set: %s', (search, isExpected) => {
  expect(isFound(changeSet({ title: 'Refund late tents' }), search)).toBe(isExpected);
});
