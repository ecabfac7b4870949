import type { DuckDBConnection } from '@duckdb/node-api';
import type { SchemaObject, SchemaObjectKind } from '#libs/api';
import { ownStatement } from '#libs/dialects';
import { MOST_FOUND, type ObjectRequest } from '../../object-reader.js';
import { literal } from '../open-database.js';

/** How objects of an open database are listed. */
export interface ObjectIntrospection {
  list(connection: DuckDBConnection, request: ObjectRequest): Promise<SchemaObject[]>;
  definition(connection: DuckDBConnection, kind: SchemaObjectKind, id: string): Promise<string | null>;
}

/** For a database that holds nothing but tables. */
export const NO_OBJECTS: ObjectIntrospection = {
  list: () => Promise.resolve([]),
  definition: () => Promise.resolve(null),
};

/** Reads sequences, macros, types and indexes of a DuckDB database. */
export const DUCKDB_OBJECTS: ObjectIntrospection = { list: listObjects, definition: defineObject };

interface ObjectRow {
  readonly schema: string;
  readonly name: string;
  readonly table: string | null;
  readonly arguments: string | null;
  readonly detail: string;
  readonly comment: string | null;
  readonly members: string[] | null;
  readonly definition: string | null;
}

const QUOTED = (name: string): string => ownStatement`concat('"', replace(${name}, '"', '""'), '"')`;
const FULL_NAME = ownStatement`concat(${QUOTED('schema_name')}, '.', ${QUOTED('type_name')})`;

/** The engine's own text of a sequence leaves out quotes. Each lists everything of the database, with its definition; an index of a key has none and is left out. */
const OBJECTS: Partial<Record<SchemaObjectKind, string>> = {
  sequence: ownStatement`
    SELECT schema_name AS schema, sequence_name AS name, NULL AS "table", NULL AS arguments,
      concat('starts at ', start_value, ', steps of ', increment_by) AS detail, comment, NULL AS members,
      concat('CREATE SEQUENCE ', ${QUOTED('schema_name')}, '.', ${QUOTED('sequence_name')}, ' INCREMENT BY ', increment_by,
        ' MINVALUE ', min_value, ' MAXVALUE ', max_value, ' START ', start_value,
        CASE WHEN cycle THEN ' CYCLE;' ELSE ' NO CYCLE;' END) AS definition
    FROM duckdb_sequences() WHERE database_name = current_database() AND NOT temporary`,
  function: ownStatement`
    SELECT schema_name AS schema, function_name AS name, NULL AS "table", array_to_string(parameters, ', ') AS arguments,
      CASE function_type WHEN 'table_macro' THEN 'table macro' ELSE 'macro' END AS detail, comment, NULL AS members,
      concat('CREATE MACRO ', ${QUOTED('schema_name')}, '.', ${QUOTED('function_name')}, '(',
        array_to_string(parameters, ', '), ') AS ',
        CASE function_type WHEN 'table_macro' THEN 'TABLE ' ELSE '' END, macro_definition, ';') AS definition
    FROM duckdb_functions() WHERE database_name = current_database() AND NOT internal`,
  type: ownStatement`
    SELECT schema_name AS schema, type_name AS name, NULL AS "table", NULL AS arguments,
      lower(logical_type) AS detail, comment, CAST(labels AS VARCHAR[]) AS members,
      CASE WHEN labels IS NULL THEN concat('-- The engine keeps no definition of ', ${FULL_NAME}, '.')
        ELSE concat('CREATE TYPE ', ${FULL_NAME}, ' AS ENUM (',
          array_to_string(list_transform(labels, lambda x: concat('''', replace(x, '''', ''''''), '''')), ', '), ');')
        END AS definition
    FROM duckdb_types() WHERE database_name = current_database() AND NOT internal`,
  index: ownStatement`
    SELECT schema_name AS schema, index_name AS name, table_name AS "table", NULL AS arguments,
      CASE WHEN is_unique THEN 'unique' ELSE 'index' END AS detail, comment, NULL AS members, sql AS definition
    FROM duckdb_indexes() WHERE database_name = current_database() AND sql IS NOT NULL`,
};

async function listObjects(connection: DuckDBConnection, request: ObjectRequest): Promise<SchemaObject[]> {
  const kinds = request.kind === null ? (Object.keys(OBJECTS) as SchemaObjectKind[]) : [request.kind];
  const found: SchemaObject[] = [];
  for (const kind of kinds) {
    const rows = await rowsOf(
      connection,
      kind,
      conditionOf(request),
      request.words === null ? '' : `LIMIT ${MOST_FOUND}`,
    );
    found.push(...rows.map(({ definition: _, members, ...row }) => objectOf(kind, { ...row, members: members ?? [] })));
  }
  return found;
}

function objectOf(kind: SchemaObjectKind, row: Omit<SchemaObject, 'kind' | 'id'>): SchemaObject {
  return { kind, id: JSON.stringify([row.schema, row.name, row.arguments]), ...row };
}

function conditionOf({ schema, words }: ObjectRequest): string {
  const parts = [
    ...(schema === null ? [] : [`schema = ${literal(schema)}`]),
    ...(words === null ? [] : [ownStatement`contains(lower(name), lower(${literal(words)}))`]),
  ];
  return parts.length === 0 ? 'true' : parts.join(' AND ');
}

async function defineObject(connection: DuckDBConnection, kind: SchemaObjectKind, id: string): Promise<string | null> {
  const [schema, name, args] = idParts(id);
  if (typeof schema !== 'string' || typeof name !== 'string') return null;
  const overload = typeof args === 'string' ? ` AND arguments = ${literal(args)}` : '';
  const where = `schema = ${literal(schema)} AND name = ${literal(name)}${overload}`;
  const [row] = await rowsOf(connection, kind, where, 'LIMIT 1');
  return row?.definition ?? null;
}

function idParts(id: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(id);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

async function rowsOf(
  connection: DuckDBConnection,
  kind: SchemaObjectKind,
  where: string,
  limit: string,
): Promise<ObjectRow[]> {
  const objects = OBJECTS[kind];
  if (objects === undefined) return [];
  const sql = `SELECT * FROM (${objects}) WHERE ${where} ORDER BY name, schema, arguments ${limit}`;
  const reader = await connection.runAndReadAll(sql);
  return reader.getRowObjectsJson() as unknown as ObjectRow[];
}
