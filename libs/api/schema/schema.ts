import type { ColumnKind } from '../column-kind.js';

export type TableKind = 'table' | 'partitioned_table' | 'foreign_table' | 'view' | 'materialized_view';

/** `GET /api/connections/{id}/schema`: names of schemas only. */
export interface SchemaList {
  schemas: SchemaName[];
}

export interface SchemaName {
  name: string;
  table_count: number;
  /** True for the schema an unqualified name resolves to first. */
  is_default: boolean;
}

/** `GET …/schema?schema=`: the names inside one schema, sorted by name. */
export interface SchemaContents {
  schema: string;
  tables: TableName[];
  functions: FunctionName[];
}

export interface TableName {
  name: string;
  kind: TableKind;
  /** The planner's estimate, or null when there is none. */
  estimated_rows: number | null;
  /** Bytes of its rows on disk when that was last looked at, without indexes; null where the engine reports none. */
  estimated_bytes: number | null;
  comment: string | null;
}

export interface FunctionName {
  name: string;
  kind: 'function' | 'procedure' | 'aggregate' | 'window';
  /** Argument list as the engine prints it, without the brackets. */
  arguments: string;
  returns: string | null;
}

/** `GET …/schema?schema=&table=`: everything about one table. */
export interface TableDetails {
  schema: string;
  name: string;
  kind: TableKind;
  comment: string | null;
  estimated_rows: number | null;
  /** Bytes with indexes and long values kept apart, as of the last ANALYZE or VACUUM; null where unknown. */
  estimated_total_bytes: number | null;
  columns: ColumnDetails[];
  primary_key: { name: string | null; columns: string[] } | null;
  unique_keys: { name: string; columns: string[] }[];
  foreign_keys: ForeignKeyDetails[];
  /** All keys, foreign keys, checks and exclusions as the engine writes them; left out where it writes none. */
  constraints?: { name: string; definition: string }[];
  indexes: IndexDetails[];
  /** The whole CREATE of a table or view as the engine keeps it, or the query of a view; left out where none is reported. */
  definition?: string;
  /** With `script=true`: all statements that make it again; left out where they are written from the other fields. */
  script?: string;
}

export interface ColumnDetails {
  name: string;
  /** The engine's own name with its modifiers: `numeric(12,2)`, `timestamp with time zone`. */
  type: string;
  /** Its collation as SQL, with its schema unless that is always found; left out where it is that of the type. */
  collation?: string;
  kind: ColumnKind;
  nullable: boolean;
  default: string | null;
  is_generated: boolean;
  /** True where a generated value is made when it is read; left out for all others. */
  is_virtual?: true;
  identity: 'always' | 'by_default' | null;
  comment: string | null;
  /** The values of an enum in their order, also of a domain over one; left out for all other types. */
  choices?: string[];
}

export interface ForeignKeyDetails {
  name: string | null;
  columns: string[];
  references: { schema: string; table: string; columns: string[] };
}

export interface IndexDetails {
  name: string;
  /** Indexed columns or expressions in order. */
  columns: string[];
  is_unique: boolean;
  is_primary: boolean;
  is_valid: boolean;
  /** True where its columns find a row as those of a key do: unique, of every row, and never NULL; left out for all others. */
  finds_rows?: true;
  definition: string | null;
}
