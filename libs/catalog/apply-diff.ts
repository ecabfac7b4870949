import type { ChangeFact } from './catalog-change.js';
import type { Catalog, CatalogObject, Column, Table, TableName } from './catalog.js';
import { canonicalCatalog, columnAt, numberedColumns } from './canonical-catalog.js';
import { exactForeignKeyKey, namedKey, objectKey, tableKey } from './catalog-key.js';

/**
 * The catalog that a diff leads to, in canonical form: what `diffCatalogs(before, after)` found, applied to `before`,
 * gives `after`. Columns that were there before keep their order, because no change reports it. The order of the
 * changes does not matter; a change that does not fit the catalog is passed over.
 */
export function applyDiff(before: Catalog, changes: readonly ChangeFact[]): Catalog {
  const tables = new Map(before.tables.map((table) => [tableKey(table), table]));
  for (const [key, own] of byTable(changes.filter(({ kind }) => !kind.startsWith('object_')))) {
    const changed = changedTable(tables.get(key), own);
    if (changed) tables.set(key, changed);
    else tables.delete(key);
  }
  const objects = changedObjects(before.objects, changes);
  return canonicalCatalog({ tables: [...tables.values()], ...(objects === undefined ? {} : { objects }) });
}

function changedObjects(
  before: readonly CatalogObject[] | undefined,
  changes: readonly ChangeFact[],
): CatalogObject[] | undefined {
  if (before === undefined) return undefined;
  const changed = ofKind(changes, 'object_changed');
  return replaced(
    before,
    [...ofKind(changes, 'object_removed'), ...changed].map((change) => change.before),
    [...ofKind(changes, 'object_added'), ...changed].map((change) => change.after),
    objectKey,
  );
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
      [...ofKind(changes, 'foreign_key_removed'), ...ofKind(changes, 'foreign_key_changed')].map(
        (change) => change.before,
      ),
      [...ofKind(changes, 'foreign_key_added'), ...ofKind(changes, 'foreign_key_changed')].map(
        (change) => change.after,
      ),
      exactForeignKeyKey,
    ),
    indexes: replaced(
      before.indexes,
      [...ofKind(changes, 'index_removed'), ...ofKind(changes, 'index_changed')].map((change) => change.before),
      [...ofKind(changes, 'index_added'), ...ofKind(changes, 'index_changed')].map((change) => change.after),
      namedKey,
    ),
    checks: replaced(
      before.checks ?? [],
      [...ofKind(changes, 'check_removed'), ...ofKind(changes, 'check_changed')].map((change) => change.before),
      [...ofKind(changes, 'check_added'), ...ofKind(changes, 'check_changed')].map((change) => change.after),
      namedKey,
    ),
    ...changedMembership(before, changes),
  };
}

function changedMembership(
  before: Table,
  changes: readonly ChangeFact[],
): Pick<Table, 'partition_of' | 'extension' | 'row_security'> {
  const attached = ofKind(changes, 'partition_attached').at(-1)?.after;
  const isDetached = ofKind(changes, 'partition_detached').length > 0;
  const parent: TableName | undefined = attached ?? (isDetached ? undefined : before.partition_of);
  const moved = ofKind(changes, 'extension_changed').at(-1);
  const extension = moved === undefined ? before.extension : (moved.after ?? undefined);
  const secured = ofKind(changes, 'row_security_changed').at(-1);
  const rowSecurity = secured === undefined ? before.row_security : (secured.after ?? undefined);
  return {
    ...(rowSecurity === undefined ? {} : { row_security: rowSecurity }),
    ...(parent === undefined ? {} : { partition_of: parent }),
    ...(extension === undefined ? {} : { extension }),
  };
}

function changedColumns(before: readonly Column[], changes: readonly ChangeFact[]): Column[] {
  const removed = new Set(ofKind(changes, 'column_removed').map(({ column }) => column));
  const types = new Map(ofKind(changes, 'type_changed').map(({ column, after }) => [column, after]));
  const nullable = new Map(ofKind(changes, 'nullability_changed').map(({ column, after }) => [column, after]));
  const columns = numberedColumns(before.filter(({ name }) => !removed.has(name))).map((column) => ({
    ...withExpressions(column, changes),
    type: types.get(column.name) ?? column.type,
    nullable: nullable.get(column.name) ?? column.nullable,
  }));
  const added = ofKind(changes, 'column_added').map(({ after }) => after);
  // Ascending, so that each new column finds those before it in their places.
  for (const column of added.sort((a, b) => a.position - b.position)) columns.splice(column.position - 1, 0, column);
  return columns.map((column, index) => columnAt(column, index + 1));
}

type ColumnFactKind = 'default_changed' | 'generated_changed' | 'identity_changed' | 'collation_changed';

function withExpressions(column: Column, changes: readonly ChangeFact[]): Column {
  const { default: expression, generated, identity, collation, ...rest } = column;
  const current = (kind: ColumnFactKind, before: string | undefined) => {
    const change = ofKind(changes, kind).findLast((candidate) => candidate.column === column.name);
    return change === undefined ? before : (change.after ?? undefined);
  };
  const facts = {
    default: current('default_changed', expression),
    generated: current('generated_changed', generated),
    identity: current('identity_changed', identity),
    collation: current('collation_changed', collation),
  };
  const known = Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
  return { ...rest, ...(known as Pick<Column, keyof typeof facts>) };
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
