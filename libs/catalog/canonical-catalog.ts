import type { Catalog, CatalogObject, Check, Column, ForeignKey, Index, Table } from './catalog.js';
import { columnPairs, compareTexts, exactForeignKeyKey, namedKey, objectKey, tableKey } from './catalog-key.js';

/**
 * The one way to write a catalog down: tables and objects by schema and name, columns by position and numbered from 1,
 * foreign keys, checks and indexes once each and sorted. Equivalent catalogs are equal in this form, so it may be
 * hashed.
 */
export function canonicalCatalog(catalog: Catalog): Catalog {
  const tables = once(catalog.tables, tableKey).map(canonicalTable);
  tables.sort((a, b) => compareTexts(a.schema, b.schema) || compareTexts(a.name, b.name));
  if (catalog.objects === undefined) return { tables };
  const objects = once(catalog.objects, objectKey).map(canonicalObject);
  objects.sort((a, b) => compareTexts(objectKey(a), objectKey(b)));
  return { tables, objects };
}

/** The one way to write a table down; see `canonicalCatalog`. */
export function canonicalTable(table: Table): Table {
  const {
    schema,
    name,
    checks,
    partition_of: parent,
    extension,
    row_security: rowSecurity,
    is_locked: isLocked,
  } = table;
  return {
    schema,
    name,
    columns: numberedColumns(table.columns),
    primary_key: [...table.primary_key],
    foreign_keys: canonicalForeignKeys(table.foreign_keys),
    indexes: canonicalParts(table.indexes),
    ...(checks === undefined || checks.length === 0 ? {} : { checks: canonicalParts(checks) }),
    ...(parent === undefined ? {} : { partition_of: { schema: parent.schema, name: parent.name } }),
    ...(extension === undefined ? {} : { extension }),
    ...(rowSecurity === undefined ? {} : { row_security: rowSecurity }),
    ...(isLocked === undefined ? {} : { is_locked: isLocked }),
  };
}

/** The one way to write an object down. */
export function canonicalObject(object: CatalogObject): CatalogObject {
  const { schema, name } = object;
  switch (object.kind) {
    case 'view':
    case 'materialized view': {
      const { kind, definition, options = [] } = object;
      const view = { schema, name, kind, definition };
      return options.length === 0 ? view : { ...view, options: [...new Set(options)].sort(compareTexts) };
    }
    case 'enum':
      return { schema, name, kind: 'enum', labels: [...object.labels] };
    case 'domain': {
      const { kind, type, nullable, default: expression, checks } = object;
      const domain = { schema, name, kind, type, nullable, checks: canonicalParts(checks) };
      return expression === undefined ? domain : { ...domain, default: expression };
    }
  }
}

/** The foreign keys of a table in canonical form, once each and sorted. */
export function canonicalForeignKeys(keys: readonly ForeignKey[]): ForeignKey[] {
  return once(keys, exactForeignKeyKey).map(canonicalForeignKey).sort(byColumns);
}

/** The one way to write a foreign key down: its pairs of columns ordered by the own column. */
export function canonicalForeignKey(key: ForeignKey): ForeignKey {
  const { schema, name } = key.references;
  const pairs = columnPairs(key);
  return {
    columns: pairs.map(([own]) => own),
    references: { schema, name, columns: pairs.map(([, referenced]) => referenced) },
    ...(key.on_update === undefined ? {} : { on_update: key.on_update }),
    ...(key.on_delete === undefined ? {} : { on_delete: key.on_delete }),
    ...(key.deferrable === undefined ? {} : { deferrable: key.deferrable }),
    ...(key.match === undefined ? {} : { match: key.match }),
  };
}

/** Indexes or checks once each, sorted by name. */
export function canonicalParts(parts: readonly (Index | Check)[]): { name: string; definition: string }[] {
  return once(parts, namedKey)
    .map(({ name, definition }) => ({ name, definition }))
    .sort((a, b) => compareTexts(a.name, b.name) || compareTexts(a.definition, b.definition));
}

/** The columns by position (by name where positions are equal), numbered from 1 without gaps. */
export function numberedColumns(columns: readonly Column[]): Column[] {
  return columnsInOrder(columns).map((column, index) => columnAt(column, index + 1));
}

/** The column at another position, in canonical form. */
export function columnAt({ name, type, nullable, ...rest }: Column, position: number): Column {
  return {
    ...{ name, type, nullable, position },
    ...(rest.default === undefined ? {} : { default: rest.default }),
    ...(rest.generated === undefined ? {} : { generated: rest.generated }),
    ...(rest.identity === undefined ? {} : { identity: rest.identity }),
    ...(rest.collation === undefined ? {} : { collation: rest.collation }),
  };
}

/** The columns by position, by name where positions are equal; the list itself when it is in order. */
export function columnsInOrder(columns: readonly Column[]): readonly Column[] {
  const isInOrder = columns.every((column, index) => {
    const previous = columns[index - 1];
    return previous === undefined || byPosition(previous, column) <= 0;
  });
  return isInOrder ? columns : [...columns].sort(byPosition);
}

function byPosition(a: Column, b: Column): number {
  return a.position - b.position || compareTexts(a.name, b.name);
}

function byColumns(a: ForeignKey, b: ForeignKey): number {
  return (
    compareLists(a.columns, b.columns) ||
    compareTexts(a.references.schema, b.references.schema) ||
    compareTexts(a.references.name, b.references.name) ||
    compareLists(a.references.columns, b.references.columns) ||
    compareTexts(exactForeignKeyKey(a), exactForeignKeyKey(b))
  );
}

function compareLists(a: readonly string[], b: readonly string[]): number {
  const index = a.findIndex((item, place) => item !== b[place]);
  const [one, other] = [a[index], b[index]];
  return one === undefined || other === undefined ? a.length - b.length : compareTexts(one, other);
}

function once<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  if (items.length < 2) return [...items];
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
