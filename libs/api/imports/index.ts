import type { ColumnKind } from '../column-kind.js';
import type { ResultRow } from '../studio.js';

/** The formats of files that can be imported. */
export const IMPORT_FORMATS = ['csv', 'tsv', 'json', 'ndjson', 'parquet', 'xlsx'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** What an import does with a row that the database refuses. */
export const REJECT_MODES = ['stop', 'skip'] as const;
export type RejectMode = (typeof REJECT_MODES)[number];

/**
 * `uploading` until the whole file has arrived, `reading` while its types are found, `ready` when it can be imported,
 * `unreadable` where it cannot. An import that has `failed` or was `cancelled` can start again; it has kept nothing but
 * `imported_rows`, unless `is_outcome_unknown`.
 */
export type ImportStatus =
  'uploading' | 'reading' | 'ready' | 'unreadable' | 'importing' | 'succeeded' | 'failed' | 'cancelled';

/** Day, month and year in the order in which dates have them. */
export type ImportDateOrder = 'dmy' | 'mdy' | 'ymd';

/** The sign before the decimals of a number. */
export type ImportDecimal = '.' | ',';

/** Body of `POST /api/imports`: a file that is about to be sent. */
export interface NewImport {
  /** With its extension, which says the format. */
  file_name: string;
  size_bytes: number;
  /** When the file was changed last, in milliseconds since 1970. An upload goes on with the same file only. */
  last_modified?: number | null;
}

/** Body of `POST /api/imports/{id}/read`: how the file is read where its bytes leave it open. */
export interface ImportReading {
  /** A name of the WHATWG Encoding Standard; `auto` finds it out. For text files. */
  encoding: string;
  /** Whether the first row has the names of the columns; null finds it out. For CSV, TSV and XLSX. */
  header: boolean | null;
  /** The character that separates the values of a row; null finds it out. For CSV and TSV. */
  delimiter: string | null;
  /** The sheet of a workbook; null is the first one. */
  sheet: string | null;
  /** The order of dates that do not begin with a year of four digits; null finds it out. For CSV and TSV. */
  date_order?: ImportDateOrder | null;
  /** The sign before decimals; the other one separates thousands. Null finds it out. For CSV and TSV. */
  decimal?: ImportDecimal | null;
}

/** A column of the file. `type` is the type of DuckDB that holds all of its values exactly. */
export interface ImportColumn {
  name: string;
  type: string;
  kind: ColumnKind;
}

/** How a file is read: as it was set, else as it was found out. Null where a format has no such thing, or it is not known. */
export interface ImportDetection {
  encoding: string | null;
  delimiter: string | null;
  quote: string | null;
  /** Whether the first row has the names of the columns. */
  header: boolean | null;
  date_order: ImportDateOrder | null;
  decimal: ImportDecimal | null;
}

/**
 * A column of text whose values are dates in several orders, or numbers with either decimal sign. It can only be imported
 * as dates or numbers when `date_order` or `decimal` is set.
 */
export interface ImportDoubt {
  column: string;
  kind: 'date' | 'number';
  /** The first value, as the file has it. */
  sample: string;
  /** What it is in each order, or with each decimal sign; the first one is the likelier. */
  readings: { as: ImportDateOrder | ImportDecimal; text: string }[];
}

/** What is in the file. The texts of `rows` are those that are imported; long ones are cut and end in `…`. */
export interface ImportPreview {
  columns: ImportColumn[];
  /** The first rows; empty in a list of imports, and while the rows are imported. */
  rows: ResultRow[];
  row_count: number;
  /** The sheets of a workbook, in its order; empty for other files. */
  sheets: string[];
  /** How the file is read, such as its encoding, and what is left out. */
  notes: string[];
  detected: ImportDetection;
  doubts: ImportDoubt[];
}

/** A column of the table and the column of the file that fills it. */
export interface ImportMapping {
  source: string;
  target: string;
  /** The type of a column of a new table. */
  type?: string;
  /** False: a column of a new table is NOT NULL. */
  nullable?: boolean;
}

/** Body of `POST /api/imports/{id}/start`. */
export interface ImportRequest {
  connection_id: string;
  schema: string;
  table: string;
  /** True: the table is created. False: the rows are added to a table that exists. */
  is_new: boolean;
  columns: ImportMapping[];
  on_reject: RejectMode;
  /** True: the rows become a change set, and nothing is written before it is applied. Left out, false. */
  as_change?: boolean;
}

/** Body of `POST /api/imports/{id}/copy`: the file as it is goes into the folder of a files connection. */
export interface FolderCopy {
  connection_id: string;
  /** Its name in the folder. */
  file_name: string;
  /** Whether it takes the place of a file with this name. */
  replaces: boolean;
}

/** Why an import failed. `row` counts the rows of the file from 1; null where the error is about no row or column. */
export interface ImportError {
  message: string;
  row: number | null;
  column: string | null;
}

/** A file on its way into a table. */
export interface DataImport {
  id: string;
  file_name: string;
  format: ImportFormat;
  size_bytes: number;
  /** When the file was changed last, as it was given; null where it was not. */
  last_modified: number | null;
  received_bytes: number;
  status: ImportStatus;
  /** How the file is read. */
  reading: ImportReading;
  /** Null until the file was read. */
  preview: ImportPreview | null;
  /** The last request to import it; null before. */
  request: ImportRequest | null;
  /** The last request to copy it into a folder; null where its rows were imported, or nothing was. */
  copy: FolderCopy | null;
  /**
   * Rows that the table has taken so far; they are visible to others when the import has succeeded. Where it has not,
   * those that it has kept: an engine without savepoints commits batches.
   */
  imported_rows: number;
  /** True where the answer to the last commit was lost: the table may have its rows or not. */
  is_outcome_unknown: boolean;
  rejected_rows: number;
  /** The change set that the rows were handed to; null where they were imported. */
  change: { id: string; title: string } | null;
  /** Where the file of rejected rows is; null while there is none. */
  rejects_href: string | null;
  error: ImportError | null;
}

/** Query of `PUT /api/imports/{id}/file`: the body is a part of the file that begins at `offset`. */
export interface ImportPart {
  offset: number;
  /** A name that the page gives itself each time it begins to send: of two pages that send one file, the later goes on. */
  sender?: string;
}
