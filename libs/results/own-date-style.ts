import type { ColumnKind, ResultColumn } from '../api/index.js';

/** Kinds whose texts follow the setting. */
const FOLLOWING: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['date', 'timestamp']);

/** Of the settings with which a session prints values in a way of its own, the one that dates cannot be read with. */
const DATE_STYLE = 'DateStyle';

/** True where dates of a result are printed in a way that only its session knows, so that they are texts and no more. */
export function hasOwnDates(columns: readonly ResultColumn[], ownSettings: readonly string[]): boolean {
  return ownSettings.includes(DATE_STYLE) && columns.some(({ kind }) => FOLLOWING.has(kind));
}

/** The columns with what is known of their texts: such dates have no order but that of texts. */
export function withOwnDates(
  columns: readonly ResultColumn[],
  ownSettings: readonly string[],
): readonly ResultColumn[] {
  if (!hasOwnDates(columns, ownSettings)) return columns;
  return columns.map((column) => (FOLLOWING.has(column.kind) ? { ...column, kind: 'other' } : column));
}
