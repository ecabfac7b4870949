import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableKind } from '#libs/api';
import { ownStatement } from '#libs/dialects';
import { CompletionBuilder } from '../../completion-builder.js';
import type { CompletionReading } from '../../completion-builder.js';

/** Where the engine's own functions are listed; it can be left out in SQL. */
const ENGINE = 'system';
const OWN = ownStatement`database_name = current_database() AND NOT internal`;

const FINGERPRINT = ownStatement`
  SELECT concat_ws(' ', current_schema(),
    (SELECT concat(count(*), '/', sum(hash(schema_name, table_name, column_name, data_type, column_index, comment)))
     FROM duckdb_columns() WHERE ${OWN}),
    (SELECT concat(count(*), '/', sum(hash(schema_name, table_name, comment))) FROM duckdb_tables() WHERE ${OWN}),
    (SELECT concat(count(*), '/', sum(hash(schema_name, table_name, index_name, sql)))
     FROM duckdb_indexes() WHERE database_name = current_database()),
    (SELECT concat(count(*), '/', sum(hash(schema_name, table_name, constraint_text)))
     FROM duckdb_constraints() WHERE database_name = current_database()),
    (SELECT concat(count(*), '/', sum(hash(schema_name, function_name, parameters)))
     FROM duckdb_functions() WHERE NOT internal),
    (SELECT concat(count(*), '/', sum(hash(type_name))) FROM duckdb_types() WHERE NOT internal)) AS fingerprint`;

const TABLES = ownStatement`
  SELECT schema_name, table_name, list(column_name ORDER BY column_index) AS columns,
    list(data_type ORDER BY column_index) AS types,
    CASE WHEN max(view_name) IS NULL THEN 'table' ELSE 'view' END AS kind
  FROM duckdb_columns()
    LEFT JOIN (SELECT schema_name AS view_schema, view_name FROM duckdb_views() WHERE ${OWN})
      ON view_schema = schema_name AND view_name = table_name
  WHERE ${OWN} GROUP BY schema_name, table_name ORDER BY schema_name, table_name`;

const PRIMARY_KEYS = ownStatement`
  SELECT schema_name, table_name, constraint_column_names AS columns FROM duckdb_constraints()
  WHERE database_name = current_database() AND constraint_type = 'PRIMARY KEY'`;

const FOREIGN_KEYS = ownStatement`
  SELECT schema_name, table_name, constraint_column_names AS columns, referenced_table, referenced_column_names AS referenced
  FROM duckdb_constraints()
  WHERE database_name = current_database() AND constraint_type = 'FOREIGN KEY' ORDER BY schema_name, table_name`;

/** Operators are functions to the engine, and names that begin with two underscores are its own affair. */
const FUNCTIONS = ownStatement`
  SELECT DISTINCT CASE WHEN internal THEN '${ENGINE}' ELSE schema_name END AS schema_name, function_name AS name,
    function_type AS kind, COALESCE(return_type, '') AS returns,
    list_transform(list_zip(parameters, parameter_types),
      lambda p: concat_ws(' ', array_extract(p, 1), array_extract(p, 2))) AS signature
  FROM duckdb_functions()
  WHERE function_type IN ('scalar', 'aggregate', 'macro', 'table', 'table_macro')
    AND regexp_matches(function_name, '^[a-z][a-z0-9_]*$')
  ORDER BY 1, 2, len(signature), signature::VARCHAR, 4`;

const TYPES = ownStatement`
  SELECT DISTINCT CASE WHEN internal THEN upper(type_name) ELSE type_name END AS name
  FROM duckdb_types() WHERE regexp_matches(type_name, '^[A-Za-z]') ORDER BY 1`;

const KEYWORDS = ownStatement`SELECT upper(keyword_name) AS name FROM duckdb_keywords() ORDER BY 1`;

interface TableRow {
  readonly schema_name: string;
  readonly table_name: string;
  readonly columns: string[];
  readonly types: string[];
  readonly kind: TableKind;
}
type KeyRow = Pick<TableRow, 'schema_name' | 'table_name' | 'columns'>;
interface ForeignKeyRow extends KeyRow {
  readonly referenced_table: string;
  readonly referenced: string[];
}
interface FunctionRow {
  readonly schema_name: string;
  readonly name: string;
  readonly kind: string;
  readonly returns: string;
  readonly signature: string[] | null;
}

/** Reads a text that changes with the catalog. */
export async function readVersion(connection: DuckDBConnection): Promise<string> {
  const [first] = await rows<{ fingerprint: string }>(connection, FINGERPRINT);
  return first?.fingerprint ?? '';
}

/** Reads everything that can be completed; null while the catalog is as it was at `known`. */
export async function readCompletion(
  connection: DuckDBConnection,
  known: string | null,
): Promise<CompletionReading | null> {
  const fingerprint = await readVersion(connection);
  if (fingerprint === known) return null;
  const builder = new CompletionBuilder((name) => name === ENGINE);
  const primaryKeys = new Map(
    (await rows<KeyRow>(connection, PRIMARY_KEYS)).map((row) => [`${row.schema_name}\0${row.table_name}`, row.columns]),
  );
  for (const row of await rows<TableRow>(connection, TABLES)) {
    const primaryKey = primaryKeys.get(`${row.schema_name}\0${row.table_name}`) ?? [];
    builder.table({ ...row, schema: row.schema_name, name: row.table_name, primaryKey });
  }
  for (const row of await rows<ForeignKeyRow>(connection, FOREIGN_KEYS)) addForeignKey(builder, row);
  for (const row of await rows<FunctionRow>(connection, FUNCTIONS)) addFunction(builder, row);
  const search_path = await names(connection, ownStatement`SELECT current_schema() AS name`);
  const types = await names(connection, TYPES);
  const keywords = await names(connection, KEYWORDS);
  return { fingerprint, catalog: builder.catalog({ dialect: 'duckdb', search_path, types, keywords }) };
}

/** DuckDB's foreign keys stay within one schema. */
function addForeignKey(builder: CompletionBuilder, row: ForeignKeyRow): void {
  const references = { schema: row.schema_name, table: row.referenced_table, columns: row.referenced };
  builder.foreignKey(row.schema_name, row.table_name, { columns: row.columns, references });
}

function addFunction(builder: CompletionBuilder, { schema_name: schema, name, kind, returns, signature }: FunctionRow) {
  builder.function(schema, {
    name,
    kind: kind === 'aggregate' ? 'aggregate' : 'function',
    arguments: (signature ?? []).join(', '),
    returns: returns === '' ? null : returns,
  });
}

async function names(connection: DuckDBConnection, sql: string): Promise<string[]> {
  return (await rows<{ name: string }>(connection, sql)).map(({ name }) => name);
}

async function rows<T>(connection: DuckDBConnection, sql: string): Promise<T[]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.getRowObjectsJson() as T[];
}
