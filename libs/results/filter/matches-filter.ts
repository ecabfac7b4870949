import type { Cell, ResultColumn, ResultFilter } from '../../api/index.js';
import { cellPredicate } from './cell-predicate.js';

/** Whether a row meets conditions. */
export type RowPredicate = (cells: readonly Cell[]) => boolean;

/**
 * What conditions mean for a row of these columns: it meets all of them, and with none every row does. The conditions are
 * ones that `filterFaults` accepts. Made once for many rows.
 */
export function rowPredicate(
  columns: readonly Pick<ResultColumn, 'kind'>[],
  filters: readonly ResultFilter[],
): RowPredicate {
  const conditions = filters.map((filter) => ({
    column: filter.column,
    isMet: cellPredicate(columns[filter.column]?.kind ?? 'other', filter),
  }));
  return (cells) => conditions.every(({ column, isMet }) => isMet(cells[column] ?? null));
}

/** Whether a row meets all conditions, as `rowPredicate` says. */
export function matchesFilter(
  cells: readonly Cell[],
  columns: readonly Pick<ResultColumn, 'kind'>[],
  filters: readonly ResultFilter[],
): boolean {
  return rowPredicate(columns, filters)(cells);
}
