import type { Cell } from '../api/index.js';
import { rowKey, tableKey } from './change-items.js';
import type { RowEffect } from './effect.js';

/** A row whose values show whether a change set was committed. */
export interface TellingRow {
  readonly schema: string;
  readonly table: string;
  readonly key: Readonly<Record<string, string>>;
}

/** Whether rows are as a change set left them, as they were before it, or neither. */
export type RowsOutcome = 'committed' | 'aborted' | 'unclear';

/** The columns that find a row of the table of an effect. */
export type KeyOf = (effect: RowEffect) => readonly string[];

/** One text for a row among those of all tables. */
export function tellingRowId({ schema, table, key }: TellingRow): string {
  return tableKey({ schema, table }) + rowKey(key);
}

/** The rows to look at, each once: those that were there before or after the effects and have a key without NULL. */
export function tellingRows(effects: readonly RowEffect[], keyOf: KeyOf): TellingRow[] {
  const rows = effects.flatMap((effect) => [
    rowOf(effect, effect.before, keyOf(effect)),
    rowOf(effect, effect.after, keyOf(effect)),
  ]);
  const known = rows.filter((row) => row !== null);
  return [...new Map(known.map((row) => [tellingRowId(row), row])).values()];
}

/**
 * Finds out by the rows whether a transaction with these effects was kept: all of them are as they were after it, or all as
 * they were before it. Rows that it left as they were show nothing. `current` has the cells of the rows that are there, by `tellingRowId`.
 */
export function rowsOutcome(
  effects: readonly RowEffect[],
  keyOf: KeyOf,
  current: ReadonlyMap<string, readonly Cell[]>,
): RowsOutcome {
  const ids = tellingRows(effects, keyOf).map(tellingRowId);
  if (ids.length === 0) return 'unclear';
  const before = new Map<string, readonly Cell[]>();
  const after = new Map<string, readonly Cell[]>();
  for (const effect of effects) {
    const former = rowOf(effect, effect.before, keyOf(effect));
    const latter = rowOf(effect, effect.after, keyOf(effect));
    if (former !== null && effect.before !== null) {
      const earlier = after.get(tellingRowId(former));
      // Edits that exchange keys know their rows from before all of them, so what has the key by now is another row.
      const isAnother = earlier !== undefined && !isSameRow(earlier, effect.before);
      if (earlier === undefined || isAnother) before.set(tellingRowId(former), effect.before);
      if (!isAnother) after.delete(tellingRowId(former));
    }
    if (latter !== null && effect.after !== null) after.set(tellingRowId(latter), effect.after);
  }
  const isAs = (rows: ReadonlyMap<string, readonly Cell[]>): boolean =>
    ids.every((id) => isSameRow(rows.get(id), current.get(id)));
  const [isAfter, isBefore] = [isAs(after), isAs(before)];
  if (isAfter === isBefore) return 'unclear';
  return isAfter ? 'committed' : 'aborted';
}

/** What an engine says of the id of a transaction; `future` is an id that it has not given yet. */
export type TransactionStatus = 'committed' | 'aborted' | 'in progress' | 'future';

/**
 * How a transaction ended whose answer was lost: by what its engine says of its id, and by its rows. On a server that took
 * over and lost the last transactions, or was restored, an id may be another transaction's, or one of the future: then what
 * it says counts only where the rows do not contradict it. Null while the transaction is in progress.
 */
export function settledOutcome(status: TransactionStatus, byRows: RowsOutcome): RowsOutcome | null {
  if (status === 'in progress') return null;
  if (status === 'committed') return byRows === 'aborted' ? 'unclear' : 'committed';
  if (byRows === 'committed') return status === 'future' ? 'committed' : 'unclear';
  return status === 'future' ? 'unclear' : 'aborted';
}

/** Whether both have the same cells, or neither is there. */
export function isSameRow(one: readonly Cell[] | undefined, other: readonly Cell[] | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Null where there is no such row, or nothing that finds it. */
function rowOf(
  { schema, table, columns }: RowEffect,
  cells: readonly Cell[] | null,
  names: readonly string[],
): TellingRow | null {
  if (cells === null || names.length === 0) return null;
  const key: Record<string, string> = {};
  for (const name of names) {
    const cell = cells[columns.indexOf(name)] ?? null;
    if (cell === null) return null;
    key[name] = cell;
  }
  return { schema, table, key };
}
