import type { SortDirection } from '#libs/api';

/** Orders two keys of a column as `Array.prototype.sort` expects; null stands for NULL. */
export type KeyOrder = (a: string | null, b: string | null) => number;

/** Keys by their code units; NULL is the greatest, as in Postgres, so it comes last, and first when descending. */
export function keyOrder(direction: SortDirection): KeyOrder {
  return direction === 'asc' ? ascending : (a, b) => ascending(b, a);
}

function ascending(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
