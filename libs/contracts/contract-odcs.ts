import { columnPairs, shownTable } from '../catalog/index.js';
import type { Column, ForeignKey } from '../catalog/index.js';
import type { Contract, FrozenTable } from './contract.js';
import { isPlainColumn, isPlainTable, odcsReference, stableId, tableId } from './odcs-reference.js';
import { odcsType } from './odcs-type.js';
import { yamlDocument } from './yaml-document.js';
import type { YamlObject } from './yaml-document.js';

/**
 * A contract as YAML of the Open Data Contract Standard, version 3.1.0, ending in a newline: an object for each table
 * with its exact and logical types, keys, and foreign keys as relationships. `id` is the contract's own. It names no
 * server, since the file is handed on and must not reveal where the database is.
 */
export function contractOdcs(contract: Contract, id: string): string {
  const createdAt = new Date(contract.frozen_at).toISOString();
  return yamlDocument({
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id,
    name: contract.name,
    version: createdAt,
    status: 'active',
    contractCreatedTs: createdAt,
    schema: contract.tables.map(objectOf),
    customProperties: [{ property: 'connectionId', value: contract.connection_id }],
  });
}

function objectOf(table: FrozenTable): YamlObject {
  const name = shownTable(table);
  const composite = table.foreign_keys.filter(({ columns }) => columns.length > 1);
  const hasIds = !isPlainTable(table) || !table.columns.every((column) => isPlainColumn(column.name));
  return {
    // Only where a reference cannot use the names.
    ...(hasIds ? { id: tableId(table) } : {}),
    name,
    physicalName: name,
    logicalType: 'object',
    physicalType: 'table',
    properties: table.columns.map((column) => propertyOf(column, table, hasIds)),
    relationships: composite.length === 0 ? undefined : composite.map((key) => relationshipOf(key, table)),
  };
}

function propertyOf({ name, type, nullable }: Column, table: FrozenTable, hasId: boolean): YamlObject {
  const place = table.primary_key.indexOf(name);
  const keys = table.foreign_keys.filter(({ columns }) => columns.length === 1 && columns[0] === name);
  return {
    ...(hasId ? { id: stableId(name) } : {}),
    name,
    physicalName: name,
    ...odcsType(type),
    physicalType: type,
    required: !nullable,
    ...(place < 0 ? {} : { primaryKey: true, primaryKeyPosition: place + 1 }),
    relationships:
      keys.length === 0
        ? undefined
        : keys.map(({ references }) => ({
            type: 'foreignKey',
            to: odcsReference(references, references.columns[0] ?? ''),
          })),
  };
}

function relationshipOf(key: ForeignKey, table: FrozenTable): YamlObject {
  const pairs = columnPairs(key);
  return {
    type: 'foreignKey',
    from: pairs.map(([own]) => odcsReference(table, own)),
    to: pairs.map(([, referenced]) => odcsReference(key.references, referenced)),
  };
}
