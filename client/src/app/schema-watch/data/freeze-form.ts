import type { FreezeInput, ListedTable } from '#libs/api';

export type FreezeScope = 'all' | 'some';

/** What a person says of a contract: its name, and which tables it is about. */
export interface FreezeForm {
  readonly name: string;
  readonly scope: FreezeScope;
  readonly tables: readonly string[];
}

/** What the server is asked; the list of tables is left out for the whole schema. */
export function freezeInputOf({ name, scope, tables }: FreezeForm): FreezeInput & { name: string } {
  const input = { name: name.trim() };
  return scope === 'all' ? input : { ...input, tables: [...tables] };
}

/** What is wrong with the fields, by field. */
export function freezeMistakes({ name, scope, tables }: FreezeForm): Record<'name' | 'tables', string | null> {
  return {
    name: name.trim() === '' ? 'A contract needs a name.' : null,
    tables: scope === 'some' && tables.length === 0 ? 'Select at least one table, or freeze the whole schema.' : null,
  };
}

/**
 * Whether a contract with these tables may be taken for one of the whole schema: it has every table that is frozen
 * without being named, and any other one is gone. Freezing again then never widens a contract unseen, nor drops a
 * partition that was named.
 */
export function coversAll(tables: readonly string[], catalog: readonly ListedTable[]): boolean {
  const frozen = new Set(tables);
  return catalog.length > 0 && catalog.every((table) => frozen.has(table.name) === isFrozenUnnamed(table));
}

function isFrozenUnnamed({ partition_of: parent, extension }: ListedTable): boolean {
  return parent === null && extension === null;
}
