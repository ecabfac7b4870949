import type { ExportDelimiter, ExportFormat, ExportStyle, ResultColumn, ResultRow } from '../../api/index.js';
import { csvHead, csvRow, spreadsheetWriter } from './csv.js';
import { jsonObjectWriter } from './json.js';

/** A result as the text of a file: `head`, then each row's text in order, then `foot`. */
export interface ResultWriter {
  readonly head: string;
  row(row: ResultRow, isFirst: boolean): string;
  /** `isEmpty` when there was no row. */
  foot(isEmpty: boolean): string;
}

/** The formats that are text; Parquet and XLSX are not. */
export type TextFormat = Exclude<ExportFormat, 'parquet' | 'xlsx'>;

/** How a file of text is written. */
export type TextStyle = ExportStyle & { format: TextFormat };

const DELIMITERS = { ',': ',', ';': ';', tab: '\t' } as const satisfies Record<ExportDelimiter, string>;

/**
 * How a result is written in a format: `csv` as `COPY … (FORMAT csv, HEADER)` of Postgres does, `csv-excel` for
 * spreadsheets, `json` as an array of objects with a row on each line, `ndjson` as an object on each line. Lines end with
 * a line feed, in `csv-excel` with CR LF.
 */
export function resultWriter(style: TextStyle, columns: readonly ResultColumn[]): ResultWriter {
  if (style.format === 'csv') return { head: csvHead(columns), row: csvRow, foot: () => '' };
  if (style.format === 'csv-excel') {
    const { delimiter = ',', guard_formulas: guardsFormulas = true } = style;
    const { head, row } = spreadsheetWriter(columns, { delimiter: DELIMITERS[delimiter], guardsFormulas });
    return { head, row, foot: () => '' };
  }
  const object = jsonObjectWriter(columns);
  if (style.format === 'ndjson') return { head: '', row: (row) => `${object(row)}\n`, foot: () => '' };
  return {
    head: '[',
    row: (row, isFirst) => `${isFirst ? '\n' : ',\n'}${object(row)}`,
    foot: (isEmpty) => (isEmpty ? ']\n' : '\n]\n'),
  };
}

/** A result, or a page of one, as one text. */
export function writeResult(format: TextFormat, columns: readonly ResultColumn[], rows: readonly ResultRow[]): string {
  const writer = resultWriter({ format }, columns);
  const lines = rows.map((row, index) => writer.row(row, index === 0));
  return `${writer.head}${lines.join('')}${writer.foot(rows.length === 0)}`;
}
