import type { CatalogChange, ChangeFact } from './catalog-change.js';
import type { TableName } from './catalog.js';
import { tableKey } from './catalog-key.js';
import { describedChange } from './diff-catalogs.js';
import { shownTable } from './shown-name.js';

/** What distinguishes tables and columns that only share a name: ids of one database, see `CatalogIdentity`. */
export interface TableIdentity extends TableName {
  readonly object_id: string;
  /** By the column's name. */
  readonly column_numbers: ReadonlyMap<string, number>;
}

/** A change of which more is known than its two sides show. */
export type TracedChange = CatalogChange & {
  /** What the table or column that came was called before; with it comes a change that has `renamed_to`. */
  readonly renamed_from?: string;
  /** What the table or column that went is called now. */
  readonly renamed_to?: string;
};

/**
 * Finds among removals and additions those that are one thing under another name: a table with the same id, a column
 * with the same number in the same table. The sentences stay as they are. Both lists of identities must come from one
 * database, else ids mean nothing.
 */
export function traceRenames(
  changes: readonly CatalogChange[],
  before: readonly TableIdentity[],
  after: readonly TableIdentity[],
): TracedChange[] {
  const old = new Map(before.map((identity) => [tableKey(identity), identity]));
  const current = new Map(after.map((identity) => [tableKey(identity), identity]));
  const removedTables = tablesById(changes, 'table_removed', old);
  const addedTables = tablesById(changes, 'table_added', current);
  const removedColumns = columnsByNumber(changes, 'column_removed', old);
  const addedColumns = columnsByNumber(changes, 'column_added', current);
  return changes.map((change) => {
    switch (change.kind) {
      case 'table_added':
        return from(change, removedTables.get(current.get(tableKey(change))?.object_id ?? ''));
      case 'table_removed':
        return to(change, addedTables.get(old.get(tableKey(change))?.object_id ?? ''));
      case 'column_added':
        return from(change, columnPartner(change, current, old, removedColumns));
      case 'column_removed':
        return to(change, columnPartner(change, old, current, addedColumns));
      default:
        return change;
    }
  });
}

/**
 * Tables that were dropped and created again under the same name, and columns of tables that stayed likewise: their data
 * is gone, whether or not their shape changed; and tables whose name another table has now, as after an exchange of names.
 * Both lists of identities must come from one database.
 */
export function recreations(before: readonly TableIdentity[], after: readonly TableIdentity[]): CatalogChange[] {
  const old = new Map(before.map((identity) => [tableKey(identity), identity]));
  const recreated = new Set(recreatedIdentities(before, after));
  const tables = [...recreated].map(({ schema, name }): ChangeFact => ({ schema, name, kind: 'table_recreated' }));
  const former = new Map(before.map(({ object_id: id, schema, name }) => [id, { schema, name }]));
  // They have the name of another one, which lives on under its new name, or had one of their own before.
  const replaced = after
    .filter((identity) => (old.get(tableKey(identity)) ?? identity).object_id !== identity.object_id)
    .filter((identity) => !recreated.has(identity))
    .map(({ schema, name, object_id: id }): ChangeFact => {
      return { schema, name, kind: 'table_replaced', before: former.get(id) ?? null };
    });
  const columns = after.flatMap((identity) => {
    const was = old.get(tableKey(identity));
    return was?.object_id === identity.object_id ? recreatedColumns(was, identity) : [];
  });
  return [...tables, ...replaced, ...columns].map(describedChange);
}

/** The tables that were dropped and created again under the same name, as they are shown. */
export function recreatedTables(before: readonly TableIdentity[], after: readonly TableIdentity[]): string[] {
  return recreatedIdentities(before, after).map(shownTable);
}

/** A table that got its name by a rename, or whose predecessor lives on under another name, is not a recreated one. */
function recreatedIdentities(before: readonly TableIdentity[], after: readonly TableIdentity[]): TableIdentity[] {
  const old = new Map(before.map((identity) => [tableKey(identity), identity.object_id]));
  const [oldIds, currentIds] = [before, after].map((all) => new Set(all.map(({ object_id: id }) => id)));
  return after.filter((identity) => {
    const was = old.get(tableKey(identity));
    return was !== undefined && currentIds?.has(was) === false && oldIds?.has(identity.object_id) === false;
  });
}

function recreatedColumns(before: TableIdentity, { schema, name, ...after }: TableIdentity): ChangeFact[] {
  const known = new Set(before.column_numbers.values());
  return [...after.column_numbers]
    .filter(([column, number]) => before.column_numbers.has(column) && !known.has(number))
    .map(([column]) => ({ schema, name, kind: 'column_recreated', column }));
}

type Identities = ReadonlyMap<string, TableIdentity>;
type ColumnChange = Extract<CatalogChange, { kind: 'column_added' | 'column_removed' }>;

function tablesById(changes: readonly CatalogChange[], kind: CatalogChange['kind'], identities: Identities) {
  const tables = new Map<string, string>();
  for (const change of changes) {
    const identity = change.kind === kind ? identities.get(tableKey(change)) : undefined;
    if (identity !== undefined) tables.set(identity.object_id, change.table);
  }
  return tables;
}

/** The names of the columns that came or went, by table and number. */
function columnsByNumber(
  changes: readonly CatalogChange[],
  kind: ColumnChange['kind'],
  identities: Identities,
): ReadonlyMap<string, string> {
  const columns = new Map<string, string>();
  for (const change of changes) {
    if (change.kind !== kind) continue;
    const key = tableKey(change);
    const number = identities.get(key)?.column_numbers.get(change.column);
    if (number !== undefined) columns.set(numberKey(key, number), change.column);
  }
  return columns;
}

/** The name of the column of the other kind of change that has the same number in the same table. */
function columnPartner(
  change: ColumnChange,
  own: Identities,
  others: Identities,
  partners: ReadonlyMap<string, string>,
): string | undefined {
  const key = tableKey(change);
  const [one, other] = [own.get(key), others.get(key)];
  if (one === undefined || other?.object_id !== one.object_id) return undefined;
  const number = one.column_numbers.get(change.column);
  return number === undefined ? undefined : partners.get(numberKey(key, number));
}

function numberKey(table: string, number: number): string {
  return `${number} ${table}`;
}

function from(change: CatalogChange, name: string | undefined): TracedChange {
  return name === undefined ? change : { ...change, renamed_from: name };
}

function to(change: CatalogChange, name: string | undefined): TracedChange {
  return name === undefined ? change : { ...change, renamed_to: name };
}
