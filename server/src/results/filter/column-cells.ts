import { open } from 'node:fs/promises';
import type { Cell } from '#libs/api';
import { cellInLine } from '#libs/results';
import { ColumnReader } from '../order/column-text.js';
import type { CellSink } from '../order/column-text.js';
import { offerAll } from '../order/first-in-file.js';
import type { ResultSpool } from '../spool/result-spool.js';
import { linesIn } from './lines-in.js';

/**
 * Offers the cells of a column, of all rows that can be read now, in turns that keep no request waiting: from the file of
 * the column where there is one, else from the rows themselves. Throws when `signal` is aborted. A sink may be offered a
 * cell twice, where the file turns out to be incomplete.
 */
export async function offerColumn(
  spool: ResultSpool,
  column: number,
  sink: CellSink,
  signal: AbortSignal,
): Promise<void> {
  const path = spool.columnFile(column);
  if (path !== null && (await isOffered(path, spool.readableRows, sink, signal))) return;
  for await (const { bytes, firstRow } of spool.lines()) {
    signal.throwIfAborted();
    for (const { row, line } of linesIn(bytes, firstRow)) offerCell(cellInLine(line, column), row, sink);
  }
}

/** False where the file cannot be read or has lost something. */
async function isOffered(path: string, rows: number, sink: CellSink, signal: AbortSignal): Promise<boolean> {
  try {
    const file = await open(path, 'r');
    const lines = new ColumnReader(sink);
    try {
      await offerAll(file, (await file.stat()).size, lines, signal);
    } finally {
      await file.close();
    }
    return lines.row === rows;
  } catch (failure) {
    if (signal.aborted) throw failure;
    return false;
  }
}

function offerCell(cell: Cell, row: number, sink: CellSink): void {
  if (cell === null) sink.offerNull(row);
  else {
    const bytes = Buffer.from(cell);
    sink.offer(bytes, 0, bytes.length, row);
  }
}
