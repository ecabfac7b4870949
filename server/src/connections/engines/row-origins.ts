import type { ColumnSource, SourceTable } from '#libs/changes';

/** How often a statement reads each table, by its name, or why its rows cannot be edited, a sentence. */
export type StatementReads = ReadonlyMap<string, number> | { readonly obstacle: string };

/** Says which tables the columns of results come from. */
export interface RowOrigins {
  /**
   * The tables of the relations that a sink was given, by relation; one that is gone, or belongs to another session, is
   * left out. Throws `ConnectFailure`.
   */
  tables(relations: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, SourceTable>>;
  /**
   * Why rows of a table are not changed at all, a sentence, or null; absent where nothing but rights decides. Throws
   * `ConnectFailure`.
   */
  obstacle?(schema: string, table: string, signal: AbortSignal): Promise<string | null>;
  /**
   * How often the statement of a result reads its tables, as the engine plans it; absent where its relations
   * distinguish two readings of a table, or its parser counts them. Throws `ConnectFailure`.
   */
  reads?(sql: string, columns: readonly (ColumnSource | null)[], signal: AbortSignal): Promise<StatementReads>;
}
