import { type ForeignKey, columnPairs, shownName, shownTable } from '../catalog/index.js';
import type { Contract, FrozenTable } from './contract.js';

/** A contract as the API answers it: the specification's Contract resource. */
export interface ContractDocument {
  readonly name: string;
  readonly connection_id: string;
  readonly frozen_at: string;
  /** By the table's shown name. */
  readonly tables: Readonly<Record<string, TableEntry>>;
}

/** The specification's table entry. */
export interface TableEntry {
  readonly primary_key: readonly string[];
  readonly columns: readonly { readonly name: string; readonly type: string; readonly nullable: boolean }[];
  readonly foreign_keys: readonly ForeignKeyEntry[];
}

/** The specification's foreign-key entry; a key of several columns is an entry for each of its pairs. */
export interface ForeignKeyEntry {
  readonly column: string;
  /** `<table>.<column>`, both as they are shown. */
  readonly references: string;
  /** The same number on all entries of one key of several columns, from 1; absent on a key of one column. */
  readonly composite?: number;
}

/** Writes a contract in the shape of the specification's Contract resource. */
export function contractDocument(contract: Contract): ContractDocument {
  const { name, connection_id, frozen_at, tables } = contract;
  // fromEntries defines own properties, so a table called __proto__ is a table.
  return { name, connection_id, frozen_at, tables: Object.fromEntries(tableEntries(tables)) };
}

/** The tables of a contract with their shown names, in the contract's order. */
export function tableEntries(tables: readonly FrozenTable[]): [string, TableEntry][] {
  return tables.map((table) => [
    shownTable(table),
    {
      primary_key: table.primary_key,
      columns: table.columns.map(({ name, type, nullable }) => ({ name, type, nullable })),
      foreign_keys: foreignKeyEntries(table.foreign_keys),
    },
  ]);
}

function foreignKeyEntries(keys: readonly ForeignKey[]): ForeignKeyEntry[] {
  let composites = 0;
  return keys.flatMap((key) => {
    const composite = key.columns.length > 1 ? { composite: (composites += 1) } : {};
    return columnPairs(key).map(([column, referenced]) => ({
      column,
      references: `${shownTable(key.references)}.${shownName(referenced)}`,
      ...composite,
    }));
  });
}
