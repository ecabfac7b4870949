import type { ResultRow } from '#libs/api';
import type { CheckedFile } from './opened-file.js';

/** A result column; `type` is the declared type, or the storage class of the first row's value. */
export interface SqliteColumn {
  readonly name: string;
  readonly type: string | null;
  readonly table: string | null;
  readonly source: SqliteSource | null;
}

/** The column of a table that a result column shows, as SQLite says. */
export interface SqliteSource {
  readonly database: string;
  readonly table: string;
  readonly column: string;
  /** The views and WITH queries through which the statement reads the table. */
  readonly through: readonly string[];
}

/** A statement as SQLite would run it. */
export interface SqliteDescription {
  readonly columns: readonly SqliteColumn[];
  /** The lines of its query plan. */
  readonly plan: readonly string[];
  /** The tables of the file that it opens, each once. */
  readonly opened: readonly string[];
}

/** Values by their places, `1` for `$1`. */
export type BoundValues = Readonly<Record<string, string | number | bigint | Uint8Array | null>>;

/** A file to open, which the workbench has checked: a confined process cannot see what it is compared with. */
export interface OpenRequest {
  readonly kind: 'open';
  readonly file: CheckedFile;
  readonly isReadOnly: boolean;
  /** Whether the side files can be written; where not, a file in WAL mode is not opened. */
  readonly canWriteLog: boolean;
  readonly busyTimeoutMs: number;
}

/** Statements that run one after another: `text` is a place in `texts`. */
export interface BatchRequest {
  readonly kind: 'batch';
  readonly texts: readonly string[];
  readonly runs: readonly { readonly text: number; readonly values: BoundValues }[];
  /** After so long, or so many characters of rows, the others are left. */
  readonly slice: { readonly ms: number; readonly characters: number };
}

/** What SQLite refused; `code` is its extended result code, null for an error of the program itself. */
export interface SqliteFailure {
  readonly kind: 'failed';
  readonly code: number | null;
  readonly message: string;
}

/**
 * What the workbench asks of the SQLite program. `more` allows one batch of rows, `stop` ends the statement, `describe`
 * compiles a statement without running it, `check` compiles texts in an empty database.
 */
export type SqliteRequest =
  | OpenRequest
  | { readonly kind: 'run'; readonly sql: string; readonly values: BoundValues }
  | BatchRequest
  | { readonly kind: 'transaction' }
  | { readonly kind: 'describe'; readonly sql: string }
  | { readonly kind: 'check'; readonly texts: readonly string[] }
  | { readonly kind: 'more' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'close' };

/** What the SQLite program answers. A run ends with exactly one of `done`, `failed`, `stopped`, a batch with `ran`. */
export type SqliteAnswer =
  | { readonly kind: 'opened'; readonly version: string }
  /** The file is in WAL mode and was not opened. */
  | { readonly kind: 'needs-log' }
  /** The statement that runs now may stay in the file: its own work, or that of the transaction that it ends. */
  | { readonly kind: 'keeping'; readonly hasTransaction: boolean }
  | { readonly kind: 'columns'; readonly columns: SqliteColumn[] }
  | { readonly kind: 'rows'; readonly rows: ResultRow[] }
  | { readonly kind: 'done'; readonly changes: number | null; readonly isEmpty: boolean }
  | { readonly kind: 'stopped' }
  | SqliteFailure
  | { readonly kind: 'ran'; readonly rows: ResultRow[][]; readonly failed: SqliteFailure | null }
  | { readonly kind: 'transaction'; readonly isOpen: boolean }
  | { readonly kind: 'described'; readonly description: SqliteDescription }
  | { readonly kind: 'checked'; readonly messages: (string | null)[] }
  | { readonly kind: 'closed' };
