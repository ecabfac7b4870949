import type { Catalog, Table, TableName } from './catalog.js';
import { tableKey } from './catalog-key.js';
import { isDefaultTable } from './first-format.js';

/**
 * Both catalogs without the tables that are not watched. A table is watched where it is `named`, or where at least one
 * of the catalogs has it as an ordinary table: a table that is attached or detached stays in view, a partition that
 * comes and goes with the data does not.
 */
export function selectTables(
  before: Catalog,
  after: Catalog,
  named: readonly TableName[],
): readonly [Catalog, Catalog] {
  const watched = new Set(named.map(tableKey));
  for (const table of [...before.tables, ...after.tables]) if (isDefaultTable(table)) watched.add(tableKey(table));
  const isWatched = (table: Table): boolean => watched.has(tableKey(table));
  return [
    { ...before, tables: before.tables.filter(isWatched) },
    { ...after, tables: after.tables.filter(isWatched) },
  ];
}
