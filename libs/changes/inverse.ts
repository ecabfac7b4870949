import type { Cell, RowEdit } from '../api/index.js';
import { MAX_CHANGE_ITEMS } from './change-items.js';
import { knownRows } from './effect.js';
import type { ChangeEffect, RowEffect } from './effect.js';
import { netEffects } from './net-effects.js';
import { MAX_COLUMNS, isColumnName, isPlaceName } from './read-items.js';
import type { KeyOf } from './rows-outcome.js';

/** The columns of a table that matter for taking an edit back. */
export interface InverseTable {
  /** The columns that find a row. */
  readonly key: readonly string[];
  /** Columns that the database computes; they follow from the others. */
  readonly generated: readonly string[];
}

/** Whether what an effect left of its row can be found by the key: always where nothing is left to be found. */
export function isFoundAgain({ columns, after }: RowEffect, key: readonly string[]): boolean {
  if (after === null) return true;
  return key.length > 0 && key.every((name) => (after[columns.indexOf(name)] ?? null) !== null);
}

/**
 * The edits that take applied ones back, last one first: added rows are removed, removed ones added with every value that
 * they had, changed ones get their former values. Each expects the row as the applied edit left it.
 */
export function inverseEdits(effects: readonly RowEffect[], tableOf: (effect: RowEffect) => InverseTable): RowEdit[] {
  return [...effects].reverse().flatMap((effect) => {
    const edit = inverseOf(effect, tableOf(effect));
    return edit === null ? [] : [edit];
  });
}

function inverseOf(effect: RowEffect, { key, generated }: InverseTable): RowEdit | null {
  const { schema, table, columns } = effect;
  const place = { schema, table };
  const before = cellsOf(columns, effect.before);
  const after = cellsOf(columns, effect.after);
  const without = (cells: Record<string, Cell>): Record<string, Cell> =>
    Object.fromEntries(Object.entries(cells).filter(([name]) => !generated.includes(name)));
  if (effect.after === null) return { kind: 'insert', ...place, values: without(before) };
  const rowKey = Object.fromEntries(key.map((name) => [name, after[name] ?? '']));
  if (effect.before === null) return { kind: 'delete', ...place, key: rowKey, before: after };
  const changed = Object.entries(without(before)).filter(([name, cell]) => after[name] !== cell);
  if (changed.length === 0) return null;
  return { kind: 'update', ...place, key: rowKey, before: after, values: Object.fromEntries(changed) };
}

function cellsOf(columns: readonly string[], cells: readonly Cell[] | null): Record<string, Cell> {
  return Object.fromEntries(columns.map((name, index) => [name, cells?.[index] ?? null]));
}

/** Why what statements did is more than one change set takes back, in sentences; none where it is not. */
export function undoLimits(effect: ChangeEffect, keyOf: KeyOf): string[] {
  const rows = knownRows(effect);
  const sentences = new Set<string>();
  const layouts = new Map(rows.map((row) => [row.columns, row]));
  for (const row of layouts.values())
    if (!isWritable(row))
      sentences.add(
        `${row.schema}.${row.table} is not undone: change sets do not take its names or that many columns.`,
      );
  if (rows.length > MAX_CHANGE_ITEMS && netEffects(rows, keyOf).length > MAX_CHANGE_ITEMS)
    sentences.add(`One change set takes back up to ${MAX_CHANGE_ITEMS.toLocaleString('en-US')} rows.`);
  return [...sentences];
}

function isWritable({ schema, table, columns }: RowEffect): boolean {
  return (
    isPlaceName(schema, true) &&
    isPlaceName(table, false) &&
    columns.length <= MAX_COLUMNS &&
    columns.every(isColumnName)
  );
}
