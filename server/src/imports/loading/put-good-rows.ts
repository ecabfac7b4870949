import { FIRST_BATCH_ROWS, nextBatchRows } from '#libs/imports';
import type { Refusal } from './import-session.js';
import type { RowReader } from './row-reader.js';
import type { RowTarget } from './row-target.js';

/** Takes what becomes of rows, in their order. */
export interface RowReport {
  imported(count: number): void;
  /** `row` counts the rows of the file from 1. */
  rejected(row: number, text: string, refusal: Refusal): Promise<void> | void;
}

/**
 * Puts the rows that the database takes, and reports the others. It alone decides: a batch that it refuses is sent again
 * up to the row that it names, or in halves where it names none.
 */
export async function putGoodRows(target: RowTarget, reader: RowReader, report: RowReport): Promise<void> {
  let size = FIRST_BATCH_ROWS;
  let row = 1;
  for (;;) {
    const rows = await reader.next(FIRST_BATCH_ROWS * 8);
    if (rows.length === 0) return;
    for (let at = 0; at < rows.length;) {
      const taken = await putUpTo(target, rows.slice(at, at + size));
      if (taken.count > 0) report.imported(taken.count);
      at += taken.count;
      if (taken.refusal !== null) {
        await report.rejected(row + at, rows[at] ?? '', taken.refusal);
        at += 1;
      }
      size = nextBatchRows(size, taken.refusal === null ? null : taken.count + 1);
    }
    row += rows.length;
  }
}

/** Puts the rows before the first one that is refused; answers how many they are and why the next one is not. */
async function putUpTo(
  target: RowTarget,
  rows: readonly string[],
): Promise<{ count: number; refusal: Refusal | null }> {
  const refusal = await target.put(rows);
  if (refusal === null) return { count: rows.length, refusal: null };
  if (rows.length === 1 || refusal.at === 0) return { count: 0, refusal };
  if (refusal.at === null) return putUpTo(target, rows.slice(0, rows.length >> 1));
  const before = await putUpTo(target, rows.slice(0, refusal.at));
  // It takes fewer rows without a refusal where another one names no row.
  return before.refusal === null && before.count === refusal.at ? { count: before.count, refusal } : before;
}
