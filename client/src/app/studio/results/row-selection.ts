/** Rows one behind the other, both ends included. */
export type RowRange = readonly [first: number, last: number];

/**
 * Rows that are selected, by their place in the grid from 0: stretches in their order that neither touch nor overlap, so
 * that a million rows cost no more than one. `anchor` is where the next stretch begins. A row that merely holds the focus
 * is selected, too, but nobody has chosen it.
 */
export interface RowSelection {
  readonly anchor: number;
  readonly stretches: readonly RowRange[];
  readonly isChosen: boolean;
}

export const NO_ROWS: RowSelection = { anchor: 0, stretches: [], isChosen: false };

/** One row alone. */
export function withOnly(row: number, isChosen: boolean): RowSelection {
  return { anchor: row, stretches: [[row, row]], isChosen };
}

/** The row as well, or no longer; a later stretch begins there. */
export function withToggled(selection: RowSelection, row: number): RowSelection {
  const stretches = hasRow(selection, row) ? without(selection.stretches, row) : joined(selection.stretches, row);
  return { anchor: row, stretches, isChosen: stretches.length > 0 };
}

/** Everything from the anchor to the row, and nothing else. */
export function withRange({ anchor }: RowSelection, row: number): RowSelection {
  return { anchor, stretches: [[Math.min(anchor, row), Math.max(anchor, row)]], isChosen: true };
}

/** So many rows from the first on. */
export function withAll(count: number): RowSelection {
  return { anchor: 0, stretches: count > 0 ? [[0, count - 1]] : [], isChosen: count > 0 };
}

/** True when the row is one of them. */
export function hasRow({ stretches }: RowSelection, row: number): boolean {
  return stretches.some(([first, last]) => first <= row && row <= last);
}

/** How many rows are selected. */
export function rowCount({ stretches }: RowSelection): number {
  return countOf(stretches);
}

/** How many rows some stretches have. */
export function countOf(stretches: readonly RowRange[]): number {
  return stretches.reduce((count, [first, last]) => count + last - first + 1, 0);
}

function without(stretches: readonly RowRange[], row: number): RowRange[] {
  return stretches.flatMap(([first, last]): RowRange[] => {
    if (row < first || row > last) return [[first, last]];
    const parts: RowRange[] = [
      [first, row - 1],
      [row + 1, last],
    ];
    return parts.filter(([from, to]) => from <= to);
  });
}

function joined(stretches: readonly RowRange[], row: number): RowRange[] {
  const all = [...stretches, [row, row] as const].sort(([a], [b]) => a - b);
  const result: [number, number][] = [];
  for (const [first, last] of all) {
    const before = result.at(-1);
    if (before?.[1] === first - 1) before[1] = last;
    else result.push([first, last]);
  }
  return result;
}
