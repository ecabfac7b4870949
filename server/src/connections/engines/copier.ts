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
