import type { Cell, ColumnKind, ResultColumn, ResultRow } from '../../api/index.js';

/** What Markdown would read as markup anywhere in a line. */
const MARKUP = /[\\`*[\]|~]/g;
/** An underscore inside a word is one; at its edge it begins emphasis. */
const EDGE_UNDERSCORE = /(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;
const RIGHT_ALIGNED: ReadonlySet<ColumnKind> = new Set(['integer', 'decimal', 'float']);
/** A text cannot look like this: its asterisks are escaped. */
const NULL_MARK = '*NULL*';

/**
 * Rows as a table of GitHub's Markdown, which shows each text as it is: markup is escaped, a line break is `<br>`, NULL
 * stands in italics and an empty string is an empty cell. Numbers are aligned right. Empty when there is no column.
 */
export function writeMarkdown(columns: readonly ResultColumn[], rows: readonly ResultRow[]): string {
  if (columns.length === 0) return '';
  const head = line(columns.map(({ name }) => name));
  const rule = `| ${columns.map(({ kind }) => (RIGHT_ALIGNED.has(kind) ? '---:' : '---')).join(' | ')} |\n`;
  return head + rule + rows.map(line).join('');
}

function line(cells: readonly Cell[]): string {
  return `| ${cells.map((cell) => (cell === null ? NULL_MARK : escaped(cell))).join(' | ')} |\n`;
}

function escaped(text: string): string {
  return text
    .replace(MARKUP, '\\$&')
    .replace(EDGE_UNDERSCORE, '\\_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\r\n|\r|\n/g, '<br>');
}
