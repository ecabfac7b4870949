import type { Cell, CompletionForeignKey, ResultColumn } from '../api/index.js';
import { dialectOf } from '../dialects/index.js';
import { sqlLiteral } from '../results/index.js';
import { quoteIdentifier } from '../sql/index.js';
import type { SqlDialect } from '../sql/index.js';
import type { TablePlace } from './insert-sql.js';
import { readQualifiedName } from '../catalog/index.js';

/** Rows of a table with given values in some columns. */
export interface LinkedRows extends TablePlace {
  readonly columns: readonly string[];
  /** The result columns and values that the columns are equal to. */
  readonly values: readonly { readonly kind: ResultColumn['kind']; readonly cell: string }[];
}

/** A cell of a result with its row. `column` is its place, from 0. */
export interface LinkingCell {
  readonly columns: readonly ResultColumn[];
  readonly row: readonly Cell[];
  readonly column: number;
}

/** A table with a foreign key. */
export interface KeyedTable extends TablePlace {
  readonly foreign_keys: readonly CompletionForeignKey[];
}

/** The table that a cell comes from, as the engine reports it; null where it reports none. */
export function originOf({ columns, column }: LinkingCell): TablePlace | null {
  const name = columns[column]?.table ?? null;
  return name === null ? null : readQualifiedName(name);
}

/**
 * The rows that a cell refers to by foreign keys of its own table: one for each key that its column belongs to and whose
 * values are all in the row and not NULL. Columns are found by their names, so renamed ones have no links.
 */
export function referencedRows(cell: LinkingCell, foreignKeys: readonly CompletionForeignKey[]): LinkedRows[] {
  const name = cell.columns[cell.column]?.name ?? '';
  return foreignKeys
    .filter(({ columns }) => columns.includes(name))
    .flatMap(({ columns, references }) => linked(cell, columns, references, references.columns));
}

/** The rows that refer to the row of a cell by foreign keys of other tables, where the row has all values of the key. */
export function referencingRows(cell: LinkingCell, tables: readonly KeyedTable[]): LinkedRows[] {
  const own = originOf(cell);
  return tables.flatMap(({ schema, table, foreign_keys: keys }) =>
    keys
      .filter(({ references }) => references.schema === own?.schema && references.table === own.table)
      .flatMap(({ columns, references }) => linked(cell, references.columns, { schema, table }, columns)),
  );
}

/** The query of linked rows; `name` is the table as SQL writes it. */
export function linkedRowsQuery({ columns, values }: LinkedRows, name: string, dialect: SqlDialect): string {
  const conditions = columns.map((column, index) => {
    const { cell, kind } = values[index] ?? { cell: null, kind: 'other' as const };
    // Beside a bare number a value of single precision becomes a double and is not found.
    const isQuoted = kind === 'float' && dialectOf(dialect).values.hasSinglePrecision;
    return `${quoteIdentifier(column, dialect)} = ${sqlLiteral(cell, isQuoted ? 'text' : kind, dialect)}`;
  });
  return `SELECT * FROM ${name} WHERE ${conditions.join(' AND ')}`;
}

/** The rows of `target` whose columns equal the named values of the row; none where one of these is missing or NULL. */
function linked(
  { columns, row, column }: LinkingCell,
  names: readonly string[],
  { schema, table }: TablePlace,
  targets: readonly string[],
): LinkedRows[] {
  const origin = columns[column]?.table;
  const values = names.flatMap((name) => {
    const place = columns.findIndex((one) => one.table === origin && one.name === name);
    const [cell, kind] = [row[place] ?? null, columns[place]?.kind];
    return cell === null || kind === undefined ? [] : [{ kind, cell }];
  });
  return values.length === names.length ? [{ schema, table, columns: targets, values }] : [];
}
