import type { ColumnKind } from './column-kind.js';
import type { RunParameters } from './parameters.js';

/** A result column. `table` is the qualified source table where the engine reports it, else null. */
export interface ResultColumn {
  name: string;
  type: string;
  kind: ColumnKind;
  table: string | null;
}

/** A cell: the database's own text, or null for NULL. */
export type Cell = string | null;
export type ResultRow = Cell[];

export type RunStatus = 'running' | 'succeeded' | 'failed' | 'cancelled';

/** `not_run`: an earlier statement of the text failed or the run was cancelled. */
export type StatementStatus = RunStatus | 'not_run';

/** What the database said was wrong. `position` is 1-based, in UTF-16 code units of the text as sent. */
export interface StatementError {
  message: string;
  sqlstate: string | null;
  position: number | null;
  detail: string | null;
  hint: string | null;
  /** The column and the constraint that the error is about, where the database names them by fields of their own. */
  column?: string;
  constraint?: string;
  /** The draft that was made of a statement which a connection takes after a review only. */
  change_set?: { id: string; title: string };
}

export interface Notice {
  severity: string;
  message: string;
  sqlstate: string | null;
  detail: string | null;
  hint: string | null;
}

/** `whole`: `rows` has every row. `paged`: it has the first ones, or none; `…/rows?offset=&limit=` reads the others. */
export type Delivery = 'whole' | 'paged';

export interface StatementResult {
  index: number;
  /** The statement's text without its terminator. */
  sql: string;
  /** 0-based offset of `sql` in the text as sent, in UTF-16 code units. */
  start: number;
  status: StatementStatus;
  /** The command tag's verb (`SELECT`, `INSERT`, `CREATE TABLE`), or null while unknown. */
  command: string | null;
  /** Null for a statement that returns no rows; `[]` for a result of zero columns. */
  columns: ResultColumn[] | null;
  rows: ResultRow[];
  /** Null until `complete`. */
  row_count: number | null;
  /** Rows that have arrived at the workbench so far. */
  received_rows: number;
  /** Bytes that the rows take on the workbench's disk so far; 0 while they are in memory. */
  spooled_bytes: number;
  complete: boolean;
  delivery: Delivery;
  affected_rows: number | null;
  elapsed_ms: number;
  notices: Notice[];
  error: StatementError | null;
}

/** A run: one text sent to one connection. `error` is set when the run itself failed (no session, lost connection). */
export interface Run {
  id: string;
  connection_id: string;
  status: RunStatus;
  started_at: string;
  elapsed_ms: number;
  error: StatementError | null;
  /** The session of the tab that the run belongs to; null for a run in a session of its own, or when it is gone. */
  session: RunSession | null;
  /** Where it stands in line while it waits for a session of its connection, 1 for the next one; null once it has one. */
  waiting?: { place: number } | null;
  statements: StatementResult[];
}

/** Body of `POST /api/studio/runs`. */
export interface RunRequest {
  connection_id: string;
  sql: string;
  /**
   * Runs with the same one on the same connection share a session, one run at a time: settings, temporary tables and
   * transactions last from run to run. The client chooses it: 1 to 100 letters, digits, `-`, `_`.
   */
  session_id?: string;
  /** `opened_at` of the session that the text counts on; the run fails when that one is gone. */
  session_opened_at?: string;
  /** A name like that of a session: the list of runs finds the run of this request by it where the answer is lost. */
  request_id?: string;
  /**
   * Answers as soon as the last statement has more rows than a page, with the first of them and `running`, rather than
   * when it is known whether they are whole or paged.
   */
  first_page?: boolean;
  /** The person confirmed what the text destroys; without it such a text is 409 `confirmation-needed`, except on playgrounds. */
  confirm_destructive?: boolean;
  /**
   * The database refuses whatever the text would write. The run then has a session of its own, without what the session of
   * `session_id` has built up.
   */
  read_only?: boolean;
  /** Bound to the parameters of the text; each of them must have one. */
  parameters?: RunParameters;
}

/** `replace`: CREATE OR REPLACE TABLE. `delete`, `update`: of every row. */
export type DestructiveKind = 'drop' | 'drop_column' | 'truncate' | 'delete' | 'update' | 'replace';

/** Something in a text that would destroy data; `findings` of a `confirmation-needed` problem lists them all. */
export interface DestructiveFinding {
  kind: DestructiveKind;
  /** The place of its statement in the text, from 0. */
  statement: number;
  /** The table or object as it is written, several with commas between them; null where none can be read. */
  table: string | null;
  /** Where the command stands in the text as sent: 0-based UTF-16 offsets, `end` behind it. */
  start: number;
  end: number;
  /** What it would do, in words. */
  sentence: string;
}

/** `open`: between BEGIN and COMMIT. `failed`: after an error in a transaction, which only a rollback can end. */
export type TransactionState = 'none' | 'open' | 'failed';

/** A session that runs share, as a run shows it. Times are ISO 8601. */
export interface RunSession {
  id: string;
  transaction: TransactionState;
  /** True when it may hold settings, temporary tables or prepared statements that would be missed. */
  has_state: boolean;
  opened_at: string;
  /** When it is released, or its transaction rolled back, if it is not used until then; null while it runs something. */
  expires_at: string | null;
}

/** A session in `GET /api/studio/sessions`. */
export interface StudioSession extends RunSession {
  connection_id: string;
  last_used_at: string;
  /** True once the end of its transaction has been announced. */
  is_expiring: boolean;
}

export interface StudioSessionList {
  items: StudioSession[];
  next_cursor: null;
}

/** What has happened to a session. `expiring`: its transaction is rolled back at `expires_at` unless it is used. */
export type SessionChange = 'changed' | 'expiring' | 'rolled_back' | 'ended';

/**
 * `GET /api/studio/runs/{id}/statements/{n}/rows?offset=&limit=&sort=&filter=`. Very long values make a page shorter than asked
 * for: the next rows then start at `offset + rows.length`. `sort` is `<column>:asc` or `<column>:desc`, the column by its
 * place from 0 or by its name where only one has it; NULL comes last, and first when descending.
 */
export interface RowsPage {
  offset: number;
  rows: ResultRow[];
  row_count: number | null;
  complete: boolean;
  /** With `filter`, how many rows match; null while they are counted. `offset` counts matching rows. */
  filtered_row_count?: number | null;
  /** With `filter`, the place of each of `rows` in the whole result as it came from the database, from 0. */
  row_numbers?: number[];
}

/**
 * `GET /api/studio/runs/{id}/statements/{n}/positions?column=&offset=&limit=`: of the rows from `offset` on, the geometries
 * of a column, counted from 0, whose SRID only the database can read. `items` are WKB in hexadecimal, in degrees of WGS 84;
 * null for a row that needs no transformation, and for one that the database could not transform.
 */
export interface PositionsPage {
  offset: number;
  items: (string | null)[];
}

export type SortDirection = 'asc' | 'desc';

/** `GET /api/studio/runs/{id}/statements/{n}/export?format=`: the whole result as a file. */
export const EXPORT_FORMATS = ['csv', 'csv-excel', 'json', 'ndjson', 'parquet', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What stands between two fields of `csv-excel`. */
export const EXPORT_DELIMITERS = [',', ';', 'tab'] as const;
export type ExportDelimiter = (typeof EXPORT_DELIMITERS)[number];

/** How a file is written; `delimiter` (default `,`) and `guard_formulas` (default true) belong to `csv-excel` alone. */
export interface ExportStyle {
  format: ExportFormat;
  delimiter?: ExportDelimiter;
  guard_formulas?: boolean;
}

/** Body of `POST /api/studio/exports`: the result of a run's statement, counted from 0. */
export interface KeptExportRequest extends ExportStyle {
  run_id: string;
  statement: number;
  /** `<column>:asc|desc`, as for pages of rows; left out, the database's own order. */
  sort?: string;
  /** A JSON array of `ResultFilter`; left out, all rows. */
  filter?: string;
}

/** Body of `POST /api/studio/exports`: one query, whose rows go into the file and are kept nowhere else. */
export interface QueryExportRequest extends ExportStyle {
  connection_id: string;
  sql: string;
  /** Values for `:name` and `$1`, as in a run. */
  parameters?: RunParameters;
}

/** `waiting`: the file has not been fetched yet. */
export type ExportStatus = 'waiting' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** A file on its way, as `GET /api/studio/exports/{id}` shows it. */
export interface StudioExport {
  id: string;
  format: ExportFormat;
  status: ExportStatus;
  /** Null for a query that runs into the file. */
  run_id: string | null;
  statement: number | null;
  /** Rows that have been written so far. */
  rows: number;
  /** Null while it is not known. */
  row_count: number | null;
  /** Bytes that have been handed to the connection so far; 0 while a Parquet file is still being made. */
  bytes: number;
  /** Where the file is fetched, once. */
  href: string;
  /** Why it failed. */
  error: string | null;
}

/** `GET /api/studio/runs?status=running`. */
export interface RunList {
  items: Run[];
  next_cursor: null;
}

/** Results up to this many rows are delivered whole; above it they are paged by the server. */
export const WHOLE_RESULT_ROWS = 10_000;

/** Rows of the first page of a paged result, and of a page in the client. */
export const PAGE_ROWS = 200;

/** `unknown`: the workbench ended while the text ran. */
export type HistoryStatus = RunStatus | 'unknown';

/** One executed text, newest first in `GET /api/studio/history?search=&connection_id=&limit=50&cursor=`. */
export interface HistoryEntry {
  id: string;
  connection_id: string;
  connection_name: string;
  /** In a list at most the first 2,000 characters; whole from `GET /api/studio/history/{id}`. */
  sql: string;
  sql_truncated: boolean;
  status: HistoryStatus;
  started_at: string;
  elapsed_ms: number;
  row_count: number | null;
  error: string | null;
}

export interface HistoryList {
  items: HistoryEntry[];
  /** Texts that this process has not written to the state yet, since it is unavailable; they follow once it is back. */
  waiting: number;
  /** Texts that are missing since the start of this process: too many ran while the state was unavailable. */
  dropped: number;
  next_cursor: string | null;
}
