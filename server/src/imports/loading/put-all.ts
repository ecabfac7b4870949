import { FIRST_BATCH_ROWS, nextBatchRows } from '#libs/imports';
import { LoadFailure } from './load-failure.js';
import type { RowReader } from './row-reader.js';
import type { RowTarget } from './row-target.js';

/** Puts all rows in batches. Throws `LoadFailure` with the row that the database refuses, where it names it. */
export async function putAll(target: RowTarget, reader: RowReader, onRows: (count: number) => void): Promise<void> {
  let size = FIRST_BATCH_ROWS;
  for (let row = 1; ;) {
    const rows = await reader.next(size);
    if (rows.length === 0) return;
    const refusal = await target.put(rows);
    if (refusal !== null) {
      throw new LoadFailure(refusal.message, refusal.at === null ? null : row + refusal.at, refusal.column);
    }
    row += rows.length;
    onRows(rows.length);
    size = nextBatchRows(size, null);
  }
}
