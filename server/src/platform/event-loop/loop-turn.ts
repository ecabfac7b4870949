import { setImmediate as nextTurn } from 'node:timers/promises';

/** What chained work may take of one turn of the event loop, in milliseconds, before others get theirs. */
const BUDGET_MS = 2;

let begunAt: number | null = null;

/** Whether the work of this turn of the event loop has used up its budget. The first call of a turn starts the clock. */
function isTurnSpent(): boolean {
  if (begunAt !== null) return performance.now() - begunAt >= BUDGET_MS;
  begunAt = performance.now();
  setImmediate(() => (begunAt = null));
  return false;
}

/**
 * Resolves at once, or in the next turn of the event loop where this one has lasted for long. Promises that are already
 * settled never let the event loop turn: work that goes from one to the next calls this in between.
 */
export async function yieldIfSpent(): Promise<void> {
  // Once, whatever that turn brings: a chain that is always resumed first would starve the others.
  if (isTurnSpent()) await nextTurn();
}
