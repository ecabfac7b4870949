import type { ChangeItem, ChangeStatement, TableDetails } from '#libs/api';
import { RowStatements, boundStatement, isRowEdit, tableKey } from '#libs/changes';
import { shortened } from '#libs/markup';
import type { Connector } from '../connections/index.js';

/** A person reads the first of many; all of them are among the items. */
const SHOWN = 100;
/** A text is for looking at; the item has all of it. */
const MOST_SQL = 100_000;
const MOST_VALUE = 1_000;
/** For all tables together: a database that is away keeps nobody from the page. */
const TIMEOUT_MS = 5_000;

/** What writes the statements of tables, by `tableKey`. */
export type KnownTables = ReadonlyMap<string, { readonly statements: RowStatements }>;

/**
 * The first statements of a change set as they will be sent; none where the database does not show its tables. Those that
 * are known are not looked up.
 */
export async function firstStatements(
  connector: Connector,
  items: readonly ChangeItem[],
  known: KnownTables = new Map(),
): Promise<ChangeStatement[]> {
  const tables = new Map<string, RowStatements | null>([...known].map(([key, { statements: own }]) => [key, own]));
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const statements: ChangeStatement[] = [];
  for (const [item, one] of items.slice(0, SHOWN).entries()) {
    if (!isRowEdit(one)) {
      statements.push({ item, sql: one.sql, values: boundStatement(one).values.map(({ text }) => text) });
      continue;
    }
    const key = tableKey(one);
    if (!tables.has(key)) tables.set(key, await statementsOf(connector, one, signal));
    const bound = tables.get(key)?.edit(one);
    if (bound !== undefined) statements.push({ item, sql: bound.sql, values: bound.values.map(({ text }) => text) });
  }
  return statements.map(({ item, sql, values }) => ({
    ...{ item, sql: shortened(sql, MOST_SQL) },
    values: values.map((value) => (value === null ? null : shortened(value, MOST_VALUE))),
  }));
}

/** Null where the table is gone or its database is away: the change set is shown without. */
async function statementsOf(
  connector: Connector,
  { schema, table }: { readonly schema: string; readonly table: string },
  signal: AbortSignal,
): Promise<RowStatements | null> {
  if (signal.aborted) return null;
  const details: TableDetails | null = await connector.describeTable(schema, table, signal).catch(() => null);
  return details === null ? null : new RowStatements(details, connector.dialect);
}
