import type { ChangeFact } from './catalog-change.js';
import type { Column, Index, Table, TableName } from './catalog.js';
import { canonicalForeignKey, columnsInOrder } from './canonical-catalog.js';
import { foreignKeyKey, indexKey, isSameList } from './catalog-key.js';
import { isSameColumn, isSameForeignKey, isSameIndex, isSameThroughout } from './same-parts.js';

/** What changed inside one table, in no promised order: columns, primary key, foreign keys, indexes. */
export function diffTables(before: Table, after: Table): ChangeFact[] {
  const table: TableName = { schema: after.schema, name: after.name };
  const changes = diffColumns(table, before.columns, after.columns);
  if (!isSameList(before.primary_key, after.primary_key)) {
    changes.push({
      ...table,
      kind: 'primary_key_changed',
      before: [...before.primary_key],
      after: [...after.primary_key],
    });
  }
  changes.push(...diffForeignKeys(table, before, after), ...diffIndexes(table, before, after));
  return changes;
}

function diffColumns(table: TableName, before: readonly Column[], after: readonly Column[]): ChangeFact[] {
  const changes: ChangeFact[] = [];
  if (isSameThroughout(before, after, isSameColumn)) return changes;
  const old = new Map(before.map((column) => [column.name, column]));
  columnsInOrder(after).forEach((column, index) => {
    const was = old.get(column.name);
    old.delete(column.name);
    if (was) changes.push(...diffColumn(table, was, column));
    else changes.push({ ...table, kind: 'column_added', column: column.name, after: placed(column, index) });
  });
  if (old.size === 0) return changes;
  columnsInOrder(before).forEach((column, index) => {
    if (!old.has(column.name)) return;
    changes.push({ ...table, kind: 'column_removed', column: column.name, before: placed(column, index) });
  });
  return changes;
}

function placed({ name, type, nullable }: Column, index: number): Column {
  return { name, type, nullable, position: index + 1 };
}

const NOTHING: readonly ChangeFact[] = [];

function diffColumn(table: TableName, before: Column, after: Column): readonly ChangeFact[] {
  if (before.type === after.type && before.nullable === after.nullable) return NOTHING;
  const changes: ChangeFact[] = [];
  const at = { ...table, column: after.name };
  if (before.type !== after.type) {
    changes.push({ ...at, kind: 'type_changed', before: before.type, after: after.type });
  }
  if (before.nullable !== after.nullable) {
    changes.push({ ...at, kind: 'nullability_changed', before: before.nullable, after: after.nullable });
  }
  return changes;
}

function diffForeignKeys(table: TableName, before: Table, after: Table): ChangeFact[] {
  if (isSameThroughout(before.foreign_keys, after.foreign_keys, isSameForeignKey)) return [];
  const { removed, added } = difference(before.foreign_keys, after.foreign_keys, foreignKeyKey);
  const carrier = (columns: readonly string[]): { column?: string } => {
    const [only] = columns;
    return columns.length === 1 && only !== undefined ? { column: only } : {};
  };
  return [
    ...removed.map(canonicalForeignKey).map((key): ChangeFact => {
      return { ...table, kind: 'foreign_key_removed', ...carrier(key.columns), before: key };
    }),
    ...added.map(canonicalForeignKey).map((key): ChangeFact => {
      return { ...table, kind: 'foreign_key_added', ...carrier(key.columns), after: key };
    }),
  ];
}

function diffIndexes(table: TableName, before: Table, after: Table): ChangeFact[] {
  if (isSameThroughout(before.indexes, after.indexes, isSameIndex)) return [];
  const { removed, added } = difference(before.indexes, after.indexes, indexKey);
  return [
    ...removed.map((index): ChangeFact => ({ ...table, kind: 'index_removed', before: bare(index) })),
    ...added.map((index): ChangeFact => ({ ...table, kind: 'index_added', after: bare(index) })),
  ];
}

function bare({ name, definition }: Index): Index {
  return { name, definition };
}

function difference<Item>(before: readonly Item[], after: readonly Item[], keyOf: (item: Item) => string) {
  const old = new Map(before.map((item) => [keyOf(item), item]));
  const added = new Map<string, Item>();
  const kept = new Set<string>();
  for (const item of after) {
    const key = keyOf(item);
    if (old.has(key)) kept.add(key);
    else added.set(key, item);
  }
  for (const key of kept) old.delete(key);
  return { removed: [...old.values()], added: [...added.values()] };
}
