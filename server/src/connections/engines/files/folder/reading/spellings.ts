import { literal, quoted } from '../../../duckdb/open-database.js';
import type { CsvColumn, CsvDialect } from './csv-dialect.js';
import type { Query } from './file-reading.js';

/** Types whose texts are the same in every session. */
const STEADY = /^(?:BOOLEAN|BIGINT|HUGEINT|DOUBLE|DECIMAL\(.*\)|DATE|TIME|TIMESTAMP)$/;
/** The engine plans thousands of conditions on a column for minutes. */
const MOST_COMPARED = 500;

/** What the texts of typed columns are, by the names of the columns. */
export interface Spellings {
  /** Columns with a text that is no value of their type. */
  readonly misfit: ReadonlySet<string>;
  /** Columns that may have a text which is imported in another way than the file writes it. */
  readonly respelled: ReadonlySet<string>;
}

/**
 * What all rows of `texts`, a table with every column as text, have in columns with a type. Blanks are NULL, which is
 * imported as nothing.
 */
export async function spellings(
  query: Query,
  texts: string,
  dialect: CsvDialect,
  columns: readonly CsvColumn[],
): Promise<Spellings> {
  const typed = columns.filter(({ type }) => type !== 'VARCHAR');
  if (typed.length === 0) return { misfit: new Set(), respelled: new Set() };
  const isCompared = (type: string): boolean => typed.length <= MOST_COMPARED && STEADY.test(type);
  const counts = typed.map(({ name, type }, index) => {
    const v = `nullif(${quoted(name)}, '')`;
    const value = valueOf(v, type, dialect);
    const isRespelled = isCompared(type) ? `${writtenOf(value, type)} IS DISTINCT FROM ${v}` : 'true';
    return [
      `count(*) FILTER (trim(${v}) <> '' AND ${value} IS NULL)::INTEGER AS m${index}`,
      `coalesce(bool_or(${isRespelled}), false) AS r${index}`,
    ];
  });
  const [row = {}] = await query(`SELECT ${counts.flat().join(', ')} FROM ${texts}`);
  const named = (has: (index: number) => boolean): Set<string> =>
    new Set(typed.filter((_, index) => has(index)).map(({ name }) => name));
  return {
    misfit: named((index) => Number(row[`m${index}`]) > 0),
    respelled: named((index) => row[`r${index}`] === true),
  };
}

function valueOf(v: string, type: string, { dateFormat, timestampFormat }: CsvDialect): string {
  const format = type === 'DATE' ? dateFormat : type === 'TIMESTAMP' ? timestampFormat : null;
  return format === null ? `TRY_CAST(${v} AS ${type})` : `CAST(try_strptime(${v}, ${literal(format)}) AS ${type})`;
}

/** As an import writes it. */
function writtenOf(value: string, type: string): string {
  const text = `CAST(${value} AS VARCHAR)`;
  return /^(?:DATE|TIMESTAMP)$/.test(type) ? `replace(${text}, ' (BC)', ' BC')` : text;
}
