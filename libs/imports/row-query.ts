import type { ImportColumn } from '../api/index.js';
import { dialectOf } from '../dialects/index.js';
import type { SqlDialect } from '../dialects/index.js';

/** Types of DuckDB whose texts hold neither quotes nor separators. */
const PLAIN =
  /^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER|BOOLEAN|DECIMAL\(.*\)|FLOAT|DOUBLE|DATE|TIME|TIMESTAMP|UUID)$/;
const NESTED = /\[\d*\]$|^(?:STRUCT|MAP|UNION|LIST|VARIANT)\b/;

/** How texts of rows are written for the database that takes them. */
export interface RowTexts {
  /** Rows are lines of CSV. Otherwise each is an array in JSON. */
  readonly isCsv: boolean;
  readonly hasBooleans: boolean;
  readonly hasEraInBrackets: boolean;
}

/** As a preview shows them. */
export const PREVIEW_TEXTS: RowTexts = { isCsv: true, hasBooleans: true, hasEraInBrackets: false };

/** As a database of the dialect takes them. */
export function rowTextsOf(dialect: SqlDialect): RowTexts {
  const { imports, values } = dialectOf(dialect);
  const { hasEraInBrackets } = imports;
  return { isCsv: imports.rows === 'copy', hasBooleans: values.hasBooleans, hasEraInBrackets };
}

/**
 * The text of a column's value in DuckDB's SQL, as it is shown and imported: NULL stays NULL, nested values are JSON,
 * bytes are hexadecimal, with `\x` in front where rows are copied.
 */
export function sourceText({ name, type }: Pick<ImportColumn, 'name' | 'type'>, texts: RowTexts): string {
  const value = `"${name.replaceAll('"', '""')}"`;
  if (NESTED.test(type)) return `CAST(to_json(${value}) AS VARCHAR)`;
  if (type === 'BLOB') return `${texts.isCsv ? String.raw`'\x' || ` : ''}lower(hex(${value}))`;
  if (type === 'BOOLEAN' && !texts.hasBooleans) return `CAST(CAST(${value} AS TINYINT) AS VARCHAR)`;
  if (/^(?:DATE|TIMESTAMP)/.test(type) && !texts.hasEraInBrackets)
    return `replace(CAST(${value} AS VARCHAR), ' (BC)', ' BC')`;
  return type === 'VARCHAR' ? value : `CAST(${value} AS VARCHAR)`;
}

/**
 * The query of all rows, one text each: a line of CSV with its line end where rows are copied (NULL is nothing, an empty
 * text is quoted), else an array in JSON. One column of long texts travels much faster than many of short ones.
 */
export function rowQuery(
  from: string,
  columns: readonly Pick<ImportColumn, 'name' | 'type'>[],
  texts: RowTexts,
): string {
  const line = texts.isCsv ? csvLine(columns, texts) : jsonLine(columns, texts);
  return `SELECT ${line} AS line FROM ${from}`;
}

/**
 * The query of all rows, an array of texts in JSON each, as literals of the dialect: bytes have `\x` in front where
 * rows are copied.
 */
export function cellQuery(
  from: string,
  columns: readonly Pick<ImportColumn, 'name' | 'type'>[],
  dialect: SqlDialect,
): string {
  return `SELECT ${jsonLine(columns, rowTextsOf(dialect))} AS line FROM ${from}`;
}

/** One `concat` that copies each text once: quotes stand beside a text, and only texts that have quotes are rewritten. */
function csvLine(columns: readonly Pick<ImportColumn, 'name' | 'type'>[], texts: RowTexts): string {
  const pieces = columns.flatMap((column, index) => {
    const text = sourceText(column, texts);
    const comma = index === 0 ? '' : ',';
    if (PLAIN.test(column.type)) return comma === '' ? [text] : ["','", text];
    return [
      `CASE WHEN ${text} IS NULL THEN '${comma}' ELSE '${comma}"' END`,
      `CASE WHEN contains(${text}, '"') THEN replace(${text}, '"', '""') ELSE ${text} END`,
      `CASE WHEN ${text} IS NULL THEN '' ELSE '"' END`,
    ];
  });
  return `concat(${[...pieces, 'chr(10)'].join(', ')})`;
}

function jsonLine(columns: readonly Pick<ImportColumn, 'name' | 'type'>[], texts: RowTexts): string {
  return `CAST(to_json([${columns.map((column) => sourceText(column, texts)).join(', ')}]) AS VARCHAR)`;
}
