import { literal } from '../../../duckdb/open-database.js';
import { readCsv, type CsvColumn, type CsvDialect } from './csv-dialect.js';
import type { ReadableFile } from './file-reading.js';
import { guardedNumber, isNumberType } from './value-facts.js';

/**
 * The SELECT of a CSV file with columns of types. A value that is nothing is NULL; one that is `""` is an empty text, or
 * NULL where its column has another type. `empties` are the columns with a type that may have such values.
 */
export function typedRows(
  file: ReadableFile,
  dialect: CsvDialect,
  columns: readonly CsvColumn[],
  empties: ReadonlySet<string>,
): string {
  const hasTexts = columns.some(({ type }) => type === 'VARCHAR');
  const cells = columns.map((column) =>
    cellOf(file, dialect, column, hasTexts && (!file.isSmall || empties.has(column.name))),
  );
  if (cells.every((cell) => cell === null)) return `SELECT * FROM ${readCsv(file, dialect, columns)}`;
  const read = columns.map((column, index) => (cells[index] === null ? column : { ...column, type: 'VARCHAR' }));
  const named = columns.map(({ name }, index) => `${cells[index] ?? quoted(name)} AS ${quoted(name)}`);
  return `SELECT ${named.join(', ')} FROM ${readCsv(file, dialect, read)}`;
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
  const isPlain = format === null || format.startsWith('%Y');
  return `CAST(${isPlain ? text : `strptime(${text}, ${literal(format)})`} AS ${type})`;
}

/** The beginning of the error that a value raises which its column's type would round. */
export function complaintOf(file: ReadableFile, column: string, type: string): string {
  return `The file ${file.name} has a value in column ${column} that ${type} does not hold exactly: `;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
