import type {
  ColumnDetails,
  FunctionName,
  IndexDetails,
  SchemaContents,
  SchemaList,
  TableDetails,
  TableKind,
  TableName,
} from '#libs/api';
import { isLockTimeout } from '../connect-failure.js';
import { kindOf } from './builtin-types.js';
import type { CatalogClient, CatalogRow } from './catalog-client.js';
import type { NamedType, TypeReference } from './column-catalog.js';
import { FUNCTIONS_SQL, SCHEMAS_SQL, TABLE_SQL, TABLES_SQL } from './introspection.sql.js';

const TABLE_KINDS: Readonly<Record<string, TableKind>> = {
  r: 'table',
  p: 'partitioned_table',
  f: 'foreign_table',
  v: 'view',
  m: 'materialized_view',
};
const FUNCTION_KINDS: Readonly<Record<string, FunctionName['kind']>> = {
  f: 'function',
  p: 'procedure',
  a: 'aggregate',
  w: 'window',
};

interface ColumnDocument extends Omit<ColumnDetails, 'kind' | 'identity' | 'choices' | 'is_virtual' | 'collation'> {
  readonly is_virtual: boolean;
  readonly collation: string | null;
  readonly typname: string;
  readonly base_name: string;
  readonly typtype: string;
  readonly is_array: boolean;
  readonly identity: string;
  readonly choices: string[] | null;
}

interface ConstraintDocument {
  readonly name: string;
  readonly contype: 'p' | 'u' | 'f' | 'c' | 'x';
  readonly definition: string;
  readonly columns: string[];
  readonly ref_schema: string;
  readonly ref_table: string;
  readonly ref_columns: string[];
}

/** What `TABLE_SQL` answers. */
interface TableDocument {
  readonly relkind: string;
  readonly comment: string | null;
  readonly definition: string | null;
  readonly estimated_rows: number | null;
  readonly estimated_total_bytes: number | null;
  readonly columns: ColumnDocument[];
  readonly constraints: ConstraintDocument[];
  readonly indexes: (Omit<IndexDetails, 'finds_rows'> & { readonly finds_rows: boolean })[];
}

/** Reads pg_catalog live: one query for a list of names, one for everything about a table, never one per table. */
export class Introspection {
  constructor(private readonly client: CatalogClient) {}

  async schemas(signal: AbortSignal): Promise<SchemaList> {
    const rows = await this.client.query(SCHEMAS_SQL, [], signal);
    return {
      schemas: rows.map(([name, count, isDefault]) => ({
        name: name ?? '',
        table_count: Number(count),
        is_default: isDefault === 't',
      })),
    };
  }

  async schemaContents(schema: string, signal: AbortSignal): Promise<SchemaContents> {
    const tables = await this.client.query(TABLES_SQL, [schema], signal);
    const functions = await this.client.query(FUNCTIONS_SQL, [schema], signal);
    return { schema, tables: tables.map(tableName), functions: functions.map(functionName) };
  }

  async table(schema: string, table: string, signal: AbortSignal): Promise<TableDetails | null> {
    const [row] = await this.client.query(TABLE_SQL, [schema, table], signal).catch((error: unknown) => {
      // The server does not say which table it waited for.
      throw isLockTimeout(error) ? Object.assign(error as Error, { schema, table }) : error;
    });
    const text = row?.[0];
    return text ? tableDetails(schema, table, JSON.parse(text) as TableDocument) : null;
  }
}

/** Names of tables by object id. */
export function tableNames(rows: readonly CatalogRow[]): Map<number, string> {
  return new Map(rows.map(([oid, name]) => [Number(oid), name ?? '']));
}

/** What pg_class calls a kind of table. */
export function tableKind(relkind: string | null | undefined): TableKind {
  return TABLE_KINDS[relkind ?? ''] ?? 'table';
}

function tableName([name, relkind, rows, bytes, comment]: CatalogRow): TableName {
  return {
    name: name ?? '',
    kind: tableKind(relkind),
    estimated_rows: numberOrNull(rows),
    estimated_bytes: numberOrNull(bytes),
    comment: comment ?? null,
  };
}

function numberOrNull(text: string | null | undefined): number | null {
  return typeof text === 'string' ? Number(text) : null;
}

/** A row of a function's name, kind, arguments and result. */
export function functionName([name, prokind, parameters, returns]: CatalogRow): FunctionName {
  return {
    name: name ?? '',
    kind: FUNCTION_KINDS[prokind ?? ''] ?? 'function',
    arguments: parameters ?? '',
    returns: returns ?? null,
  };
}

/** A type by object id, as `TYPE_NAMES_SQL` answers it. */
export function namedType([oid, typmod, name, typname, baseName, typtype, isArray]: CatalogRow): NamedType &
  TypeReference {
  const base = { typname: typname ?? '', name: baseName ?? '', typtype: typtype ?? '', isArray: isArray === 't' };
  return { oid: Number(oid), typmod: Number(typmod), name: name ?? '', kind: kindOf(base) };
}

function tableDetails(schema: string, name: string, document: TableDocument): TableDetails {
  const { constraints } = document;
  const primaryKey = constraints.find(({ contype }) => contype === 'p');
  return {
    schema,
    name,
    kind: TABLE_KINDS[document.relkind] ?? 'table',
    comment: document.comment,
    estimated_rows: document.estimated_rows,
    estimated_total_bytes: document.estimated_total_bytes,
    columns: document.columns.map(columnDetails),
    primary_key: primaryKey ? { name: primaryKey.name, columns: primaryKey.columns } : null,
    unique_keys: constraints
      .filter(({ contype }) => contype === 'u')
      .map((key) => ({ name: key.name, columns: key.columns })),
    foreign_keys: constraints.filter(({ contype }) => contype === 'f').map(foreignKey),
    constraints: constraints.map(({ name: named, definition }) => ({ name: named, definition })),
    indexes: document.indexes.map(({ finds_rows: findsRows, ...index }) =>
      findsRows ? { ...index, finds_rows: true } : index,
    ),
    ...(document.definition === null ? {} : { definition: document.definition }),
  };
}

function columnDetails(column: ColumnDocument): ColumnDetails {
  const { name, type, nullable, is_generated, comment } = column;
  const base = {
    typname: column.typname,
    name: column.base_name,
    typtype: column.typtype,
    isArray: column.is_array,
  };
  return {
    name,
    type,
    kind: kindOf(base),
    ...(column.collation === null ? {} : { collation: column.collation }),
    nullable,
    default: column.default,
    is_generated,
    ...(column.is_virtual ? { is_virtual: true } : {}),
    identity: identityOf(column),
    comment,
    ...(column.choices === null ? {} : { choices: column.choices }),
  };
}

function identityOf({ identity }: ColumnDocument): ColumnDetails['identity'] {
  if (identity === 'a') return 'always';
  return identity === 'd' ? 'by_default' : null;
}

function foreignKey(key: ConstraintDocument): TableDetails['foreign_keys'][number] {
  return {
    name: key.name,
    columns: key.columns,
    references: { schema: key.ref_schema, table: key.ref_table, columns: key.ref_columns },
  };
}
