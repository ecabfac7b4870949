import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasRow, NO_ROWS, rowCount, withAll, withOnly, withRange, withToggled } from './row-selection';
import type { RowSelection } from './row-selection';

const rowsOf = ({ stretches }: RowSelection): number[] =>
  stretches.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));

const shown = (selection: RowSelection) => [rowsOf(selection), selection.anchor, selection.isChosen];

describe('a selection of rows', () => {
  it.each<[string, RowSelection, unknown[]]>([
    ['of nothing', NO_ROWS, [[], 0, false]],
    ['of the row with the focus', withOnly(3, false), [[3], 3, false]],
    ['of a row that was chosen', withOnly(3, true), [[3], 3, true]],
    ['with one more', withToggled(withOnly(3, false), 5), [[3, 5], 5, true]],
    ['with one less', withToggled(withToggled(withOnly(3, false), 5), 3), [[5], 3, true]],
    ['with its only row less', withToggled(withOnly(3, true), 3), [[], 3, false]],
    ['with one in its middle less', withToggled(withAll(3), 1), [[0, 2], 1, true]],
    ['down to a row', withRange(withOnly(3, false), 6), [[3, 4, 5, 6], 3, true]],
    ['up to a row', withRange(withOnly(3, false), 1), [[1, 2, 3], 3, true]],
    ['drawn anew from where it began', withRange(withRange(withOnly(3, false), 6), 2), [[2, 3], 3, true]],
    ['from what was toggled last', withRange(withToggled(withOnly(0, false), 5), 6), [[5, 6], 5, true]],
    ['of all', withAll(3), [[0, 1, 2], 0, true]],
    ['of all where there is none', withAll(0), [[], 0, false]],
  ])('%s', (_, selection, expected) => {
    expect(shown(selection)).toEqual(expected);
  });

  it('has what a set of rows has, in as few stretches as it can', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(12)), (toggled) => {
        const set = new Set<number>();
        let selection = NO_ROWS;
        for (const row of toggled) {
          if (!set.delete(row)) set.add(row);
          selection = withToggled(selection, row);
        }
        const expected = [...set].sort((a, b) => a - b);
        expect(rowsOf(selection)).toEqual(expected);
        expect(rowCount(selection)).toBe(expected.length);
        expect(expected.every((row) => hasRow(selection, row))).toBe(true);
        const gaps = selection.stretches
          .slice(1)
          .map(([first], index) => first - (selection.stretches[index]?.[1] ?? 0));
        expect(gaps.every((gap) => gap > 1)).toBe(true);
      }),
    );
  });

  it('of a hundred million rows is one stretch', () => {
    expect(withAll(100_000_000).stretches).toEqual([[0, 99_999_999]]);
    expect(rowCount(withAll(100_000_000))).toBe(100_000_000);
  });
});
