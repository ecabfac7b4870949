import { describe, expect, it } from '@jest/globals';
import { boxCells, isInBox, rangeBox, withStep } from './cell-range';
import type { CellPlace, CellRange } from './cell-range';

const at = (row: number, column: number): CellPlace => ({ row, column });
const RANGE: CellRange = { anchor: at(5, 3), lead: at(2, 4) };

describe('a range of cells', () => {
  it('has the same edges whichever way it was drawn', () => {
    const box = { top: 2, bottom: 5, left: 3, right: 4 };
    expect(rangeBox(RANGE)).toEqual(box);
    expect(rangeBox({ anchor: RANGE.lead, lead: RANGE.anchor })).toEqual(box);
    expect(boxCells(box)).toBe(8);
  });

  it.each([
    [at(2, 3), true],
    [at(5, 4), true],
    [at(1, 3), false],
    [at(3, 5), false],
    [at(6, 4), false],
    [at(3, 2), false],
  ])('has %j: %s', (place, expected) => {
    expect(isInBox(rangeBox(RANGE), place)).toBe(expected);
  });

  it.each([
    ['ArrowUp', false, at(1, 4)],
    ['ArrowUp', true, at(0, 4)],
    ['ArrowDown', false, at(3, 4)],
    ['ArrowDown', true, at(99, 4)],
    ['ArrowLeft', false, at(2, 3)],
    ['ArrowLeft', true, at(2, 0)],
    ['ArrowRight', false, at(2, 4)],
    ['ArrowRight', true, at(2, 4)],
  ])('moves its end with %s (far: %s)', (key, isFar, lead) => {
    expect(withStep(RANGE, { key, isFar }, { rows: 100, columns: 5 })).toEqual({ anchor: RANGE.anchor, lead });
  });

  it('stays for other keys', () => {
    expect(withStep(RANGE, { key: 'Enter', isFar: false }, { rows: 100, columns: 5 })).toBeNull();
  });
});
