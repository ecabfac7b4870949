/**
 * The relational catalog of one connection at one moment: what a snapshot holds. Field names are those of the wire,
 * because snapshots, diffs and contracts are stored and sent as they are. The order of `tables`, `objects`,
 * `foreign_keys`, `checks` and `indexes` carries no meaning.
 */
export interface Catalog {
  readonly tables: readonly Table[];
  /**
   * Views, enums and domains. Undefined in a catalog of the first format, which recorded no optional fact of tables
   * and columns either and left out partitions and extension tables.
   */
  readonly objects?: readonly CatalogObject[];
}

/** A table is identified by two names, which are never joined: both may contain dots. */
export interface TableName {
  readonly schema: string;
  readonly name: string;
}

/** One table; its name is unique within the catalog, a column's name within the table. */
export interface Table extends TableName {
  readonly columns: readonly Column[];
  /** Column names in the order of the key; empty when there is none. */
  readonly primary_key: readonly string[];
  readonly foreign_keys: readonly ForeignKey[];
  /** Without the index behind the primary key, which is reported as the key. */
  readonly indexes: readonly Index[];
  /** Absent where the table has none. */
  readonly checks?: readonly Check[];
  /** The partitioned table that this one is a partition of. */
  readonly partition_of?: TableName;
  /** The extension that owns the table. */
  readonly extension?: string;
  /** `on`, `on, forced` or `off, forced`; absent where row level security is off. */
  readonly row_security?: string;
  /** Another transaction had locked the table: its defaults, generated columns, identities, checks and indexes are unknown. */
  readonly is_locked?: true;
}

/** One column of a table. */
export interface Column {
  readonly name: string;
  /** The database's exact type name with its modifiers: `numeric(12,2)`, `geo.mood[]`. */
  readonly type: string;
  readonly nullable: boolean;
  /** Only its order among the table's columns counts; gaps left by dropped columns do not. */
  readonly position: number;
  /** The expression as the database prints it, like `generated`. */
  readonly default?: string;
  /** The expression that the column is computed from. */
  readonly generated?: string;
  readonly identity?: 'always' | 'by default';
  /** The collation where it is not that of the type: `"de-x-icu"`, `public.ci`. */
  readonly collation?: string;
}

/** A foreign key is identified by its columns, not by its name: constraint names differ between environments. */
export interface ForeignKey {
  /** At least one; `columns[n]` refers to `references.columns[n]`, and the order of these pairs carries no meaning. */
  readonly columns: readonly string[];
  readonly references: TableName & { readonly columns: readonly string[] };
  /** `CASCADE`, `SET NULL (a)`; absent for `NO ACTION`, like `on_delete`. */
  readonly on_update?: string;
  readonly on_delete?: string;
  /** Absent where the key is not deferrable. */
  readonly deferrable?: 'initially immediate' | 'initially deferred';
  /** Absent for `MATCH SIMPLE`. */
  readonly match?: 'full' | 'partial';
}

/** An index of a table. */
export interface Index {
  readonly name: string;
  /** What it indexes and how, in words that are equal for equal indexes and do not depend on the search path. */
  readonly definition: string;
}

/** A check constraint of a table or domain. */
export interface Check {
  readonly name: string;
  /** As the database prints it: `CHECK ((total > 0))`. */
  readonly definition: string;
}

/** A view, an enum or a domain; unique by kind and name. */
export type CatalogObject = TableName & ObjectShape;

/** What an object is, without its name. */
export type ObjectShape = ViewShape | EnumShape | DomainShape;

export interface ViewShape {
  readonly kind: 'view' | 'materialized view';
  /** The query as the database prints it; null where a table that it reads was locked. */
  readonly definition: string | null;
  /** `security_invoker=true`, sorted; absent where there are none. */
  readonly options?: readonly string[];
}

export interface EnumShape {
  readonly kind: 'enum';
  /** In their sort order. */
  readonly labels: readonly string[];
}

export interface DomainShape {
  readonly kind: 'domain';
  /** The type under the domain. */
  readonly type: string;
  readonly nullable: boolean;
  readonly default?: string;
  readonly checks: readonly Check[];
}
