import type { ForeignKeyDetails } from '../api/index.js';
import { tableKey } from './change-items.js';
import type { RowEffect } from './effect.js';

/** A table as far as it refers to others. */
export interface ReferringTable {
  readonly schema: string;
  readonly name: string;
  readonly foreign_keys: readonly Pick<ForeignKeyDetails, 'columns' | 'references'>[];
}

/** A table whose written rows may refer to written rows of another one, both as `schema.table`. */
export interface EntangledTables {
  readonly child: string;
  readonly parent: string;
}

/**
 * The pairs of tables where a change set leaves rows on both sides of a reference: taking it back removes the reference
 * and the row that it refers to, in one transaction.
 */
export function entangledReferences(
  effects: readonly RowEffect[],
  tables: readonly ReferringTable[],
): EntangledTables[] {
  const counts = new Map<string, number>();
  for (const effect of effects)
    if (effect.after !== null) counts.set(tableKey(effect), (counts.get(tableKey(effect)) ?? 0) + 1);
  const found = new Map<string, EntangledTables>();
  for (const { schema, name, foreign_keys: references } of tables) {
    const child = tableKey({ schema, table: name });
    for (const { references: target } of references) {
      const parent = tableKey(target);
      const least = child === parent ? 2 : 1;
      if ((counts.get(child) ?? 0) < least || !counts.has(parent)) continue;
      const pair = { child: `${schema}.${name}`, parent: `${target.schema}.${target.table}` };
      found.set(`${child} ${parent}`, pair);
    }
  }
  return [...found.values()];
}
