import { describe, expect, it } from '@jest/globals';
import { dateOrder, inDateOrder, otherDateOrders, provenDateOrder } from './date-orders.js';

describe('otherDateOrders', () => {
  it.each([
    ['%d/%m/%Y', ['%m/%d/%Y']],
    ['%m-%d-%Y', ['%d-%m-%Y']],
    ['%d.%m.%Y %H:%M:%S', ['%m.%d.%Y %H:%M:%S']],
    ['%m-%d-%y %I:%M:%S %p', ['%d-%m-%y %I:%M:%S %p', '%y-%m-%d %I:%M:%S %p']],
    ['%y/%m/%d', ['%d/%m/%y', '%m/%d/%y']],
    ['%Y-%m-%d', []],
    ['%Y-%m-%d %H:%M:%S.%f', []],
    ['', []],
    ['%H:%M', []],
  ])('of %j are %j', (format, expected) => {
    expect(otherDateOrders(format)).toEqual(expected);
  });
});

describe('dateOrder', () => {
  it.each([
    ['%d/%m/%Y', 'dmy'],
    ['%m-%d-%y %I:%M:%S %p', 'mdy'],
    ['%Y-%m-%d %H:%M:%S', 'ymd'],
    ['%y/%m/%d', 'ymd'],
    ['%H:%M', null],
    [null, null],
  ])('of %j is %j', (format, expected) => {
    expect(dateOrder(format)).toBe(expected);
  });
});

describe('inDateOrder', () => {
  it.each([
    ['%d/%m/%Y', 'mdy', '%m/%d/%Y'],
    ['%d/%m/%Y', 'dmy', '%d/%m/%Y'],
    ['%m.%d.%y %H:%M', 'ymd', '%y.%m.%d %H:%M'],
    ['%d/%m/%Y', 'ymd', '%Y/%m/%d'],
    ['%Y-%m-%d', 'dmy', '%Y-%m-%d'],
    ['%H:%M', 'dmy', '%H:%M'],
  ] as const)('of %j and %s is %j', (format, order, expected) => {
    expect(inDateOrder(format, order)).toBe(expected);
  });
});

describe('provenDateOrder', () => {
  it.each([
    ['the one that is chosen', 'mdy', ['dmy'], 'mdy'],
    ['the one that every column proves', null, ['dmy', 'dmy'], 'dmy'],
    ['none where columns differ', null, ['dmy', 'mdy'], null],
    ['none without proof', null, [], null],
    ['none of a format without one', null, [null], null],
  ] as const)('is %s', (_, chosen, proving, expected) => {
    expect(provenDateOrder(chosen, proving)).toBe(expected);
  });
});
