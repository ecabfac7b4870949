import type { Cell, ResultColumn, ResultRow } from '../../api/index.js';

const SPECIAL = /["\t\r\n]/;

/**
 * Rows as text that spreadsheets take from the clipboard: fields between tabs, names first unless `hasNames` is false,
 * each line ended by a line feed. What holds a tab, a line break or a quote stands in quotes. NULL is an empty field, an
 * empty string is `""`.
 */
export function writeTsv(columns: readonly ResultColumn[], rows: readonly ResultRow[], hasNames = true): string {
  const lines = hasNames ? [columns.map(({ name }) => name), ...rows] : rows;
  return lines.map((row) => `${row.map(field).join('\t')}\n`).join('');
}

function field(cell: Cell): string {
  if (cell === null) return '';
  if (cell === '') return '""';
  return SPECIAL.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
