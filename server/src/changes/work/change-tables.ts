import type { ChangeItem, TableDetails } from '#libs/api';
import { tableKey } from '#libs/changes';
import type { RowEffect } from '#libs/changes';
import { dialectOf } from '#libs/dialects';
import { changeRulesOf } from '#libs/dialects/changes';
import type { SqlDialect } from '#libs/dialects';
import { Problem } from '../../platform/index.js';
import { editedTable } from '../../connections/index.js';
import type { Connector } from '../../connections/index.js';
import { ChangedTable } from './changed-table.js';
import type { ChangeTransaction } from './change-transaction.js';

/** Looks up the tables that the edits of a change set name. Throws `table-not-found`, and `ConnectFailure`. */
export async function readTables(
  connector: Connector,
  items: readonly (ChangeItem | RowEffect)[],
  signal: AbortSignal,
): Promise<Map<string, TableDetails>> {
  const tables = new Map<string, TableDetails>();
  for (const [key, { schema, table }] of editedTables(items)) {
    const { details, obstacle } = await editedTable(connector, schema, table, signal);
    if (details === null)
      throw new Problem('table-not-found', `The table ${schema}.${table} was not found. Reload the schema.`);
    if (details.kind !== 'table' && details.kind !== 'partitioned_table')
      throw new Problem('change-refused', `${schema}.${table} is not a table, so its rows cannot be edited.`);
    if (obstacle !== null) throw new Problem('change-refused', obstacle);
    tables.set(key, details);
  }
  return tables;
}

/** The same with what runs beside, as the open transaction sees it. Throws `StatementRefused`. */
export async function withTriggers(
  transaction: ChangeTransaction,
  tables: ReadonlyMap<string, TableDetails>,
): Promise<Map<string, ChangedTable>> {
  const { textLiteral } = dialectOf(transaction.dialect).values;
  const { rules } = transaction;
  const found = new Map<string, ChangedTable>();
  for (const [key, details] of tables) {
    const names = [textLiteral(details.schema), textLiteral(details.name)] as const;
    const rights = rules.mayLock?.(...names) ?? null;
    const [triggers = [], lockable = []] = await transaction.askAll([rules.triggers(...names), rights]);
    const triggerNames = triggers.map(([name]) => name ?? '');
    const mayLock = rights === null || lockable.length > 0;
    found.set(key, new ChangedTable(details, triggerNames, transaction.dialect, mayLock));
  }
  return found;
}

/** The tables that edits name, each once, for looking them up. */
function editedTables(items: readonly (ChangeItem | RowEffect)[]): Map<string, { schema: string; table: string }> {
  const places = items.flatMap((item) =>
    item.kind === 'statement' ? [] : [{ schema: item.schema, table: item.table }],
  );
  return new Map(places.map((place) => [tableKey(place), place]));
}

/** Where transactions have no id, only rows that can be found again show whether they were committed. */
export function requireKeys(tables: ReadonlyMap<string, TableDetails>, dialect: SqlDialect): void {
  if (changeRulesOf(dialect).transactionId !== null) return;
  for (const details of tables.values()) {
    const { schema, name } = details;
    if (new ChangedTable(details, [], dialect).key.length > 0) continue;
    throw new Problem(
      'change-refused',
      `${schema}.${name} has no key, so a single row cannot be found. Add a primary key.`,
    );
  }
}
