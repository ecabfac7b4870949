import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cell, ColumnKind } from '#libs/api';
import { cellInLine, sortKey } from '#libs/results';
import { columnLines } from '../order/column-text.js';
import { reserveSortRoom } from '../order/room-to-sort.js';
import type { ResultSpool } from '../spool/result-spool.js';
import { linesIn } from './lines-in.js';
import type { RowSet } from './row-set.js';

/** Longer keys are cut, with a digest of all of them at their end: equal ones stay equal, others different. */
const MAX_KEY_CHARS = 1000;
const KEPT_KEY_CHARS = 500;

/** A file of the engine's, with the cells of some rows, a line each. */
export interface CellsFile {
  readonly path: string;
  readonly rows: number;
  /** Gives the room back and removes the file. */
  readonly discard: () => Promise<void>;
}

/** The rows whose cells are written. */
export interface CellsOf {
  readonly spool: ResultSpool;
  readonly column: number;
  /** Null for all that are there. */
  readonly among: RowSet | null;
}

/**
 * Writes what the engine groups rows by: with `keyKind` the sort key of each cell, which is exact for whatever a cell holds,
 * else its text. Null where a text cannot stand in a line. Throws when `signal` is aborted, and `no-room-to-sort`.
 */
export async function writeCells(
  path: string,
  { spool, column, among }: CellsOf,
  keyKind: ColumnKind | null,
  signal: AbortSignal,
): Promise<CellsFile | null> {
  const toLine = keyKind === null ? (cell: Cell) => cell : keyText(keyKind);
  let [rows, bytes] = [0, 0];
  const discard = async (): Promise<void> => {
    spool.allocation.releaseCache(bytes);
    bytes = 0;
    await rm(path, { force: true });
  };
  const file = await open(path, 'wx', 0o600);
  let isWhole = false;
  try {
    for await (const { bytes: block, firstRow } of spool.lines()) {
      signal.throwIfAborted();
      const some = [...linesIn(block, firstRow)].filter(({ row }) => among?.has(row) ?? true);
      const text = columnLines(some.map(({ line }) => toLine(cellInLine(line, column))));
      if (text === null) return null;
      const written = Buffer.from(some.length === 0 ? '' : text);
      reserveSortRoom(spool.allocation, written.length);
      bytes += written.length;
      rows += some.length;
      await file.writeFile(written);
      await nextTurn();
    }
    isWhole = true;
  } finally {
    await file.close();
    if (!isWhole) await discard();
  }
  return { path, rows, discard };
}

/** A key in hexadecimal, which orders texts as the key does. */
function keyText(kind: ColumnKind): (cell: Cell) => Cell {
  const keyOf = sortKey(kind);
  return (cell) => {
    if (cell === null) return null;
    const key = keyOf(cell);
    if (key.length <= MAX_KEY_CHARS) return hexOf(key);
    return hexOf(key.slice(0, KEPT_KEY_CHARS)) + createHash('sha256').update(key, 'utf16le').digest('hex');
  };
}

function hexOf(key: string): string {
  return Buffer.from(key, 'utf16le').swap16().toString('hex');
}
