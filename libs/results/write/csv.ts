import type { Cell, ResultColumn, ResultRow } from '../../api/index.js';

/** What makes a field need quotes, as `COPY … CSV` sees it. */
const SPECIAL = /[",\r\n]/;

/** The head of a CSV file: the columns' names, ended by a line feed. */
export function csvHead(columns: readonly ResultColumn[]): string {
  return csvRow(columns.map(({ name }) => name));
}

/**
 * A row of a CSV file (RFC 4180), ended by a line feed: byte for byte what `COPY … TO STDOUT (FORMAT csv)` of Postgres
 * writes. NULL is an empty field, an empty text is `""`, so that both come back as they were.
 */
export function csvRow(row: ResultRow): string {
  if (row.length === 1) return row[0] === '\\.' ? '"\\."\n' : `${csvField(row[0] ?? null)}\n`;
  let line = '';
  for (let index = 0; index < row.length; index += 1) {
    if (index > 0) line += ',';
    line += csvField(row[index] ?? null);
  }
  return `${line}\n`;
}

function csvField(cell: Cell): string {
  if (cell === null) return '';
  if (cell === '') return '""';
  return SPECIAL.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
