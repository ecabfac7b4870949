import type { ChangeItem } from '#libs/api';
import {
  entangledReferences,
  isFoundAgain,
  isRowEdit,
  knownRows,
  netEffects,
  tableKey,
  undoLimits,
  writingOrder,
} from '#libs/changes';
import type { ChangeEffect } from '#libs/changes';
import { withoutKeyValue } from './changed-table.js';
import type { ChangedTable } from './changed-table.js';
import type { ImagedTables } from './execute-items.js';

/** What may be different when a change set is applied, in sentences. */
export function notRehearsed(
  effect: ChangeEffect,
  varying: ReadonlyMap<number, readonly string[]>,
  tables: ReadonlyMap<string, ChangedTable>,
): string[] {
  const sentences = new Set<string>();
  for (const { item, schema, table } of effect.rows) {
    for (const name of varying.get(item) ?? [])
      sentences.add(`${schema}.${table}.${name} gets another value when this is applied. Sequences have advanced.`);
  }
  for (const { item, isVarying } of effect.statements)
    if (isVarying === true) sentences.add(`Statement ${item + 1} writes other values each time that it runs.`);
  for (const { details, triggers } of tables.values())
    for (const name of triggers)
      sentences.add(
        `${name} runs on ${details.schema}.${details.name}. What it does outside of the database is not rolled back.`,
      );
  return [...sentences];
}

/** What the database shows of taking rows back. */
export interface Undoing {
  /** Columns with values that would not come back the same from their printed texts. */
  readonly inexact: readonly string[];
  readonly imaged: ImagedTables;
  readonly freesReferences: boolean;
}

/** Why the reverse of a change set would not give every row back exactly, in sentences. */
export function notUndoable(
  items: readonly ChangeItem[],
  effect: ChangeEffect,
  tables: ReadonlyMap<string, ChangedTable>,
  { inexact, imaged, freesReferences }: Undoing,
): string[] {
  const sentences = new Set<string>();
  for (const name of inexact)
    sentences.add(`${name} has values that would not come back the same: their texts leave out what they are.`);
  for (const sentence of imaged.inexact) sentences.add(sentence);
  const lost = effect.statements.filter(({ canUndo }) => canUndo !== true);
  for (const isWhole of [true, false]) {
    const numbers = lost.filter((one) => (one.isWhole === true) === isWhole).map(({ item }) => item + 1);
    if (numbers.length > 0) sentences.add(notUndone(numbers, items.length, isWhole));
  }
  // What statements alone have written is not beside anything.
  if (items.some(isRowEdit))
    for (const { schema, table } of effect.touched)
      sentences.add(`Rows that were written in ${schema}.${table} as well are not undone.`);
  for (const { details, triggers } of tables.values())
    for (const name of triggers)
      sentences.add(`${name} runs on ${details.schema}.${details.name} again when this is undone.`);
  for (const sentence of undoLimits(effect, (row) => tables.get(tableKey(row))?.key ?? [])) sentences.add(sentence);
  for (const row of effect.rows) {
    const table = tables.get(tableKey(row));
    if (table === undefined || isFoundAgain(row, table.key)) continue;
    if (table.key.length > 0) sentences.add(withoutKeyValue(table));
    else if (row.kind === 'insert')
      sentences.add(`Rows added to ${row.schema}.${row.table} cannot be found again: the table has no key.`);
  }
  const details = [...tables.values()].map((table) => table.details);
  const circle = circleOf(effect, tables);
  if (circle !== null)
    sentences.add(
      `Rows of ${circle} refer to each other in a circle: they come back only where the database checks that at the end.`,
    );
  for (const { child, parent } of freesReferences ? [] : entangledReferences(knownRows(effect), details))
    sentences.add(
      `Rows of ${child} may refer to rows of ${parent} that are written with them: the database does not remove both in one change set.`,
    );
  return [...sentences];
}

/** A table whose rows no order takes back; null where the rows of edits alone are taken back in the reverse of theirs. */
function circleOf(effect: ChangeEffect, tables: ReadonlyMap<string, ChangedTable>): string | null {
  if (effect.statements.length === 0) return null;
  const net = netEffects(knownRows(effect), (row) => tables.get(tableKey(row))?.key ?? []);
  return writingOrder(
    net,
    [...tables.values()].map((table) => table.details),
  ).circle;
}

/** `itemCount` is that of the change set, whose items count from 1. Of rows that are known, another sentence says why. */
function notUndone(items: readonly number[], itemCount: number, isWhole: boolean): string {
  const isOne = items.length === 1;
  const which = itemCount === 1 ? 'The statement' : `${isOne ? 'Statement' : 'Statements'} ${items.join(', ')}`;
  const why = isWhole ? '' : `: ${isOne ? 'its' : 'their'} rows are not all known`;
  return `${which} ${isOne ? 'is' : 'are'} not undone${why}.`;
}
