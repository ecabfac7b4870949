import type { ResultColumn } from '#libs/api';
import { countText } from '#libs/results';
import { cellCountText } from './range-sum-text';

/** A range of cells as the line under the table says it. */
export interface RangeInFoot {
  /** "shipping, total", or of more than three columns "shipping – placed_at". */
  readonly names: string;
  /** "rows 154–159". */
  readonly rows: string;
  /** "12 cells". */
  readonly cells: string;
}

/** Names that are listed one by one. */
const MOST_NAMES = 3;

/** Says which cells a range has; rows count from 0, columns are places in the result. */
export function rangeInFoot(
  { firstRow, lastRow, columns: places }: { firstRow: number; lastRow: number; columns: readonly number[] },
  cells: number,
  columns: readonly ResultColumn[],
): RangeInFoot {
  const names = places.map((place) => columns[place]?.name ?? '');
  const isShort = names.length <= MOST_NAMES;
  const row = `row ${countText(firstRow + 1)}`;
  return {
    names: isShort ? names.join(', ') : `${names[0] ?? ''} – ${names.at(-1) ?? ''}`,
    rows: firstRow === lastRow ? row : `rows ${countText(firstRow + 1)}–${countText(lastRow + 1)}`,
    cells: cellCountText(cells),
  };
}
