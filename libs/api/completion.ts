import type { SqlDialect } from '../dialects/sql-dialect.js';
import type { FunctionName, TableKind } from './schema/index.js';

/**
 * `GET /api/studio/completion?connection_id=`: everything an editor completes with, compact, since a large schema has a
 * hundred thousand columns. It has a strong `ETag`, so that it is sent again only when it changed.
 */
export interface CompletionCatalog {
  dialect: SqlDialect;
  /** The schemas in which a bare name is looked for, in their order. */
  search_path: string[];
  schemas: CompletionSchema[];
  /** Names of the columns' types, each once; a column means its type by the place in this list. */
  column_types: string[];
  /** Types that a cast or a new column may have. */
  types: string[];
  /** Upper case. */
  keywords: string[];
}

export interface CompletionSchema {
  name: string;
  /** True for the schemas of the engine itself. */
  is_system: boolean;
  tables: CompletionTable[];
  functions: FunctionName[];
}

export interface CompletionTable {
  name: string;
  kind: TableKind;
  columns: string[];
  /** For each column the place of its type in `column_types`. */
  types: number[];
  /** Left out when there is none, or the engine does not report it. */
  primary_key?: string[];
  /** Left out when there is none. */
  foreign_keys?: CompletionForeignKey[];
  /** Left out where the role may see all of it, or the engine has no such rights. */
  hides?: HiddenPart;
  /** The partitioned table that it is a part of; left out for every other table. */
  partition_of?: { schema: string; table: string };
  /** Owned by an extension; left out where it is not. */
  is_extension?: true;
}

/** What the role may not see of a table: it may not use its schema, not read all its columns, or not all its rows. */
export type HiddenPart = 'schema' | 'table' | 'rows';

export interface CompletionForeignKey {
  columns: string[];
  references: { schema: string; table: string; columns: string[] };
  /** Its columns are unique; left out where they are not, or the engine does not report it. */
  is_unique?: true;
  /** Its columns may be NULL; left out where they may not, or the engine does not report it. */
  is_optional?: true;
}

/** What an item is; `condition` is a whole comparison along a foreign key. */
export type CompletionKind =
  'schema' | 'table' | 'view' | 'alias' | 'column' | 'condition' | 'function' | 'type' | 'keyword' | 'value';

export interface CompletionItem {
  label: string;
  insert_text: string;
  kind: CompletionKind;
  /** A column's type and table, a function's arguments and result, a table's schema. */
  detail: string;
}

/** Answer of `GET /api/studio/catalog-version`: the text is another one after each change of the catalog. */
export interface CatalogVersion {
  version: string;
}

/** Body of `POST /api/studio/complete`; `offset` is where the cursor stands, from 0, in UTF-16 code units. */
export interface CompletionRequest {
  connection_id: string;
  sql: string;
  offset: number;
  /** The table that the person looks at: its columns come first where no FROM says otherwise. */
  table?: { schema: string; name: string };
}

/** Items, best first, to put in place of the text from `start` to `end`. */
export interface CompletionAnswer {
  start: number;
  end: number;
  items: CompletionItem[];
  /** True when there are more than these: asking again after the next letter finds others. */
  is_incomplete: boolean;
}

/** Answer of `GET /api/studio/completion-values`: what a column can be compared with. */
export interface CompletionValues {
  /** As text, in the order of the enum or of the key. */
  items: string[];
  /** True when there are more than these. */
  is_incomplete: boolean;
}

/** A row that a foreign key can refer to. */
export interface ReferencedRow {
  /** As text. */
  key: string;
  /** What describes it; null where its table has no text beside the key, or the row has none. */
  label: string | null;
}

/** Answer of `GET /api/studio/referenced-rows`: the rows that a column with a foreign key can refer to. */
export interface ReferencedRows {
  /** The key that is referred to; null for a column without a foreign key of one column. */
  references: { schema: string; table: string; column: string } | null;
  /** In the order of the key, the one that is exactly what was searched for first. */
  items: ReferencedRow[];
  /** True when there are more than these. */
  is_incomplete: boolean;
  /** Why the rows cannot be searched, a sentence; null where they can. */
  reason: string | null;
}
