import type { ResultColumn } from '../../api/index.js';
import type { SqlDialect } from '../../sql/index.js';
import { measuredDecimal, PARQUET_TEXT, parquetTypes } from './parquet-types.js';

/** Rows as a file of lines, each a JSON array of texts and nulls, and the columns that they have. */
export interface ParquetSource {
  /** A name without wildcards, in the folder in which DuckDB works. */
  readonly file: string;
  readonly columns: readonly ResultColumn[];
  readonly dialect: SqlDialect;
  /** No line is longer, in bytes. */
  readonly maxLineBytes: number;
}

/** A statement of DuckDB that finds the type of each column from its values: one row, one name of a type a column. */
export function parquetTypesQuery(source: ParquetSource): string {
  const types = source.columns.map((column, index) => typeExpression(column, source.dialect, cellOf(index)));
  return `SELECT ${types.join(',\n  ')}\nFROM ${lines(source)}`;
}

/** A statement of DuckDB that writes the rows as a Parquet file with these types, `rowGroupRows` of them together. */
export function parquetCopyQuery(
  source: ParquetSource,
  types: readonly string[],
  target: string,
  rowGroupRows: number,
): string {
  const names = parquetNames(source.columns.map(({ name }) => name));
  const values = source.columns.map((column, index) => {
    const name = types[index] ?? PARQUET_TEXT.name;
    const known = parquetTypes(column, source.dialect).find((type) => type.name === name);
    const cell = cellOf(index);
    const value = known?.value(cell) ?? (name === PARQUET_TEXT.name ? cell : `CAST(${cell} AS ${name})`);
    return `${value} AS "${(names[index] ?? '').replaceAll('"', '""')}"`;
  });
  return `COPY (SELECT ${values.join(',\n  ')}\nFROM ${lines(source)}) TO '${target}' (FORMAT parquet, ROW_GROUP_SIZE ${rowGroupRows})`;
}

/** Names that a Parquet file can have: none is empty, and no two differ in case alone. */
export function parquetNames(names: readonly string[]): string[] {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const given = new Set<string>();
  return names.map((original, index) => {
    const name = original === '' ? `column_${index + 1}` : original;
    let unique = name;
    for (let count = 2; isTaken(unique, unique === original, taken, given); count += 1) unique = `${name}_${count}`;
    given.add(unique.toLowerCase());
    return unique;
  });
}

function isTaken(name: string, isOwn: boolean, taken: ReadonlySet<string>, given: ReadonlySet<string>): boolean {
  const key = name.toLowerCase();
  return given.has(key) || (!isOwn && taken.has(key));
}

function typeExpression(column: ResultColumn, dialect: SqlDialect, cell: string): string {
  const branches = parquetTypes(column, dialect).map(({ name, isExact }) => {
    const holdsAll = `coalesce(bool_and(${cell} IS NULL OR coalesce(${isExact(cell)}, false)), true)`;
    return `WHEN ${holdsAll} THEN '${name}'`;
  });
  const otherwise = column.kind === 'decimal' ? `coalesce(${measuredDecimal(cell)}, 'VARCHAR')` : "'VARCHAR'";
  return branches.length === 0 ? otherwise : `CASE ${branches.join(' ')} ELSE ${otherwise} END`;
}

/** Cells by their place: names may repeat. */
function cellOf(index: number): string {
  return `cells[${index + 1}]`;
}

function lines({ file, maxLineBytes }: ParquetSource): string {
  return `(SELECT json AS cells FROM read_json('${file}', format = 'newline_delimited', records = false, columns = {json: 'VARCHAR[]'}, maximum_object_size = ${maxLineBytes}))`;
}
