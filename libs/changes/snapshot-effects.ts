import type { Cell, TouchedTable } from '../api/index.js';
import { rowKey } from './change-items.js';
import type { RowEffect } from './effect.js';
import { isSameRow } from './rows-outcome.js';

/** A table whose rows a statement has written; it has a key. */
export interface SnapshotTable {
  readonly item: number;
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/** What was read of a table after a statement, each a whole row. */
export interface SnapshotRows {
  /** Rows that the transaction has written, as they are now. */
  readonly written: readonly (readonly Cell[])[];
  /** Rows with the keys of `written`, as they were before. */
  readonly former: readonly (readonly Cell[])[];
  /** Rows from just before the transaction wrote or locked them, of which some are gone. */
  readonly replaced: readonly (readonly Cell[])[];
  /** Those with the keys of `replaced` that are there now. */
  readonly present: readonly (readonly Cell[])[];
}

/** What a statement did to the rows of a table. */
export interface SnapshotEffects {
  readonly effects: RowEffect[];
  /**
   * No other row can have changed. Otherwise the engine has counted more than these effects: what a statement writes twice
   * or rolls back may make up for a row that was not found.
   */
  readonly isCertain: boolean;
}

/**
 * What a statement did to the rows of a table, each row once; a key that changes is a row removed and another one added. Null
 * where rows are missing, since the table has grown by another number than its engine has counted, and where another
 * transaction has changed a row in between.
 */
export function snapshotEffects(
  { item, schema, table, columns, key }: SnapshotTable,
  { written, former, replaced, present }: SnapshotRows,
  { inserted, updated, deleted }: TouchedTable,
): SnapshotEffects | null {
  const idOf = (row: readonly Cell[]): string =>
    rowKey(Object.fromEntries(key.map((name) => [name, row[columns.indexOf(name)] ?? null])));
  const place = { item, schema, table, columns };
  const old = new Map(former.map((row) => [idOf(row), row]));
  const known = new Set(replaced.map(idOf));
  if ([...old.keys()].some((id) => !known.has(id))) return null;
  const now = new Set(present.map(idOf));
  const made = written.flatMap((after): RowEffect[] => {
    const before = old.get(idOf(after)) ?? null;
    if (before === null) return [{ ...place, kind: 'insert', before, after }];
    return isSameRow(before, after) ? [] : [{ ...place, kind: 'update', before, after }];
  });
  const gone = replaced
    .filter((row) => !now.has(idOf(row)))
    .map((before): RowEffect => ({ ...place, kind: 'delete', before, after: null }));
  const added = made.filter(({ kind }) => kind === 'insert').length;
  if (added - gone.length !== inserted - deleted) return null;
  const isCertain = written.length === inserted + updated || added + gone.length + inserted + deleted === 0;
  return { effects: [...made, ...gone], isCertain };
}
