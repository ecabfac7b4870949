/**
 * The relational catalog of one connection at one moment: what a snapshot holds. Field names are those of the wire,
 * because snapshots, diffs and contracts are stored and sent as they are. The order of `tables`, `foreign_keys` and
 * `indexes` carries no meaning.
 */
export interface Catalog {
  readonly tables: readonly Table[];
}

/** A table is known by two names, which are never joined to be told apart: both may contain dots. */
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
}

/** One column of a table. */
export interface Column {
  readonly name: string;
  /** The database's exact type name with its modifiers: `numeric(12,2)`, `geo.mood[]`. */
  readonly type: string;
  readonly nullable: boolean;
  /** Only its order among the table's columns counts; gaps left by dropped columns do not. */
  readonly position: number;
}

/** A foreign key is what it says, not what it is called: constraint names differ between environments. */
export interface ForeignKey {
  /** At least one; `columns[n]` refers to `references.columns[n]`, and the order of these pairs carries no meaning. */
  readonly columns: readonly string[];
  readonly references: TableName & { readonly columns: readonly string[] };
}

/** An index of a table. */
export interface Index {
  readonly name: string;
  /** What it indexes and how, in words that are equal for equal indexes and do not depend on the search path. */
  readonly definition: string;
}
