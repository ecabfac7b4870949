import type { ResultRow } from '#libs/api';
import { KEYS_PER_QUERY, rowsOutcome, tableKey, tellingRowId, tellingRows } from '#libs/changes';
import type { RowEffect, RowsOutcome } from '#libs/changes';
import type { ChangeTransaction } from './change-transaction.js';
import type { ChangedTable } from './changed-table.js';

/** Reads the rows that effects are about, and locks them unless it only reads; compares them with those before and after. */
export async function outcomeByRows(
  transaction: ChangeTransaction,
  tables: ReadonlyMap<string, ChangedTable>,
  effects: readonly RowEffect[],
  isReadOnly: boolean,
): Promise<RowsOutcome> {
  const keyOf = (effect: RowEffect): readonly string[] => tables.get(tableKey(effect))?.key ?? [];
  const current = new Map<string, ResultRow>();
  const rows = tellingRows(effects, keyOf);
  for (const [name, table] of tables) {
    const some = rows.filter((row) => tableKey(row) === name);
    for (let start = 0; start < some.length; start += KEYS_PER_QUERY) {
      const keys = some.slice(start, start + KEYS_PER_QUERY).map(({ key }) => key);
      const { rows: found } = await transaction.run(table.statements.read(keys, !isReadOnly));
      const { schema, name: own } = table.details;
      for (const row of found)
        current.set(tellingRowId({ schema, table: own, key: table.keyCells(row, table.key) }), row);
    }
  }
  return rowsOutcome(effects, keyOf, current);
}
