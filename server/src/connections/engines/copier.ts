import type { Writable } from 'node:stream';
import type { ResultColumn, StatementError } from '#libs/api';

/** How a copy ended. */
export type CopyOutcome =
  | { readonly status: 'succeeded'; readonly columns: readonly ResultColumn[]; readonly rows: number }
  | { readonly status: 'failed'; readonly error: StatementError };

/** Copies whole results faster than row by row. */
export interface Copier {
  /**
   * Writes the rows of one query into `into` and closes that: CSV without a header, in which NULL is nothing and an empty
   * text is quoted. The engine refuses every write. Aborting cancels it in the database. Throws `ConnectFailure`, and what
   * is wrong with `into`.
   */
  copy(sql: string, into: Writable, signal: AbortSignal): Promise<CopyOutcome>;
}

/** Rows on their way into a table. */
export interface CopyInRequest {
  /** A `COPY … FROM STDIN`. */
  readonly sql: string;
  /** The name of the table, as it is, and the columns that are filled. */
  readonly table: string;
  readonly columns: readonly string[];
  /** Pieces of CSV, cut anywhere. */
  readonly rows: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** How a copy into a table ended. `place` is null where the error is about no single line. */
export type CopyInOutcome =
  | { readonly status: 'succeeded'; readonly command: string | null; readonly affectedRows: number | null }
  | {
      readonly status: 'failed';
      readonly error: StatementError;
      readonly isSessionLost: boolean;
      readonly place: { readonly line: number; readonly column: string | null } | null;
    }
  | { readonly status: 'cancelled' };
