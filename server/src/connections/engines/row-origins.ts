import type { SourceTable } from '#libs/changes';

/** Says which tables the columns of results come from. */
export interface RowOrigins {
  /**
   * The tables of the relations that a sink was given, by relation; one that is gone, or belongs to another session, is
   * left out. Throws `ConnectFailure`.
   */
  tables(relations: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, SourceTable>>;
}
