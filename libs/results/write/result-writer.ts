import type { ExportFormat, ResultColumn, ResultRow } from '../../api/index.js';
import { csvHead, csvRow } from './csv.js';
import { jsonObjectWriter } from './json.js';

/** A result as the text of a file: `head`, then each row's text in order, then `foot`. */
export interface ResultWriter {
  readonly head: string;
  row(row: ResultRow, isFirst: boolean): string;
  /** `isEmpty` when there was no row. */
  foot(isEmpty: boolean): string;
}

/**
 * How a result is written in a format: `csv` as `COPY … (FORMAT csv, HEADER)` of Postgres does, `json` as an array of
 * objects with a row on each line, `ndjson` as an object on each line. Every line ends with a line feed.
 */
export function resultWriter(format: ExportFormat, columns: readonly ResultColumn[]): ResultWriter {
  if (format === 'csv') return { head: csvHead(columns), row: csvRow, foot: () => '' };
  const object = jsonObjectWriter(columns);
  if (format === 'ndjson') return { head: '', row: (row) => `${object(row)}\n`, foot: () => '' };
  return {
    head: '[',
    row: (row, isFirst) => `${isFirst ? '\n' : ',\n'}${object(row)}`,
    foot: (isEmpty) => (isEmpty ? ']\n' : '\n]\n'),
  };
}

/** A result, or a page of one, as one text. */
export function writeResult(
  format: ExportFormat,
  columns: readonly ResultColumn[],
  rows: readonly ResultRow[],
): string {
  const writer = resultWriter(format, columns);
  const lines = rows.map((row, index) => writer.row(row, index === 0));
  return `${writer.head}${lines.join('')}${writer.foot(rows.length === 0)}`;
}
