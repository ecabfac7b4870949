import type { Catalog, Column, ForeignKey, Table } from './catalog.js';
import { tableKey } from './catalog-key.js';

/**
 * A catalog reduced to what the first format recorded, to compare it with a catalog of that format. Partitions and
 * extension tables are left out, unless `other` has a table of that name: it was recorded before it became one.
 */
export function firstFormat(catalog: Catalog, other: Catalog): Catalog {
  const known = new Set(other.tables.filter(isDefaultTable).map(tableKey));
  const tables = catalog.tables.filter((table) => isDefaultTable(table) || known.has(tableKey(table)));
  return { tables: tables.map(firstFormatTable) };
}

/** Whether a table is selected where no tables are named: neither a partition nor owned by an extension. */
export function isDefaultTable({ partition_of: parent, extension }: Table): boolean {
  return parent === undefined && extension === undefined;
}

/** A table with what the first format recorded: what a contract expects, and its indexes. */
export function firstFormatTable({ schema, name, primary_key, ...rest }: Table): Table {
  return {
    ...{ schema, name, primary_key },
    columns: rest.columns.map(firstFormatColumn),
    foreign_keys: rest.foreign_keys.map(firstFormatForeignKey),
    indexes: rest.indexes,
  };
}

function firstFormatColumn({ name, type, nullable, position }: Column): Column {
  return { name, type, nullable, position };
}

function firstFormatForeignKey({ columns, references }: ForeignKey): ForeignKey {
  return { columns, references };
}
