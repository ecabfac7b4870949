import { dialectOf } from '../dialects/index.js';
import { quoteIdentifier } from '../sql/index.js';
import type { SqlDialect } from '../sql/index.js';
import type { CopiedColumn } from './copied-columns.js';
import { importTarget } from './create-table.js';

/** A column that is filled, and whether its values arrive as hexadecimal digits of bytes. */
export interface FilledColumn {
  readonly name: string;
  readonly isBinary: boolean;
}

/**
 * The COPY that takes the bytes of a CSV file: NULL is nothing, and in columns that are no text in quotes, too. The columns
 * stand in the order of the file.
 */
export function copyFileSql(
  place: { schema: string; table: string },
  columns: readonly CopiedColumn[],
  { delimiter, dialect }: { readonly delimiter: string; readonly dialect: SqlDialect },
): string {
  const namesOf = (some: readonly CopiedColumn[]): string =>
    some.map(({ name }) => quoteIdentifier(name, dialect)).join(', ');
  const others = namesOf(columns.filter(({ isText }) => !isText));
  const options = `FORMAT csv, DELIMITER '${delimiter.replaceAll("'", "''")}'`;
  const nulls = others === '' ? '' : `, FORCE_NULL (${others})`;
  return `COPY ${importTarget(place, dialect)} (${namesOf(columns)}) FROM STDIN (${options}${nulls})`;
}

/**
 * The statement that takes the rows of an import: a COPY that reads CSV with a header from its client, or an INSERT whose `$1` is a JSON
 * array of rows, each an array of texts.
 */
export function fillTableSql(
  place: { schema: string; table: string },
  columns: readonly FilledColumn[],
  dialect: SqlDialect,
): string {
  const { rows } = dialectOf(dialect).imports;
  const names = columns.map(({ name }) => quoteIdentifier(name, dialect)).join(', ');
  const target = importTarget(place, dialect);
  if (rows === 'copy') return `COPY ${target} (${names}) FROM STDIN (FORMAT csv, HEADER)`;
  const values = columns.map(({ isBinary }, index) => {
    const text = rows.element(index);
    return isBinary ? `unhex(${text})` : text;
  });
  return `INSERT INTO ${target} (${names}) SELECT ${values.join(', ')} FROM ${rows.from}`;
}
