import { diffCatalogs } from '../catalog/index.js';
import type { CatalogChange, Table } from '../catalog/index.js';
import type { FrozenTable } from './contract.js';

/**
 * What would be expected otherwise when a contract takes the place of another one: tables that it would cover or no
 * longer cover, and what is different in those that both cover. Empty where both expect the same.
 */
export function refreezeChanges(before: readonly FrozenTable[], after: readonly FrozenTable[]): CatalogChange[] {
  return diffCatalogs({ tables: before.map(withoutIndexes) }, { tables: after.map(withoutIndexes) });
}

function withoutIndexes(table: FrozenTable): Table {
  return { ...table, indexes: [] };
}
