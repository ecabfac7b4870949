import { describe, expect, it } from '@jest/globals';
import { nextInvalid } from './next-invalid';
import type { GridCell } from './next-invalid';

const ROWS = [[], [1, 3], [0], []];

describe('nextInvalid', () => {
  it.each<[GridCell | null, readonly number[][], GridCell | null]>([
    [null, ROWS, { row: 1, column: 1 }],
    [{ row: 1, column: 1 }, ROWS, { row: 1, column: 3 }],
    [{ row: 1, column: 3 }, ROWS, { row: 2, column: 0 }],
    [{ row: 2, column: 0 }, ROWS, { row: 1, column: 1 }],
    [{ row: 9, column: 0 }, ROWS, { row: 1, column: 1 }],
    [null, [[], []], null],
  ])('goes from %j on', (from, rows, next) => {
    expect(nextInvalid(rows, from, (columns) => columns)).toEqual(next);
  });
});
