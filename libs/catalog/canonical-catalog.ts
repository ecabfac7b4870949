import type { Catalog, Column, ForeignKey, Table } from './catalog.js';
import { columnPairs, compareTexts, foreignKeyKey, indexKey, tableKey } from './catalog-key.js';

/**
 * The one way to write a catalog down: tables by schema and name, columns by position and numbered from 1, foreign keys
 * and indexes once each and sorted. Two catalogs that say the same are equal in this form, so it may be hashed.
 */
export function canonicalCatalog(catalog: Catalog): Catalog {
  const byKey = new Map(catalog.tables.map((table) => [tableKey(table), table]));
  const tables = [...byKey.values()].map(canonicalTable);
  tables.sort((a, b) => compareTexts(a.schema, b.schema) || compareTexts(a.name, b.name));
  return { tables };
}

/** The one way to write a table down; see `canonicalCatalog`. */
export function canonicalTable({ schema, name, columns, primary_key, foreign_keys, indexes }: Table): Table {
  return {
    schema,
    name,
    columns: numberedColumns(columns),
    primary_key: [...primary_key],
    foreign_keys: once(foreign_keys, foreignKeyKey).map(canonicalForeignKey).sort(byColumns),
    indexes: once(indexes, indexKey)
      .map((index) => ({ name: index.name, definition: index.definition }))
      .sort((a, b) => compareTexts(a.name, b.name) || compareTexts(a.definition, b.definition)),
  };
}

/** The one way to write a foreign key down: its pairs of columns ordered by the own column. */
export function canonicalForeignKey(key: ForeignKey): ForeignKey {
  const { schema, name } = key.references;
  const pairs = columnPairs(key);
  return {
    columns: pairs.map(([own]) => own),
    references: { schema, name, columns: pairs.map(([, referenced]) => referenced) },
  };
}

/** The columns by position (by name where positions are equal), numbered from 1 without gaps. */
export function numberedColumns(columns: readonly Column[]): Column[] {
  return columnsInOrder(columns).map(({ name, type, nullable }, index) => ({
    name,
    type,
    nullable,
    position: index + 1,
  }));
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
    compareLists(a.references.columns, b.references.columns)
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
