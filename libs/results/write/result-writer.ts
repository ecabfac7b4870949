import type { ExportDelimiter, ExportFormat, ExportStyle, ResultColumn, ResultRow } from '../../api/index.js';
import { csvHead, csvPieces, csvRow, spreadsheetWriter } from './csv.js';
import { jsonObjectPieces, jsonObjectWriter } from './json.js';

/** A result as the text of a file: `head`, then each row's text in order, then `foot`. */
export interface ResultWriter {
  readonly head: string;
  row(row: ResultRow, isFirst: boolean): string;
  /** The same in pieces, for a row that is long. */
  pieces(row: ResultRow, isFirst: boolean): Iterable<string>;
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
  if (style.format === 'csv') return { head: csvHead(columns), row: csvRow, pieces: csvPieces, foot: () => '' };
  if (style.format === 'csv-excel') {
    const { delimiter = ',', guard_formulas: guardsFormulas = true } = style;
    const writer = spreadsheetWriter(columns, { delimiter: DELIMITERS[delimiter], guardsFormulas });
    return { ...writer, foot: () => '' };
  }
  const object = jsonObjectWriter(columns);
  const objectPieces = jsonObjectPieces(columns);
  if (style.format === 'ndjson')
    return {
      ...{ head: '', row: (row) => `${object(row)}\n`, foot: () => '' },
      pieces: (row) => between('', objectPieces(row), '\n'),
    };
  const before = (isFirst: boolean) => (isFirst ? '\n' : ',\n');
  return {
    head: '[',
    row: (row, isFirst) => `${before(isFirst)}${object(row)}`,
    pieces: (row, isFirst) => between(before(isFirst), objectPieces(row), ''),
    foot: (isEmpty) => (isEmpty ? ']\n' : '\n]\n'),
  };
}

function* between(before: string, pieces: Iterable<string>, behind: string): Generator<string> {
  yield before;
  yield* pieces;
  yield behind;
}

/** A result, or a page of one, as one text. */
export function writeResult(format: TextFormat, columns: readonly ResultColumn[], rows: readonly ResultRow[]): string {
  const writer = resultWriter({ format }, columns);
  const lines = rows.map((row, index) => writer.row(row, index === 0));
  return `${writer.head}${lines.join('')}${writer.foot(rows.length === 0)}`;
}
