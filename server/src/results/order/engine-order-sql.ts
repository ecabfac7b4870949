import type { SortDirection } from '#libs/api';

/** By what the keys of a table are in order, as SQL: NULL is the greatest; equal keys stay in the order of their rows. */
export function orderBy(width: number, direction: SortDirection): string {
  const nulls = direction === 'asc' ? 'LAST' : 'FIRST';
  const keys = Array.from({ length: width }, (_, index) => `key_${index} ${direction} NULLS ${nulls}`);
  return [...keys, 'rowid'].join(', ');
}
