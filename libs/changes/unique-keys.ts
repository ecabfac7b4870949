import type { TableDetails } from '../api/index.js';

/** Columns whose values no two rows share. */
export interface UniqueKey {
  readonly columns: readonly string[];
  /** The name of its constraint where that can be checked later than at once; else null. */
  readonly deferrable: string | null;
}

type KeyedTable = Pick<TableDetails, 'columns' | 'primary_key' | 'unique_keys' | 'indexes' | 'constraints'>;

/**
 * The unique keys and unique indexes of a table, each once. Of an expression, and of a column that is computed, the columns
 * count that its text names: rows that exchange their values may exchange what is computed of them.
 */
export function uniqueKeys(table: KeyedTable): UniqueKey[] {
  const { primary_key: primary, unique_keys: uniques } = table;
  const deferrable = new Set((table.constraints ?? []).filter(isDeferrable).map(({ name }) => name));
  const indexes = table.indexes.filter((index) => index.is_unique);
  const found = new Map<string, UniqueKey>();
  const definitions = new Map(indexes.map((index) => [index.name, index.definition]));
  for (const { name, columns: indexed } of [...(primary === null ? [] : [primary]), ...uniques, ...indexes]) {
    const definition = definitions.get(name ?? '') ?? null;
    const columns = [...new Set(indexed.flatMap((one) => columnsBehind(one, definition, table.columns)))];
    if (columns.length === 0) continue;
    const key = { columns, deferrable: name !== null && deferrable.has(name) ? name : null };
    found.set(JSON.stringify(key), key);
  }
  return [...found.values()];
}

/** Only Postgres writes constraints with their definitions; the words stand at the end. */
function isDeferrable({ definition }: { readonly definition: string }): boolean {
  return / DEFERRABLE(?: INITIALLY DEFERRED)?$/.test(definition);
}

/** The columns that have what is indexed, which is a column or an expression; `definition` is the text of its index. */
function columnsBehind(indexed: string | null, definition: string | null, columns: KeyedTable['columns']): string[] {
  const column = columns.find(({ name }) => name === indexed);
  if (column?.is_generated === false) return [column.name];
  // SQLite names no expression, so that its index is read whole.
  const text = column === undefined ? (indexed ?? definition) : column.default;
  const words = new Set((text ?? '').split(/[^\p{L}\p{N}_$]+/u));
  return columns
    .filter(({ name, is_generated: isGenerated }) => !isGenerated && words.has(name))
    .map(({ name }) => name);
}
