import type { ResultColumn, ResultRow } from '#libs/api';
import type { SqlDialect } from '#libs/sql';

/** A result that is ready to be written. */
export interface OpenedSource {
  readonly columns: readonly ResultColumn[];
  readonly dialect: SqlDialect;
  readonly connectionId: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** False when the statement was stopped before its last row. */
  readonly isWhole: boolean;
  /** Null while it is not known. */
  readonly rowCount: number | null;
  /** A file with a JSON array in each line that holds the very same rows; null where there is none. */
  readonly linesFile: string | null;
  /** Every row in order, some at a time. Throws where the rows end before their time. */
  batches(): AsyncIterable<readonly ResultRow[]>;
  /** Ends what is still going on. Never rejects. */
  close(): Promise<void>;
}

/** Where the rows of a file come from. */
export interface ExportSource {
  /** Null for a query that runs into the file. */
  readonly kept: { readonly runId: string; readonly statement: number } | null;
  readonly connectionId: string;
  readonly connectionName: string;
  /** Throws the `Problem` that keeps the result from being written. */
  open(signal: AbortSignal): Promise<OpenedSource>;
}
