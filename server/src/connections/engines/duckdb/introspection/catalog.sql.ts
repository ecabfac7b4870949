import { ownStatement } from '#libs/dialects';
import { literal } from '../open-database.js';

/** Tables and views of the database itself: not the temporary ones of a session, not the engine's own. */
const RELATIONS = ownStatement`
  SELECT schema_name, table_name AS name, 'table' AS kind, estimated_size AS estimated_rows, comment
  FROM duckdb_tables() WHERE database_name = current_database() AND NOT internal
  UNION ALL
  SELECT schema_name, view_name, 'view', NULL, comment
  FROM duckdb_views() WHERE database_name = current_database() AND NOT internal`;

export const SCHEMAS = ownStatement`
  WITH relations AS (${RELATIONS})
  SELECT schema_name AS name, count(relations.name) AS table_count, schema_name = current_schema() AS is_default
  FROM duckdb_schemas() LEFT JOIN relations USING (schema_name)
  WHERE database_name = current_database() AND (NOT internal OR schema_name = 'main')
  GROUP BY schema_name ORDER BY schema_name`;

/** Every relation of a schema, or only those of one name. */
export const relations = (schema: string, name: string | null): string => ownStatement`
  SELECT name, kind, estimated_rows, comment FROM (${RELATIONS})
  WHERE schema_name = ${literal(schema)} ${name === null ? '' : `AND name = ${literal(name)}`}
  ORDER BY name`;

export const functions = (schema: string): string => ownStatement`
  SELECT function_name AS name, function_type AS kind, parameters, return_type AS returns
  FROM duckdb_functions()
  WHERE database_name = current_database() AND NOT internal AND schema_name = ${literal(schema)}
  ORDER BY function_name, len(parameters)`;

const ofTable = (schema: string, table: string): string =>
  ownStatement`database_name = current_database() AND schema_name = ${literal(schema)} AND table_name = ${literal(table)}`;

export const columns = (schema: string, table: string): string => ownStatement`
  SELECT column_name AS name, data_type AS type, is_nullable, column_default AS "default", comment
  FROM duckdb_columns() WHERE ${ofTable(schema, table)} ORDER BY column_index`;

/** The text a table was created with: the only place that distinguishes a generated column from a default. */
export const definition = (schema: string, table: string): string => ownStatement`
  SELECT sql FROM duckdb_tables() WHERE ${ofTable(schema, table)}`;

/** The text that a view was created with. */
export const viewDefinition = (schema: string, view: string): string => ownStatement`
  SELECT sql FROM duckdb_views()
  WHERE database_name = current_database() AND schema_name = ${literal(schema)} AND view_name = ${literal(view)}`;

export const constraints = (schema: string, table: string): string => ownStatement`
  SELECT constraint_type AS type, constraint_name AS name, constraint_column_names AS columns,
    referenced_table, referenced_column_names AS referenced_columns
  FROM duckdb_constraints() WHERE ${ofTable(schema, table)} ORDER BY constraint_index`;

export const indexes = (schema: string, table: string): string => ownStatement`
  SELECT index_name AS name, is_unique, is_primary, CAST(expressions AS VARCHAR[]) AS columns, sql AS definition
  FROM duckdb_indexes() WHERE ${ofTable(schema, table)} ORDER BY index_name`;
