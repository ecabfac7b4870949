import type { DuckDBConnection } from '@duckdb/node-api';
import type {
  ColumnDetails,
  ForeignKeyDetails,
  FunctionName,
  IndexDetails,
  SchemaContents,
  SchemaList,
  TableDetails,
  TableKind,
} from '#libs/api';
import {
  columns,
  constraints,
  definition,
  functions,
  indexes,
  relations,
  SCHEMAS,
  viewDefinition,
} from './catalog.sql.js';
import { duckdbColumnKind } from './column-kind.js';
import { enumChoices } from './enum-choices.js';
import { generatedColumns } from './generated-columns.js';
import { tableDefinition } from './table-definition.js';

interface RelationRow {
  readonly name: string;
  readonly kind: TableKind;
  readonly estimated_rows: string | null;
  readonly comment: string | null;
}
interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly is_nullable: boolean;
  readonly default: string | null;
  readonly comment: string | null;
}
interface ConstraintRow {
  readonly type: string;
  readonly name: string;
  readonly columns: string[];
  readonly referenced_table: string | null;
  readonly referenced_columns: string[];
}
interface IndexRow {
  readonly name: string;
  readonly is_unique: boolean;
  readonly is_primary: boolean;
  readonly columns: string[];
  readonly definition: string | null;
}

/** The schemas of the database with how many tables and views they hold. */
export async function listSchemas(connection: DuckDBConnection): Promise<SchemaList> {
  const found = await rows<{ name: string; table_count: string; is_default: boolean }>(connection, SCHEMAS);
  return { schemas: found.map((row) => ({ ...row, table_count: Number(row.table_count) })) };
}

/** The tables, views and macros of a schema; none for an unknown one. */
export async function listTables(connection: DuckDBConnection, schema: string): Promise<SchemaContents> {
  const tables = await rows<RelationRow>(connection, relations(schema, null));
  const macros = await rows<{ name: string; kind: string; parameters: (string | null)[]; returns: string | null }>(
    connection,
    functions(schema),
  );
  return {
    schema,
    tables: tables.map((row) => ({
      ...row,
      estimated_rows: row.estimated_rows === null ? null : Number(row.estimated_rows),
      estimated_bytes: null,
    })),
    functions: macros.map(({ name, kind, parameters, returns }): FunctionName => ({
      name,
      kind: kind === 'aggregate' ? 'aggregate' : 'function',
      arguments: parameters.join(', '),
      returns: returns ?? (kind === 'table_macro' ? 'TABLE' : null),
    })),
  };
}

/** Everything about one table or view; null when there is none of that name. */
export async function describeTable(
  connection: DuckDBConnection,
  schema: string,
  table: string,
): Promise<TableDetails | null> {
  const [relation] = await rows<RelationRow>(connection, relations(schema, table));
  if (relation === undefined) return null;
  const source = relation.kind === 'view' ? viewDefinition : definition;
  const [create] = await rows<{ sql: string | null }>(connection, source(schema, table));
  const text = create?.sql ?? '';
  const generated = generatedColumns(relation.kind === 'view' ? '' : text);
  const columnRows = await rows<ColumnRow>(connection, columns(schema, table));
  const constraintRows = await rows<ConstraintRow>(connection, constraints(schema, table));
  const indexRows = await rows<IndexRow>(connection, indexes(schema, table));
  const found = keys(schema, constraintRows);
  const kept =
    relation.kind === 'view'
      ? text
      : tableDefinition(text, { schema, name: relation.name, foreign_keys: found.foreign_keys });
  return {
    schema,
    name: relation.name,
    kind: relation.kind,
    comment: relation.comment,
    estimated_rows: relation.estimated_rows === null ? null : Number(relation.estimated_rows),
    estimated_total_bytes: null,
    columns: columnRows.map((row) => columnDetails(row, generated.has(row.name))),
    ...found,
    indexes: indexRows.map((row): IndexDetails => ({ ...row, columns: row.columns.map(plain), is_valid: true })),
    ...(kept ? { definition: kept } : {}),
  };
}

function choicesOf(type: string): Pick<ColumnDetails, 'choices'> {
  const choices = enumChoices(type);
  return choices === null ? {} : { choices };
}

function columnDetails(row: ColumnRow, isGenerated: boolean): ColumnDetails {
  return {
    name: row.name,
    type: row.type,
    kind: duckdbColumnKind(row.type),
    nullable: row.is_nullable,
    default: row.default,
    is_generated: isGenerated,
    identity: null,
    comment: row.comment,
    ...choicesOf(row.type),
  };
}

function keys(
  schema: string,
  found: readonly ConstraintRow[],
): Pick<TableDetails, 'primary_key' | 'unique_keys' | 'foreign_keys'> {
  const primary = found.find((row) => row.type === 'PRIMARY KEY');
  return {
    primary_key: primary === undefined ? null : { name: primary.name, columns: primary.columns },
    unique_keys: found.filter((row) => row.type === 'UNIQUE').map(({ name, columns }) => ({ name, columns })),
    foreign_keys: found.flatMap((row) => foreignKey(schema, row)),
  };
}

/** DuckDB's foreign keys stay within one schema. */
function foreignKey(schema: string, row: ConstraintRow): ForeignKeyDetails[] {
  if (row.type !== 'FOREIGN KEY' || row.referenced_table === null) return [];
  const references = { schema, table: row.referenced_table, columns: row.referenced_columns };
  return [{ name: row.name, columns: row.columns, references }];
}

/** An indexed expression without the brackets DuckDB prints around it, a column without quotes. */
function plain(expression: string): string {
  if (/^"(?:[^"]|"")*"$/.test(expression)) return expression.slice(1, -1).replaceAll('""', '"');
  return expression.startsWith('((') && expression.endsWith('))') ? expression.slice(1, -1) : expression;
}

async function rows<T>(connection: DuckDBConnection, sql: string): Promise<T[]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.getRowObjectsJson() as T[];
}
