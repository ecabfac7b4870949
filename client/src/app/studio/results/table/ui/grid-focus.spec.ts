import { describe, expect, it } from '@jest/globals';
import type { CellPosition, Column } from 'ag-grid-community';
import { tabTarget } from './grid-focus';

const column = {} as Column;
const at = (rowIndex: number): CellPosition => ({ rowIndex, rowPinned: null, column });

describe('tabTarget', () => {
  it.each<[string, number, number | null, boolean, CellPosition | false]>([
    ['the next cell of the row', 3, 3, false, at(3)],
    ['the cell before it', 3, 3, true, at(3)],
    ['out of the grid, from the last cell of a row', 3, 4, false, false],
    ['out of the grid, from the last cell of all', 9, null, false, false],
    ['to the heads, from the first cell of a row', 3, 2, true, at(-1)],
    ['to the heads, from the first cell of all', 0, -1, true, at(-1)],
  ])('is %s', (_, from, to, backwards, expected) => {
    const nextCellPosition = to === null ? null : at(to);
    expect(tabTarget({ backwards, previousCellPosition: at(from), nextCellPosition })).toEqual(expected);
  });
});
