import type { RowDelete, RowUpdate } from '#libs/api';
import { isUnreadable } from '#libs/changes';
import type { RowEffect } from '#libs/changes';
import type { ChangeTransaction } from './change-transaction.js';
import type { ChangedTable } from './changed-table.js';

/** The columns that held bytes which are no text, so that the cells are not what was there. */
export function unreadableColumns(transaction: ChangeTransaction, rows: readonly RowEffect[]): string[] {
  if (transaction.rules.isExact === null) return [];
  return rows.flatMap(({ schema, table, columns, before }) =>
    columns.filter((_, index) => isUnreadable(before?.[index] ?? null)).map((name) => nameOf(schema, table, name)),
  );
}

/** The columns that the reverse of edits writes. */
export function restoredColumns(
  table: ChangedTable,
  edits: readonly { readonly edit: RowUpdate | RowDelete }[],
): string[] {
  const names = new Set(
    edits.flatMap(({ edit }) => (edit.kind === 'update' ? Object.keys(edit.values) : table.columns)),
  );
  return table.columns.filter((name) => names.has(name) && !table.generated.includes(name));
}

/** A column with its table, for people. */
export function columnName({ details: { schema, name } }: ChangedTable, column: string): string {
  return nameOf(schema, name, column);
}

function nameOf(schema: string, table: string, column: string): string {
  return `${schema}.${table}.${column}`;
}
