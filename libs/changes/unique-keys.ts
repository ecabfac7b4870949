import type { TableDetails } from '../api/index.js';

/** Columns whose values no two rows share. */
export interface UniqueKey {
  readonly columns: readonly string[];
  /** The name of its constraint where that can be checked later than at once; else null. */
  readonly deferrable: string | null;
}

type KeyedTable = Pick<TableDetails, 'columns' | 'primary_key' | 'unique_keys' | 'indexes' | 'constraints'>;

/** The unique keys and unique indexes of a table, each once; indexes of expressions are left out. */
export function uniqueKeys(table: KeyedTable): UniqueKey[] {
  const { primary_key: primary, unique_keys: uniques } = table;
  const names = new Set(table.columns.map(({ name }) => name));
  const deferrable = new Set((table.constraints ?? []).filter(isDeferrable).map(({ name }) => name));
  const indexes = table.indexes.filter((index) => index.is_unique);
  const found = new Map<string, UniqueKey>();
  for (const { name, columns } of [...(primary === null ? [] : [primary]), ...uniques, ...indexes]) {
    if (columns.length === 0 || !columns.every((one) => names.has(one))) continue;
    const key = { columns, deferrable: name !== null && deferrable.has(name) ? name : null };
    found.set(JSON.stringify(key), key);
  }
  return [...found.values()];
}

/** Only Postgres writes constraints with their definitions; the words stand at the end. */
function isDeferrable({ definition }: { readonly definition: string }): boolean {
  return / DEFERRABLE(?: INITIALLY DEFERRED)?$/.test(definition);
}
