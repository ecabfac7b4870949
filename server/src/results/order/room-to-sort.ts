import { Problem } from '../../platform/index.js';
import type { ResultAllocation } from '../quota/spool-quota.js';

/** Takes bytes for an order of a result. Throws `no-room-to-sort` where the result or all together have no more. */
export function reserveSortRoom(allocation: ResultAllocation, bytes: number): void {
  if (allocation.allocateForSort(bytes)) return;
  throw new Problem(
    'no-room-to-sort',
    'The disk has no room to sort the result. Close tabs with large results, or let the query sort with ORDER BY.',
  );
}
