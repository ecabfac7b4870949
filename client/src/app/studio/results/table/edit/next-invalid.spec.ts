import { describe, expect, it } from '@jest/globals';
import { nextInvalid } from './next-invalid';
import type { GridCell } from './next-invalid';

const ROWS = [[], [1, 3], [0], []];

function searched(rows: readonly (readonly number[])[], pieces: string[] = []) {
  const read = (first: number, last: number) => {
    pieces.push(`${first}-${last}`);
    return Promise.resolve(rows.slice(first, last + 1));
  };
  return { total: rows.length, read, columnsOf: (row: readonly number[]) => row };
}

describe('nextInvalid', () => {
  it.each<[GridCell | null, readonly number[][], GridCell | null]>([
    [null, ROWS, { row: 1, column: 1 }],
    [{ row: 1, column: 1 }, ROWS, { row: 1, column: 3 }],
    [{ row: 1, column: 3 }, ROWS, { row: 2, column: 0 }],
    [{ row: 2, column: 0 }, ROWS, { row: 1, column: 1 }],
    [{ row: 9, column: 0 }, ROWS, { row: 1, column: 1 }],
    [{ row: 0, column: 4 }, [[2]], { row: 0, column: 2 }],
    [null, [[], []], null],
    [{ row: 0, column: 0 }, [], null],
  ])('goes from %j on', async (from, rows, next) => {
    expect(await nextInvalid(searched(rows), from)).toEqual(next);
  });

  it('reads pieces from the cell on, and no further than it has to', async () => {
    const rows = Array.from({ length: 12_000 }, (_, row) => (row === 100 || row === 9_000 ? [0] : []));
    const pieces: string[] = [];
    expect(await nextInvalid(searched(rows, pieces), { row: 200, column: 0 })).toEqual({ row: 9_000, column: 0 });
    expect(pieces).toEqual(['200-5199', '5200-10199']);
    pieces.length = 0;
    expect(await nextInvalid(searched(rows, pieces), { row: 9_000, column: 0 })).toEqual({ row: 100, column: 0 });
    expect(pieces).toEqual(['9000-11999', '0-4999']);
  });
});
