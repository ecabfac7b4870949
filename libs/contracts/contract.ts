import type { Catalog, Column, ForeignKey, TableName } from '../catalog/index.js';

/** What a consumer relies on: the schema of some tables, frozen at one moment. This is what is stored. */
export interface Contract {
  readonly name: string;
  readonly connection_id: string;
  /** ISO 8601 with offset. */
  readonly frozen_at: string;
  /** Sorted as they are shown. */
  readonly tables: readonly FrozenTable[];
}

/** What a contract expects of one table. Indexes are no promise to a consumer and are not frozen. */
export interface FrozenTable extends TableName {
  /** Column names in the order of the key; empty when there is none. */
  readonly primary_key: readonly string[];
  readonly columns: readonly Column[];
  readonly foreign_keys: readonly ForeignKey[];
}

/** What to freeze, and under which name; ids and time come from the caller. */
export interface FreezeOptions {
  readonly name: string;
  readonly connectionId: string;
  /** ISO 8601 with offset. */
  readonly frozenAt: string;
  readonly catalog: Catalog;
  /** Names as a person typed them; all tables of the catalog when left out. */
  readonly tables?: readonly string[];
}
