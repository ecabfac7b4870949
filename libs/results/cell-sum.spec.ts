import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Cell } from '../api/index.js';
import { groupedDecimal, sumCells } from './cell-sum.js';

describe('sumCells', () => {
  it.each<{ cells: Cell[]; sum: string; average: string; isExact: boolean }>([
    { cells: ['0.1', '0.2'], sum: '0.3', average: '0.15', isExact: true },
    { cells: ['9007199254740993', '1', null], sum: '9007199254740994', average: '4503599627370497', isExact: true },
    { cells: ['4.90', '89.00'], sum: '93.90', average: '46.95', isExact: true },
    { cells: ['1', '1', '2'], sum: '4', average: '1.3333', isExact: false },
    { cells: ['-1', '-1', '-3'], sum: '-5', average: '-1.6667', isExact: false },
    { cells: ['1e3', '2.5E-1'], sum: '1000.25', average: '500.125', isExact: true },
    { cells: ['$1,200.50', '-$0.50'], sum: '1200.00', average: '600.00', isExact: true },
    { cells: ['0', '0.00'], sum: '0.00', average: '0.00', isExact: true },
    { cells: ['-0.5', '0.25'], sum: '-0.25', average: '-0.125', isExact: true },
  ])('adds $cells', ({ cells, sum, average, isExact }) => {
    const numbers = cells.filter((cell) => cell !== null).length;
    expect(sumCells(cells)).toEqual({ numbers, sum, average, isAverageExact: isExact });
  });

  it.each<{ cells: Cell[] }>([
    { cells: [] },
    { cells: [null, null] },
    { cells: ['1', 'NaN'] },
    { cells: ['Infinity', '1'] },
    { cells: ['1', 'paid'] },
    { cells: ['1e999999999'] },
  ])('has no sum of $cells', ({ cells }) => {
    expect(sumCells(cells)).toBeNull();
  });

  it('agrees with integers of any length', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(), { minLength: 1 }), (values) => {
        const total = values.reduce((sum, value) => sum + value, 0n);
        expect(sumCells(values.map(String))?.sum).toBe(total.toString());
      }),
    );
  });
});

describe('groupedDecimal', () => {
  it.each([
    ['1284.50', '1,284.50'],
    ['-1234567', '-1,234,567'],
    ['999', '999'],
    ['0.1234567', '0.1234567'],
  ])('writes %s as %s', (text, expected) => {
    expect(groupedDecimal(text)).toBe(expected);
  });
});
