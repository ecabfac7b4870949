import { describe, expect, it } from '@jest/globals';
import { otherDateOrders } from './date-orders.js';

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
