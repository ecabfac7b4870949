import type { ChangeCounts, ChangeItem, RowEdit, StatementItem } from '../api/index.js';
import type { BoundStatement } from './row-statements.js';

/** Larger changes are statements. */
export const MAX_CHANGE_ITEMS = 100_000;

/** More items are added by further requests. */
export const MAX_REQUEST_ITEMS = 10_000;

/** Whether an item is the edit of a row. */
export function isRowEdit(item: ChangeItem): item is RowEdit {
  return item.kind !== 'statement';
}

/** A statement as it is sent, with its values in the order of their places. */
export function boundStatement({ sql, values = [] }: StatementItem): BoundStatement {
  return { sql, values: values.map(({ text, type }, index) => ({ name: String(index + 1), text, type })) };
}

/** How many rows are added, changed and removed, and how many statements there are beside. */
export function countItems(items: readonly ChangeItem[]): ChangeCounts {
  const of = (kind: ChangeItem['kind']): number => items.filter((item) => item.kind === kind).length;
  return { inserts: of('insert'), updates: of('update'), deletes: of('delete'), statements: of('statement') };
}

/** The tables whose rows are edited, in the order of their first edit, behind those that are known. */
export function tablesOfItems(
  items: readonly ChangeItem[],
  known: readonly { schema: string; table: string }[] = [],
): { schema: string; table: string }[] {
  const tables = new Map(known.map((table) => [tableKey(table), table]));
  for (const { schema, table } of items.filter(isRowEdit)) tables.set(tableKey({ schema, table }), { schema, table });
  return [...tables.values()];
}

/** One text for a table, different for any two tables. */
export function tableKey({ schema, table }: { readonly schema: string; readonly table: string }): string {
  return JSON.stringify([schema, table]);
}

/** One text for a row of a table, different for any two rows; the order of the key's columns does not matter. */
export function rowKey(key: Readonly<Record<string, string | null>>): string {
  return JSON.stringify(Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One text for the row that an item changes or removes, which no other item may; null for what finds no row. */
export function editedRow(item: ChangeItem): string | null {
  return item.kind === 'update' || item.kind === 'delete' ? tableKey(item) + rowKey(item.key) : null;
}

/** The counts of items that are added to others. */
export function addCounts(one: ChangeCounts, other: ChangeCounts): ChangeCounts {
  return {
    inserts: one.inserts + other.inserts,
    updates: one.updates + other.updates,
    deletes: one.deletes + other.deletes,
    statements: one.statements + other.statements,
  };
}
