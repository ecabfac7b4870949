import type { CatalogObject, Check, Column, ForeignKey, Index, Table, TableName } from './catalog.js';

/** One difference between two catalogs, complete: it can be shown, stored and applied without the catalogs. */
export type CatalogChange = ChangeFact & {
  /** The table or object as it is shown: `schema.table`, or the table alone in `public`. */
  readonly table: string;
  /** One line in the specification's words. */
  readonly summary: string;
};

/** What changed, without the words for it; `schema` and `name` are those of the table or object. */
export type ChangeFact = TableName & (TableFact | ColumnFact | KeyFact | IndexFact | CheckFact | ObjectFact);

type TableFact =
  | { readonly kind: 'table_added'; readonly after: Table }
  | { readonly kind: 'table_removed'; readonly before: Table }
  /** Dropped and created again under the same name, whatever its shape: the rows are gone. */
  | { readonly kind: 'table_recreated' }
  /** Another table has the name, as after an exchange of names; before is what that one was called, null for a new one. */
  | { readonly kind: 'table_replaced'; readonly before: TableName | null }
  /** Before and after are the partitioned table. */
  | { readonly kind: 'partition_attached'; readonly after: TableName }
  | { readonly kind: 'partition_detached'; readonly before: TableName }
  /** As in `Table`; null where row level security is off. */
  | { readonly kind: 'row_security_changed'; readonly before: string | null; readonly after: string | null }
  /** The extension that owns the table; null where none does. */
  | { readonly kind: 'extension_changed'; readonly before: string | null; readonly after: string | null };

type ColumnFact =
  | { readonly kind: 'column_added'; readonly column: string; readonly after: Column }
  | { readonly kind: 'column_removed'; readonly column: string; readonly before: Column }
  /** Dropped and added again under the same name in a table that stayed: the values are gone. */
  | { readonly kind: 'column_recreated'; readonly column: string }
  | { readonly kind: 'type_changed'; readonly column: string; readonly before: string; readonly after: string }
  /** Before and after say whether the column is nullable. */
  | {
      readonly kind: 'nullability_changed';
      readonly column: string;
      readonly before: boolean;
      readonly after: boolean;
    }
  | ExpressionFact<'default_changed'>
  | ExpressionFact<'generated_changed'>
  | ExpressionFact<'identity_changed'>
  | ExpressionFact<'collation_changed'>;

/** Null where there is no such expression. */
interface ExpressionFact<Kind extends string> {
  readonly kind: Kind;
  readonly column: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** `column` is there when the key has one column. */
type KeyFact =
  | { readonly kind: 'primary_key_changed'; readonly before: readonly string[]; readonly after: readonly string[] }
  | { readonly kind: 'foreign_key_added'; readonly column?: string; readonly after: ForeignKey }
  | { readonly kind: 'foreign_key_removed'; readonly column?: string; readonly before: ForeignKey }
  /** The same columns and target with other actions or another deferrability. */
  | {
      readonly kind: 'foreign_key_changed';
      readonly column?: string;
      readonly before: ForeignKey;
      readonly after: ForeignKey;
    };

type IndexFact =
  | { readonly kind: 'index_added'; readonly after: Index }
  | { readonly kind: 'index_removed'; readonly before: Index }
  | { readonly kind: 'index_changed'; readonly before: Index; readonly after: Index };

type CheckFact =
  | { readonly kind: 'check_added'; readonly after: Check }
  | { readonly kind: 'check_removed'; readonly before: Check }
  | { readonly kind: 'check_changed'; readonly before: Check; readonly after: Check };

type ObjectFact =
  | { readonly kind: 'object_added'; readonly after: CatalogObject }
  | { readonly kind: 'object_removed'; readonly before: CatalogObject }
  | { readonly kind: 'object_changed'; readonly before: CatalogObject; readonly after: CatalogObject };

export type ChangeKind = ChangeFact['kind'];
