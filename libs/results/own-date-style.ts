import type { ColumnKind, ResultColumn } from '../api/index.js';

/** Of the settings with which a session prints values in a way of its own, those that values cannot be read with. */
const FOLLOWING: Partial<Record<ColumnKind, string>> = {
  ...{ date: 'DateStyle', timestamp: 'DateStyle' },
  interval: 'IntervalStyle',
};

/** True where dates of a result are printed in a way that only its session knows, so that they are texts and no more. */
export function hasOwnDates(columns: readonly ResultColumn[], ownSettings: readonly string[]): boolean {
  return columns.some(({ kind }) => kind !== 'interval' && isOwn(kind, ownSettings));
}

/** The columns with what is known of their texts: such dates and intervals have no order but that of texts. */
export function withOwnDates(
  columns: readonly ResultColumn[],
  ownSettings: readonly string[],
): readonly ResultColumn[] {
  if (!columns.some(({ kind }) => isOwn(kind, ownSettings))) return columns;
  return columns.map((column) => (isOwn(column.kind, ownSettings) ? { ...column, kind: 'other' } : column));
}

function isOwn(kind: ColumnKind, ownSettings: readonly string[]): boolean {
  const setting = FOLLOWING[kind];
  return setting !== undefined && ownSettings.includes(setting);
}
