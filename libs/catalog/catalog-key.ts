import type { CatalogObject, ForeignKey, TableName } from './catalog.js';

/** One text for a list of texts, different for different lists whatever characters they contain. */
export function joinedKey(parts: readonly string[]): string {
  let key = '';
  for (const part of parts) key += `${part.length}:${part}`;
  return key;
}

/** Identifies a table in its catalog. */
export function tableKey({ schema, name }: TableName): string {
  return `${schema.length}:${schema}${name}`;
}

/** Identifies a foreign key of a table: its pairs of columns in any order, and the table it points at. */
export function foreignKeyKey(key: ForeignKey): string {
  const [own, referenced] = [key.columns[0], key.references.columns[0]];
  if (key.columns.length === 1 && own !== undefined && referenced !== undefined) {
    return joinedKey([key.references.schema, key.references.name, own, referenced]);
  }
  const pairs = columnPairs(key).flat();
  return joinedKey([key.references.schema, key.references.name, ...pairs]);
}

/** A foreign key with all that it does: equal only for keys that are equal throughout. */
export function exactForeignKeyKey(key: ForeignKey): string {
  const { on_update: onUpdate = '', on_delete: onDelete = '', deferrable = '', match = '' } = key;
  if (onUpdate === '' && onDelete === '' && deferrable === '' && match === '') return foreignKeyKey(key);
  return joinedKey([foreignKeyKey(key), onUpdate, onDelete, deferrable, match]);
}

/** An index or check of a table with its definition. */
export function namedKey({ name, definition }: { readonly name: string; readonly definition: string }): string {
  return joinedKey([name, definition]);
}

/** Identifies a view, enum or domain; a table of the same name has another key. */
export function objectKey({ kind, schema, name }: CatalogObject): string {
  return `${kind} ${tableKey({ schema, name })}`;
}

/** The pairs [own column, referenced column] of a foreign key, ordered by the own column. */
export function columnPairs({ columns, references }: ForeignKey): [string, string][] {
  const pairs = columns.map((column, index): [string, string] => [column, references.columns[index] ?? '']);
  if (pairs.length < 2) return pairs;
  return pairs.sort((a, b) => compareTexts(a[0], b[0]) || compareTexts(a[1], b[1]));
}

/** Whether two lists name the same columns in the same order. */
export function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** Orders two texts the quick way, by UTF-16 unit: what counts is that the order is always the same. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
