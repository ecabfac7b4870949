import type { SchemaContents, SchemaList, SchemaObject, TableDetails } from '#libs/api';
import { groupId, groupOf, schemaId, tableId } from './schema-tree';
import type { SchemaTree } from './schema-tree';
import type { SchemaApi } from './schema-api';

/** A part that was read. */
interface Ready<T> {
  readonly state: 'ready';
  readonly value: T;
}

/** The parts of a tree that are on screen, read again. */
export interface OpenSchemaParts {
  readonly schemas: Ready<SchemaList>;
  readonly contents: ReadonlyMap<string, Ready<SchemaContents>>;
  readonly details: ReadonlyMap<string, Ready<TableDetails>>;
  readonly objects: ReadonlyMap<string, Ready<readonly SchemaObject[]>>;
}

/** Reads the open schemas, tables and groups of a tree; while it is filtered, all schemas that it holds. Rejects as they do. */
export async function readOpenParts(api: SchemaApi, connectionId: string, tree: SchemaTree): Promise<OpenSchemaParts> {
  const schemas = await api.schemas(connectionId);
  const isFiltered = tree.filter.trim() !== '';
  const isOpen = (id: string): boolean => tree.expanded.has(id) || (isFiltered && tree.contents.has(id));
  const names = schemas.schemas.map(({ name }) => name).filter((name) => isOpen(schemaId(name)));
  const contents = await Promise.all(names.map((name) => api.schemaContents(connectionId, name)));
  const tables = contents.flatMap(({ schema, tables: found }) => found.map(({ name }) => [schema, name] as const));
  const openTables = tables.filter(([schema, name]) => tree.expanded.has(tableId(schema, name)));
  const details = await Promise.all(openTables.map(([schema, name]) => api.tableDetails(connectionId, schema, name)));
  const groups = [...tree.objects.keys()].flatMap((id) => groupOf(id) ?? []);
  const openGroups = groups.filter((group) => tree.expanded.has(groupId(group)));
  const objects = await Promise.all(openGroups.map((group) => api.objects(connectionId, group)));
  return {
    schemas: ready(schemas),
    contents: new Map(contents.map((one) => [schemaId(one.schema), ready(one)])),
    details: new Map(details.map((one) => [tableId(one.schema, one.name), ready(one)])),
    objects: new Map(openGroups.map((group, index) => [groupId(group), ready(objects[index] ?? [])])),
  };
}

function ready<T>(value: T): Ready<T> {
  return { state: 'ready', value };
}
