import type { ResultColumn } from '../../api/index.js';
import { dialectOf } from '../../dialects/index.js';
import type { SqlDialect } from '../../dialects/index.js';

/**
 * A type that a column of a Parquet file may have, in the SQL of DuckDB, which writes it. `isExact` and `value` take the
 * text of a cell as an expression.
 */
export interface ParquetType {
  readonly name: string;
  /** True where the type holds exactly the value that the text says. */
  readonly isExact: (cell: string) => string;
  readonly value: (cell: string) => string;
}

/** What holds any text, as the database printed it. */
export const PARQUET_TEXT: ParquetType = { name: 'VARCHAR', isExact: () => 'true', value: (cell) => cell };

const MAX_DIGITS = 38;
const NARROW_DIGITS = 18;
const DECLARED = /^(?:numeric|decimal)\((\d+), *(\d+)\)$/i;
const INTEGER = "'-?(0|[1-9][0-9]*)'";
/** Up to 17 digits that count: more than a double holds would be rounded. */
const DOUBLE = String.raw`'-?(0\.0*)?[0-9.]{1,18}(e[+-]?[0-9]+)?'`;
const NOT_FINITE = "('nan', 'inf', '-inf', 'infinity', '-infinity')";
const MOMENT = String.raw`'[0-9]{4,6}-[0-9]{2}-[0-9]{2} [0-9:]{8}(\.[0-9]{1,6})?[+-][0-9]{2}(:[0-9]{2}){0,2}'`;

/** The type that is printed in the same letters when it is read and written again. */
function reprinted(name: string, also = 'true'): ParquetType {
  return {
    name,
    isExact: (cell) => `TRY_CAST(${cell} AS ${name})::VARCHAR = ${cell} AND ${also.replaceAll('?', cell)}`,
    value: (cell) => `CAST(${cell} AS ${name})`,
  };
}

const BIGINT = reprinted('BIGINT');
/** Judged by its digits: reading numbers of this width is slow. */
const LARGE_INTEGER: ParquetType = {
  ...reprinted(`DECIMAL(${MAX_DIGITS},0)`),
  isExact: (cell) => `regexp_full_match(${cell}, ${INTEGER}) AND length(ltrim(${cell}, '-')) <= ${MAX_DIGITS}`,
};
const REAL: ParquetType = {
  ...reprinted('FLOAT'),
  isExact: (cell) =>
    `lower(${cell}) IN ${NOT_FINITE} OR TRY_CAST(${cell} AS FLOAT)::VARCHAR::DOUBLE = TRY_CAST(${cell} AS DOUBLE)`,
};
const DOUBLE_PRECISION: ParquetType = {
  ...reprinted('DOUBLE'),
  isExact: (cell) =>
    `lower(${cell}) IN ${NOT_FINITE} OR (regexp_full_match(${cell}, ${DOUBLE}) AND isfinite(TRY_CAST(${cell} AS DOUBLE)))`,
};
const BOOLEAN: ParquetType = {
  name: 'BOOLEAN',
  isExact: (cell) => `${cell} IN ('t', 'f', 'true', 'false')`,
  value: (cell) => `(${cell} IN ('t', 'true'))`,
};
const DATE = reprinted('DATE', 'isfinite(TRY_CAST(? AS DATE))');
const TIME = reprinted('TIME', "? < '24'");
const TIMESTAMP = reprinted('TIMESTAMP', 'isfinite(TRY_CAST(? AS TIMESTAMP))');
const TIMESTAMP_NS = reprinted('TIMESTAMP_NS', 'isfinite(TRY_CAST(? AS TIMESTAMP))');
const TIMESTAMPTZ: ParquetType = {
  ...reprinted('TIMESTAMPTZ'),
  isExact: (cell) => `regexp_full_match(${cell}, ${MOMENT}) AND TRY_CAST(${cell} AS TIMESTAMPTZ) IS NOT NULL`,
};
const UUID = reprinted('UUID');

/**
 * The types that a column may have, the best first. The column gets the first one that is exact for each of its values,
 * and stays text where none is: an infinite date, a NaN among decimals or a word in a column of SQLite would be lost.
 */
export function parquetTypes({ kind, type }: ResultColumn, dialect: SqlDialect): readonly ParquetType[] {
  switch (kind) {
    case 'integer':
      return [BIGINT, LARGE_INTEGER];
    case 'decimal':
      return declaredDecimal(type);
    case 'float':
      return isSinglePrecision(type, dialect) ? [REAL, DOUBLE_PRECISION] : [DOUBLE_PRECISION];
    case 'boolean':
      return [BOOLEAN];
    case 'date':
      return [DATE];
    case 'time':
      return [TIME];
    case 'timestamp':
      return [timestampType(type)];
    case 'uuid':
      return [UUID];
    case 'binary':
      return [{ name: 'BLOB', ...dialectOf(dialect).values.printedBytes }];
    default:
      return [];
  }
}

function isSinglePrecision(type: string, dialect: SqlDialect): boolean {
  return dialectOf(dialect).values.hasSinglePrecision && /^(?:real|float)$/i.test(type);
}

function timestampType(type: string): ParquetType {
  if (/with time zone/i.test(type)) return TIMESTAMPTZ;
  return type === 'TIMESTAMP_NS' ? TIMESTAMP_NS : TIMESTAMP;
}

function declaredDecimal(type: string): ParquetType[] {
  const [, digits, scale] = DECLARED.exec(type)?.map(Number) ?? [];
  const isPossible =
    digits !== undefined && scale !== undefined && digits > 0 && digits <= MAX_DIGITS && scale <= digits;
  return isPossible ? [reprinted(`DECIMAL(${digits},${scale})`)] : [];
}

/**
 * An expression for the type that holds every value of a column of decimals without a declared scale, else NULL. Up to 18
 * digits it is the narrower one, which every program reads as a whole number of 64 bits.
 */
export function measuredDecimal(cell: string): string {
  const scale = `coalesce(max(length(split_part(${cell}, '.', 2))), 0)`;
  const wholeDigits = `coalesce(max(length(ltrim(split_part(${cell}, '.', 1), '-0'))), 0)`;
  const areNumbers = String.raw`coalesce(bool_and(regexp_full_match(${cell}, '-?(0|[1-9][0-9]*)(\.[0-9]+)?')), true)`;
  const type = (digits: number): string =>
    `WHEN ${areNumbers} AND ${wholeDigits} + ${scale} <= ${digits} THEN 'DECIMAL(${digits},' || ${scale} || ')'`;
  return `CASE ${type(NARROW_DIGITS)} ${type(MAX_DIGITS)} END`;
}
