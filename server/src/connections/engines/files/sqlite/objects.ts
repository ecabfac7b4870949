import type { SchemaObject, SchemaObjectKind } from '#libs/api';
import { MOST_FOUND, type ObjectRequest } from '../../object-reader.js';
import { defineObjectSql, OBJECT_KINDS, objectsSql } from './catalog.sql.js';
import type { ReadRows } from './introspection.js';

/** The triggers and indexes of the file; those that a key makes have no definition and are left out. */
export async function listObjects(read: ReadRows, request: ObjectRequest): Promise<SchemaObject[]> {
  if (request.schema !== null && request.schema !== 'main') return [];
  const kinds = request.kind === null ? OBJECT_KINDS : OBJECT_KINDS.filter((kind) => kind === request.kind);
  const found: SchemaObject[] = [];
  for (const kind of kinds) {
    const rows = await read(objectsSql(kind, request.words, MOST_FOUND));
    found.push(...rows.map(([name, table = null, sql]) => objectOf(kind, name ?? '', table, sql ?? '')));
  }
  return found;
}

/** The statement that created an object; null where there is none. */
export async function defineObject(read: ReadRows, kind: SchemaObjectKind, id: string): Promise<string | null> {
  const [row] = OBJECT_KINDS.includes(kind) ? await read(defineObjectSql(kind, id)) : [];
  return row?.[0] ? `${row[0]};` : null;
}

function objectOf(kind: SchemaObjectKind, name: string, table: string | null, sql: string): SchemaObject {
  const detail = kind === 'index' && /^\s*create\s+unique\b/i.test(sql) ? 'unique' : kind;
  return { kind, id: name, name, schema: 'main', table, arguments: null, detail, comment: null, members: [] };
}
