import { literal } from '../../../duckdb/open-database.js';
import type { CsvColumn, CsvDialect } from './csv-dialect.js';
import type { Query } from './file-reading.js';

/**
 * The names of the columns with a text that is no value of their type, found in all rows of `texts`, a table with every
 * column as text. Blanks are NULL.
 */
export async function misfits(
  query: Query,
  texts: string,
  dialect: CsvDialect,
  columns: readonly CsvColumn[],
): Promise<ReadonlySet<string>> {
  const typed = columns.filter(({ type }) => type !== 'VARCHAR');
  if (typed.length === 0) return new Set();
  const counts = typed.map(({ name, type }, index) => {
    const v = `"${name.replaceAll('"', '""')}"`;
    return `count(*) FILTER (trim(${v}) <> '' AND ${valueOf(v, type, dialect)} IS NULL)::INTEGER AS m${index}`;
  });
  const [row = {}] = await query(`SELECT ${counts.join(', ')} FROM ${texts}`);
  return new Set(typed.filter((_, index) => Number(row[`m${index}`]) > 0).map(({ name }) => name));
}

function valueOf(v: string, type: string, { dateFormat, timestampFormat }: CsvDialect): string {
  const format = type === 'DATE' ? dateFormat : type === 'TIMESTAMP' ? timestampFormat : null;
  return format === null ? `TRY_CAST(${v} AS ${type})` : `try_strptime(${v}, ${literal(format)})`;
}
