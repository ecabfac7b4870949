import type { ResultColumn } from '#libs/api';
import { COPY_DIALECT } from '#libs/dialects';
import { measuredDecimal, parquetNames, parquetTypes } from '#libs/results';

/** Statements of DuckDB that make a table of a file that Postgres has copied. */
export interface CopiedRows {
  /** Makes the table; fails where a value is not of its column's type. */
  readonly create: string;
  /** Columns whose type is that of their values: asks for it, and gives it to the column. */
  readonly measured: readonly { readonly ask: string; readonly alter: (type: string) => string }[];
}

const CSV = `header = false, auto_detect = false, delim = ',', quote = '"', escape = '"', new_line = '\\n', nullstr = '', allow_quoted_nulls = false`;
const TEXT = 'VARCHAR';

/**
 * How a file becomes a table that Postgres has written as CSV without a header, NULL as nothing, each column of its own
 * type. Null where that cannot be known from the columns alone.
 */
export function copiedRows(table: string, file: string, columns: readonly ResultColumn[]): CopiedRows | null {
  // A time may be 24:00:00, which DuckDB does not know.
  if (columns.length === 0 || columns.some(({ kind }) => kind === 'time')) return null;
  const names = parquetNames(columns.map(({ name }) => name)).map(quoted);
  const types = columns.map((column) => parquetTypes(column, COPY_DIALECT)[0] ?? null);
  const read = columns.map((column, place) => `'c${place}': '${isRead(column) ? (types[place]?.name ?? TEXT) : TEXT}'`);
  const values = columns.map((column, place) => {
    const cell = `c${place}`;
    const type = types[place];
    const value =
      type === null || type === undefined || isRead(column)
        ? cell
        : isMoment(column)
          ? moment(cell, type.name)
          : type.value(cell);
    return `${value} AS ${names[place] ?? ''}`;
  });
  return {
    create: `CREATE TABLE ${quoted(table)} AS SELECT ${values.join(', ')} FROM read_csv('${file}', columns = {${read.join(', ')}}, ${CSV})`,
    measured: names
      .filter((_, place) => columns[place]?.kind === 'decimal' && types[place] === null)
      .map((name) => ({
        ask: `SELECT ${measuredDecimal(name)} FROM ${quoted(table)}`,
        alter: (type) => `ALTER TABLE ${quoted(table)} ALTER ${name} TYPE ${type}`,
      })),
  };
}

/** Whether DuckDB reads a column as its type, no more and no less lenient than Postgres has written it. */
function isRead(column: ResultColumn): boolean {
  return column.kind !== 'binary' && !isMoment(column);
}

function isMoment({ kind }: ResultColumn): boolean {
  return kind === 'date' || kind === 'timestamp';
}

/** DuckDB would drop what follows a date, such as `BC`: anything but a year of four digits of our era is made to fail. */
function moment(cell: string, type: string): string {
  return `CAST(CASE WHEN ${cell} IS NULL OR (${cell}[5] = '-' AND NOT ends_with(${cell}, 'BC')) THEN ${cell} ELSE 'none' END AS ${type})`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
