import type { Column, ForeignKey, Index, Table, TableName } from './catalog.js';

/** One difference between two catalogs, complete: it can be shown, stored and applied without the catalogs. */
export type CatalogChange = ChangeFact & {
  /** The table as it is shown: `schema.table`, or the table alone in `public`. */
  readonly table: string;
  /** One line in the specification's words. */
  readonly summary: string;
};

/** What changed, without the words for it; `schema` and `name` are those of the table. */
export type ChangeFact = TableName &
  (
    | { readonly kind: 'table_added'; readonly after: Table }
    | { readonly kind: 'table_removed'; readonly before: Table }
    | { readonly kind: 'column_added'; readonly column: string; readonly after: Column }
    | { readonly kind: 'column_removed'; readonly column: string; readonly before: Column }
    | { readonly kind: 'type_changed'; readonly column: string; readonly before: string; readonly after: string }
    /** Before and after say whether the column is nullable. */
    | {
        readonly kind: 'nullability_changed';
        readonly column: string;
        readonly before: boolean;
        readonly after: boolean;
      }
    | { readonly kind: 'primary_key_changed'; readonly before: readonly string[]; readonly after: readonly string[] }
    /** `column` is there when the key has one column. */
    | { readonly kind: 'foreign_key_added'; readonly column?: string; readonly after: ForeignKey }
    | { readonly kind: 'foreign_key_removed'; readonly column?: string; readonly before: ForeignKey }
    | { readonly kind: 'index_added'; readonly after: Index }
    | { readonly kind: 'index_removed'; readonly before: Index }
  );

export type ChangeKind = ChangeFact['kind'];
