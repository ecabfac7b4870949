import { columnPairs, shownName, shownTable } from '../catalog/index.js';
import type { Column, ForeignKey } from '../catalog/index.js';
import type { Contract, FrozenTable } from './contract.js';
import { odcsType } from './odcs-type.js';
import { yamlDocument } from './yaml-document.js';
import type { YamlObject } from './yaml-document.js';

/**
 * A contract as YAML of the Open Data Contract Standard, version 3.1.0, ending in a newline: an object for each table
 * with its exact and logical types, keys, and foreign keys as relationships. `id` is the contract's own. It names no
 * server, since a file that is handed on should not tell where the database is.
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
  return {
    name,
    physicalName: name,
    logicalType: 'object',
    physicalType: 'table',
    properties: table.columns.map((column) => propertyOf(column, table)),
    relationships: composite.length === 0 ? undefined : composite.map((key) => relationshipOf(key, name)),
  };
}

function propertyOf({ name, type, nullable }: Column, table: FrozenTable): YamlObject {
  const place = table.primary_key.indexOf(name);
  const keys = table.foreign_keys.filter(({ columns }) => columns.length === 1 && columns[0] === name);
  return {
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
            to: elementOf(shownTable(references), references.columns[0] ?? ''),
          })),
  };
}

function relationshipOf(key: ForeignKey, name: string): YamlObject {
  const pairs = columnPairs(key);
  const target = shownTable(key.references);
  return {
    type: 'foreignKey',
    from: pairs.map(([own]) => elementOf(name, own)),
    to: pairs.map(([, referenced]) => elementOf(target, referenced)),
  };
}

function elementOf(table: string, column: string): string {
  return `${table}.${shownName(column)}`;
}
