/** Rows of a first batch, where each batch can be taken back by itself. */
export const FIRST_BATCH_ROWS = 4_096;
const MAX_BATCH_ROWS = 131_072;
const MIN_BATCH_ROWS = 1;
const GROWTH = 4;

/**
 * Rows of the next batch: more after one that the database took, so that good files cost few round trips; about twice the
 * distance to the refused row after one that it did not, so that bad rows close to each other cost little.
 */
export function nextBatchRows(rows: number, refusedAt: number | null): number {
  if (refusedAt === null) return Math.min(MAX_BATCH_ROWS, rows * GROWTH);
  return Math.min(rows, Math.max(MIN_BATCH_ROWS, refusedAt * 2));
}
