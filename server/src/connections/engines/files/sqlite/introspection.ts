import type { ForeignKeyDetails, IndexDetails, SchemaContents, SchemaList, TableDetails, TableKind } from '#libs/api';
import { columns, definition, foreignKeys, indexes, TABLES } from './catalog.sql.js';
import { sqliteColumnKind } from './column-kind.js';

/** Runs a query and gives its rows as text. */
export interface ReadRows {
  (sql: string): Promise<(string | null)[][]>;
  /** The rows of several queries, read in one exchange with the engine. */
  all(queries: readonly string[]): Promise<(string | null)[][][]>;
}

const MAIN = 'main';
const EXPRESSION = '(expression)';

/** A SQLite file has the one schema `main`. */
export async function listSchemas(read: ReadRows): Promise<SchemaList> {
  return { schemas: [{ name: MAIN, table_count: (await read(TABLES)).length, is_default: true }] };
}

/** The tables and views of the file; none for another schema than `main`. */
export async function listTables(read: ReadRows, schema: string): Promise<SchemaContents> {
  const found = schema === MAIN ? await read(TABLES) : [];
  const tables = found
    .map(([name, type]) => ({
      name: name ?? '',
      kind: kindOf(type),
      estimated_rows: null,
      estimated_bytes: null,
      comment: null,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return { schema, tables, functions: [] };
}

/** Everything about one table or view; null when there is none of exactly that name. */
export async function describeTable(read: ReadRows, schema: string, table: string): Promise<TableDetails | null> {
  if (schema !== MAIN) return null;
  const queries = [TABLES, columns(table), indexes(table), foreignKeys(table), definition(table)];
  const [tables = [], columnRows = [], indexed = [], references = [], [created] = []] = await read.all(queries);
  const found = tables.find(([name]) => name === table);
  if (found === undefined) return null;
  const primaryKey = keyColumns(columnRows);
  const indexRows = groups(indexed);
  const uniques = [...indexRows].filter(([, rows]) => rows[0]?.[2] === 'u');
  return {
    schema,
    name: table,
    kind: kindOf(found[1]),
    comment: null,
    estimated_rows: null,
    estimated_total_bytes: null,
    columns: columnRows.map((row) => columnDetails(row, primaryKey)),
    primary_key: primaryKey.length === 0 ? null : { name: null, columns: primaryKey },
    unique_keys: uniques.map(([name, rows]) => ({ name, columns: rows.map(([, , , column]) => column ?? EXPRESSION) })),
    foreign_keys: await foreignKeyDetails(read, references),
    indexes: [...indexRows].map(([name, rows]) => indexDetails(name, rows)),
    ...(created?.[0] ? { definition: created[0] } : {}),
  };
}

type Row = (string | null)[];

function kindOf(type: string | null | undefined): TableKind {
  return type === 'view' ? 'view' : 'table';
}

function keyColumns(columnRows: readonly Row[]): string[] {
  const keys = columnRows.filter(([, , , , pk]) => pk !== '0');
  return keys.sort((a, b) => Number(a[4]) - Number(b[4])).map(([name]) => name ?? '');
}

/** The only column of a key that is declared INTEGER is the row's number: never NULL, and given where it is left out. */
function columnDetails(
  [name, type, notNull, defaultText, , hidden]: Row,
  primaryKey: string[],
): TableDetails['columns'][number] {
  const isRowId = primaryKey.length === 1 && primaryKey[0] === name && type?.toUpperCase() === 'INTEGER';
  return {
    name: name ?? '',
    type: type === null || type === undefined || type === '' ? 'ANY' : type,
    kind: sqliteColumnKind(type ?? ''),
    nullable: notNull === '0' && !isRowId,
    default: defaultText ?? null,
    is_generated: hidden === '2' || hidden === '3',
    identity: isRowId ? 'by_default' : null,
    comment: null,
  };
}

/** A foreign key that names no columns of the other table means that table's primary key. */
async function foreignKeyDetails(read: ReadRows, references: readonly Row[]): Promise<ForeignKeyDetails[]> {
  const details: ForeignKeyDetails[] = [];
  for (const rows of groups(references).values()) {
    const parent = rows[0]?.[1] ?? '';
    const named = rows.flatMap(([, , , to]) => (to === null || to === undefined ? [] : [to]));
    const target = named.length > 0 ? named : keyColumns(await read(columns(parent)));
    const referenced = { schema: MAIN, table: parent, columns: target };
    details.push({ name: null, columns: rows.map(([, , from]) => from ?? ''), references: referenced });
  }
  return details;
}

function indexDetails(name: string, rows: readonly Row[]): IndexDetails {
  const [first] = rows;
  return {
    name,
    columns: rows.map(([, , , column]) => column ?? EXPRESSION),
    is_unique: first?.[1] === '1',
    is_primary: first?.[2] === 'pk',
    is_valid: true,
    definition: first?.[4] ?? null,
  };
}

/** Rows by their first cell, in order. */
function groups(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) found.set(row[0] ?? '', [...(found.get(row[0] ?? '') ?? []), row]);
  return found;
}
