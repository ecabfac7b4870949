import type { SqlDialect } from '../sql/index.js';

/** A table as a prompt describes it. */
export interface PromptTable {
  readonly schema: string;
  readonly name: string;
  readonly kind: string;
  readonly comment: string | null;
  readonly estimatedRows: number | null;
  readonly columns: readonly PromptColumn[];
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly PromptForeignKey[];
  readonly indexes: readonly PromptIndex[];
}

export interface PromptColumn {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly comment: string | null;
  /** A few values as the database prints them; empty where none may be sent. */
  readonly samples: readonly string[];
}

export interface PromptForeignKey {
  readonly columns: readonly string[];
  readonly references: { readonly schema: string; readonly table: string; readonly columns: readonly string[] };
}

export interface PromptIndex {
  readonly name: string;
  /** Columns or expressions in order. */
  readonly columns: readonly string[];
  readonly isUnique: boolean;
}

/** What may be said of a table. */
export type PromptLevel = 'names' | 'comments' | 'samples';

/** The tables' default schema is left out of names. */
export interface SchemaWords {
  readonly level: PromptLevel;
  readonly defaultSchema: string;
  /** Whose rules quote the names. */
  readonly dialect: SqlDialect;
  /** Whether indexes are reported, which matter to plans alone. */
  readonly hasIndexes: boolean;
}
