import type { TableDetails } from '#libs/api';
import type { ColumnSource, SourceTable } from '#libs/changes';

/** How often a statement reads each table, by its name, or why its rows cannot be edited, a sentence. */
export type StatementReads = ReadonlyMap<string, number> | { readonly obstacle: string };

/** A table whose rows are to be changed. */
export interface EditedTable {
  /** Null where there is no such table. */
  readonly details: TableDetails | null;
  /** Why its rows are not changed at all, a sentence, or null. */
  readonly obstacle: string | null;
}

/** What a table is looked up with. */
interface EditedConnector {
  readonly rowOrigins?: Pick<RowOrigins, 'editedTable'>;
  describeTable(schema: string, table: string, signal: AbortSignal): Promise<TableDetails | null>;
}

/** Says which tables the columns of results come from. */
export interface RowOrigins {
  /**
   * The tables of the relations that a sink was given, by relation; one that is gone, or belongs to another session, is
   * left out. Throws `ConnectFailure`.
   */
  tables(relations: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, SourceTable>>;
  /** A table as `describeTable` has it, with why its rows are not changed; absent where nothing but rights decides. Throws `ConnectFailure`. */
  editedTable?(schema: string, table: string, signal: AbortSignal): Promise<EditedTable>;
  /**
   * How often the statement of a result reads its tables, as the engine plans it; absent where its relations
   * distinguish two readings of a table, or its parser counts them. Throws `ConnectFailure`.
   */
  reads?(sql: string, columns: readonly (ColumnSource | null)[], signal: AbortSignal): Promise<StatementReads>;
}

/** A table whose rows are to be changed, of any engine. Throws `ConnectFailure`. */
export async function editedTable(
  connector: EditedConnector,
  schema: string,
  table: string,
  signal: AbortSignal,
): Promise<EditedTable> {
  const found = await connector.rowOrigins?.editedTable?.(schema, table, signal);
  return found ?? { details: await connector.describeTable(schema, table, signal), obstacle: null };
}
