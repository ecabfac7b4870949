import type { ChangeFact } from './catalog-change.js';
import type { Catalog, Column, Table } from './catalog.js';
import { canonicalCatalog, numberedColumns } from './canonical-catalog.js';
import { foreignKeyKey, indexKey, tableKey } from './catalog-key.js';

/**
 * The catalog that a diff leads to, in canonical form: what `diffCatalogs(before, after)` found, applied to `before`,
 * gives `after`. Columns that were there before keep their order, because no change tells of it. The order of the
 * changes does not matter; a change that does not fit the catalog is passed over.
 */
export function applyDiff(before: Catalog, changes: readonly ChangeFact[]): Catalog {
  const tables = new Map(before.tables.map((table) => [tableKey(table), table]));
  for (const [key, own] of byTable(changes)) {
    const changed = changedTable(tables.get(key), own);
    if (changed) tables.set(key, changed);
    else tables.delete(key);
  }
  return canonicalCatalog({ tables: [...tables.values()] });
}

function byTable(changes: readonly ChangeFact[]): Map<string, ChangeFact[]> {
  const groups = new Map<string, ChangeFact[]>();
  for (const change of changes) {
    const key = tableKey(change);
    const own = groups.get(key);
    if (own) own.push(change);
    else groups.set(key, [change]);
  }
  return groups;
}

function changedTable(before: Table | undefined, changes: readonly ChangeFact[]): Table | undefined {
  const added = ofKind(changes, 'table_added').at(-1);
  if (added) return added.after;
  if (!before || ofKind(changes, 'table_removed').length > 0) return undefined;
  return {
    schema: before.schema,
    name: before.name,
    columns: changedColumns(before.columns, changes),
    primary_key: ofKind(changes, 'primary_key_changed').at(-1)?.after ?? before.primary_key,
    foreign_keys: replaced(
      before.foreign_keys,
      ofKind(changes, 'foreign_key_removed').map((change) => change.before),
      ofKind(changes, 'foreign_key_added').map((change) => change.after),
      foreignKeyKey,
    ),
    indexes: replaced(
      before.indexes,
      ofKind(changes, 'index_removed').map((change) => change.before),
      ofKind(changes, 'index_added').map((change) => change.after),
      indexKey,
    ),
  };
}

function changedColumns(before: readonly Column[], changes: readonly ChangeFact[]): Column[] {
  const removed = new Set(ofKind(changes, 'column_removed').map(({ column }) => column));
  const types = new Map(ofKind(changes, 'type_changed').map(({ column, after }) => [column, after]));
  const nullable = new Map(ofKind(changes, 'nullability_changed').map(({ column, after }) => [column, after]));
  const columns = numberedColumns(before.filter(({ name }) => !removed.has(name))).map((column) => ({
    ...column,
    type: types.get(column.name) ?? column.type,
    nullable: nullable.get(column.name) ?? column.nullable,
  }));
  const added = ofKind(changes, 'column_added').map(({ after }) => after);
  // Ascending, so that each new column finds those before it in their places.
  for (const column of added.sort((a, b) => a.position - b.position)) columns.splice(column.position - 1, 0, column);
  return columns.map((column, index) => ({ ...column, position: index + 1 }));
}

function replaced<Item>(
  items: readonly Item[],
  removed: readonly Item[],
  added: readonly Item[],
  keyOf: (item: Item) => string,
): Item[] {
  const gone = new Set(removed.map(keyOf));
  return [...items.filter((item) => !gone.has(keyOf(item))), ...added];
}

function ofKind<Kind extends ChangeFact['kind']>(changes: readonly ChangeFact[], kind: Kind) {
  return changes.filter((change): change is Extract<ChangeFact, { kind: Kind }> => change.kind === kind);
}
