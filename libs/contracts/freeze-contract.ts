import {
  type Table,
  canonicalForeignKeys,
  canonicalTable,
  firstFormatTable,
  isDefaultTable,
  tablesAsShown,
} from '../catalog/index.js';
import type { Contract, FreezeOptions, FrozenTable } from './contract.js';
import { resolveTables } from './resolve-tables.js';

/** A contract, or every typed name that could not be understood: then nothing is frozen. */
export type FreezeOutcome =
  | { readonly kind: 'frozen'; readonly contract: Contract }
  | { readonly kind: 'unresolved'; readonly unknown: readonly string[]; readonly ambiguous: readonly string[] };

/**
 * Freezes a catalog as a contract: the tables named, or all of them but partitions and tables of extensions. The
 * contract is a copy and references nothing of the catalog. All names that cannot be resolved are reported together.
 */
export function freezeContract(options: FreezeOptions): FreezeOutcome {
  const { tables, unknown, ambiguous } = options.tables
    ? resolveTables(options.catalog, options.tables)
    : { tables: tablesAsShown(options.catalog.tables.filter(isDefaultTable)), unknown: [], ambiguous: [] };
  if (unknown.length > 0 || ambiguous.length > 0) return { kind: 'unresolved', unknown, ambiguous };
  const { name, connectionId, frozenAt } = options;
  const contract = { name, connection_id: connectionId, frozen_at: frozenAt, tables: tables.map(frozenTable) };
  return { kind: 'frozen', contract };
}

function frozenTable(table: Table): FrozenTable {
  const { schema, name, primary_key, columns, foreign_keys } = firstFormatTable(canonicalTable(table));
  return { schema, name, primary_key, columns, foreign_keys: canonicalForeignKeys(foreign_keys) };
}
