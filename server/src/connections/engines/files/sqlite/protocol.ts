import type { ResultRow } from '#libs/api';

/** A result column as SQLite tells it; `type` is the declared type, or the storage class of the first row's value. */
export interface SqliteColumn {
  readonly name: string;
  readonly type: string | null;
  readonly table: string | null;
}

/** Values by their places, `1` for `$1`. */
export type BoundValues = Readonly<Record<string, string | number | bigint | Uint8Array | null>>;

/** What the workbench asks of the SQLite program. `more` allows one batch of rows, `stop` ends the statement. */
export type SqliteRequest =
  | { readonly kind: 'open'; readonly path: string; readonly isReadOnly: boolean; readonly busyTimeoutMs: number }
  | { readonly kind: 'run'; readonly sql: string; readonly values: BoundValues }
  | { readonly kind: 'transaction' }
  | { readonly kind: 'more' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'close' };

/** What the SQLite program answers. A run ends with exactly one of `done`, `failed`, `stopped`. */
export type SqliteAnswer =
  | { readonly kind: 'opened'; readonly version: string }
  | { readonly kind: 'columns'; readonly columns: SqliteColumn[] }
  | { readonly kind: 'rows'; readonly rows: ResultRow[] }
  | { readonly kind: 'done'; readonly changes: number | null }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly code: string | null; readonly message: string }
  | { readonly kind: 'transaction'; readonly isOpen: boolean }
  | { readonly kind: 'closed' };
