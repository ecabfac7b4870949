import { KEYS_PER_QUERY, chunksOf, isUnreadable, tableKey } from '#libs/changes';
import type { RowEffect } from '#libs/changes';
import type { ChangeTransaction } from './change-transaction.js';
import type { ChangedTable } from './changed-table.js';
import { similarEdits } from './row-group.js';
import type { FoundEdit, PlacedEdit } from './row-group.js';

/** The columns whose present values would not come back the same from their printed texts, each with its table. */
export async function inexactColumns(
  transaction: ChangeTransaction,
  tables: ReadonlyMap<string, ChangedTable>,
  edits: readonly PlacedEdit[],
): Promise<string[]> {
  const found: string[] = [];
  for (const similar of transaction.rules.isExact === null ? [] : similarEdits(edits)) {
    const table = tables.get(tableKey(similar[0]?.edit ?? { schema: '', table: '' }));
    if (table === undefined) continue;
    const names = restoredColumns(table, similar);
    const keys = chunksOf(
      similar.map(({ edit }) => edit.key),
      KEYS_PER_QUERY,
    );
    const queries = keys.map((some) => table.statements.inexact(some, names)).filter((query) => query !== null);
    const { rows, refused } = await transaction.runAll(queries);
    if (refused !== null) throw refused;
    for (const counts of rows.flat())
      names.forEach((name, index) => {
        if (Number(counts[index] ?? 0) > 0) found.push(nameOf(table.details.schema, table.details.name, name));
      });
  }
  return found;
}

/** The columns that held bytes which are no text, so that the cells are not what was there. */
export function unreadableColumns(transaction: ChangeTransaction, rows: readonly RowEffect[]): string[] {
  if (transaction.rules.isExact === null) return [];
  return rows.flatMap(({ schema, table, columns, before }) =>
    columns.filter((_, index) => isUnreadable(before?.[index] ?? null)).map((name) => nameOf(schema, table, name)),
  );
}

function nameOf(schema: string, table: string, column: string): string {
  return `${schema}.${table}.${column}`;
}

/** The columns that the reverse of edits writes. */
function restoredColumns(table: ChangedTable, edits: readonly FoundEdit[]): string[] {
  const names = new Set(
    edits.flatMap(({ edit }) => (edit.kind === 'update' ? Object.keys(edit.values) : table.columns)),
  );
  return table.columns.filter((name) => names.has(name) && !table.generated.includes(name));
}
