import type { ExportFormat, ResultColumn } from '#libs/api';

/** What a file is named after. */
export interface ExportSubject {
  readonly columns: readonly ResultColumn[];
  readonly connectionId: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** False when the statement was stopped before its last row. */
  readonly isWhole: boolean;
  readonly format: ExportFormat;
}

const EXTENSIONS: Record<ExportFormat, string> = {
  csv: 'csv',
  'csv-excel': 'csv',
  json: 'json',
  ndjson: 'ndjson',
  parquet: 'parquet',
  xlsx: 'xlsx',
};

const MAX_SUBJECT_CHARS = 80;

/**
 * A file name of letters, digits, `.`, `_` and `-`: the table when all columns come from one, else the connection, then
 * when the run began; `partial` marks rows of a statement that was stopped.
 */
export function exportName({ columns, connectionId, startedAt, isWhole, format }: ExportSubject): string {
  const tables = new Set(columns.map(({ table }) => table));
  const [table] = tables;
  const subject = tables.size === 1 && table ? table : connectionId;
  const safe = subject
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^[._-]+/, '')
    .slice(0, MAX_SUBJECT_CHARS);
  const moment = startedAt
    .slice(0, 19)
    .replace('T', '-')
    .replaceAll(/[^\d-]/g, '');
  return `${safe === '' ? 'result' : safe}-${moment}${isWhole ? '' : '-partial'}.${EXTENSIONS[format]}`;
}
