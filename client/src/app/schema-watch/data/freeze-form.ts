import type { FreezeInput } from '#libs/api';

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
 * Whether a contract with these tables may be taken for one of the whole schema, which has `tableCount` tables;
 * where that is unknown it may not, so that freezing again never widens a contract unseen.
 */
export function coversAll(tables: readonly string[], tableCount: number | null): boolean {
  return tableCount !== null && tables.length >= tableCount;
}
