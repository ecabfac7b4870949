import type { DecimalSign } from '#libs/files';
import { literal, quoted } from '../../../duckdb/open-database.js';
import { readCsv, type CsvColumn, type CsvDialect } from './csv-dialect.js';
import type { ReadableFile } from './file-reading.js';
import { plainNumberText } from './number-signs.js';
import { guardedNumber, isNumberType } from './value-facts.js';

/** Texts in columns of other types that the engine does not read as they are. */
export interface OddTexts {
  /** Columns that may have a quoted empty value. */
  readonly empties: ReadonlySet<string>;
  /** Columns of numbers with another decimal sign. */
  readonly signs: ReadonlyMap<string, DecimalSign>;
}

/**
 * The SELECT of a CSV file with columns of types. A value that is nothing is NULL; one that is `""` is an empty text, or
 * NULL where its column has another type.
 */
export function typedRows(
  file: ReadableFile,
  dialect: CsvDialect,
  columns: readonly CsvColumn[],
  { empties, signs }: OddTexts,
): string {
  const hasTexts = columns.some(({ type }) => type === 'VARCHAR');
  const cells = columns.map((column) => {
    const sign = signs.get(column.name);
    if (sign !== undefined && column.type !== 'VARCHAR')
      return `CAST(nullif(trim(${plainNumberText(quoted(column.name), sign)}), '') AS ${column.type})`;
    return cellOf(file, dialect, column, hasTexts && (!file.isSmall || empties.has(column.name)));
  });
  if (cells.every((cell) => cell === null)) return `SELECT * FROM ${readCsv(file, dialect, columns)}`;
  const read = columns.map((column, index) => (cells[index] === null ? column : { ...column, type: 'VARCHAR' }));
  const named = columns.map(({ name }, index) => `${cells[index] ?? quoted(name)} AS ${quoted(name)}`);
  return `SELECT ${named.join(', ')} FROM ${readCsv(file, dialect, read)}`;
}

/**
 * The columns of types whose texts may stand for their values: nothing of the file, such as its order of dates or its
 * decimal sign, is read into them.
 */
export function asWritten(
  { dateFormat, timestampFormat }: CsvDialect,
  columns: readonly CsvColumn[],
  signs: ReadonlyMap<string, DecimalSign>,
): string[] {
  const formats: Readonly<Record<string, string | null>> = { DATE: dateFormat, TIMESTAMP: timestampFormat };
  const isAsWritten = ({ name, type }: CsvColumn): boolean =>
    type !== 'VARCHAR' && !signs.has(name) && isPlainFormat(formats[type] ?? null);
  return columns.filter(isAsWritten).map(({ name }) => name);
}

/** The SELECT of a CSV file with the value of each column, `v0`, and its text, `t0`, by position. Blanks are NULL in columns of types. */
export function rowsWithTexts(
  file: ReadableFile,
  dialect: CsvDialect,
  columns: readonly CsvColumn[],
  signs: ReadonlyMap<string, DecimalSign>,
): string {
  const cells = columns.flatMap(({ name, type }, index) => {
    const v = quoted(name);
    if (type === 'VARCHAR') return [`${v} AS v${index}`, `${v} AS t${index}`];
    const sign = signs.get(name);
    const bare = `nullif(trim(${sign === undefined ? v : plainNumberText(v, sign)}), '')`;
    return [`${valueOf(bare, type, dialect)} AS v${index}`, `CASE WHEN trim(${v}) <> '' THEN ${v} END AS t${index}`];
  });
  const read = columns.map(({ name }) => ({ name, type: 'VARCHAR' }));
  return `SELECT ${cells.join(', ')} FROM ${readCsv(file, dialect, read)}`;
}

/** The value of a column that is read as text; null where the engine reads it by its type. */
function cellOf(
  file: ReadableFile,
  dialect: CsvDialect,
  { name, type }: CsvColumn,
  mayBeEmpty: boolean,
): string | null {
  const v = quoted(name);
  // What the sample of a large file does not show is found while its rows are read.
  if (!file.isSmall && isNumberType(type)) return guardedNumber(v, type, literal(complaintOf(file, name, type)));
  return mayBeEmpty && type !== 'VARCHAR' ? valueOf(`nullif(${v}, '')`, type, dialect) : null;
}

function valueOf(text: string, type: string, { dateFormat, timestampFormat }: CsvDialect): string {
  const format = type === 'DATE' ? dateFormat : type === 'TIMESTAMP' ? timestampFormat : null;
  return `CAST(${isPlainFormat(format) ? text : `strptime(${text}, ${literal(format ?? '')})`} AS ${type})`;
}

/** Whether dates are written as the engine reads them in every session. */
function isPlainFormat(format: string | null): boolean {
  return format === null || format.startsWith('%Y');
}

/** The beginning of the error that a value raises which its column's type would round. */
export function complaintOf(file: ReadableFile, column: string, type: string): string {
  return `The file ${file.name} has a value in column ${column} that ${type} does not hold exactly: `;
}
