import type { ResultColumn } from '#libs/api';

/**
 * What DuckDB is to sort a column's cells by, as SQL over their text `t`; null where it cannot sort as
 * `compareCells` does. An expression that is NULL for a text means that the text is not what its type promises.
 */
export function keyExpressions({ kind, type }: ResultColumn): readonly string[] | null {
  switch (kind) {
    case 'integer':
      return [`TRY_CAST(t AS ${integerType(type)})`];
    case 'decimal':
      return decimalKeys(type);
    case 'float':
      return ['TRY_CAST(t AS DOUBLE)'];
    case 'boolean':
      return ["CASE WHEN t IN ('t', 'true', '1') THEN 1 WHEN t IN ('f', 'false', '0') THEN 0 END"];
    case 'date':
      // The engine reads dates before our era and overlooks what they end with.
      return ["CASE WHEN NOT contains(t, 'BC') THEN TRY_CAST(t AS DATE) END"];
    case 'timestamp':
      return [`TRY_CAST(t AS ${timestampType(type)})`];
    case 'time':
      // With a zone the engine breaks ties between equal moments by their zones.
      return ZONED.test(type) ? null : ['TRY_CAST(t AS TIME)'];
    case 'interval':
    case 'network':
      return null;
    default:
      return ['t'];
  }
}

const ZONED = /with time zone|tz$/i;
const NANOSECONDS = /_ns$/i;
const WIDE_INTEGER = /^(u?hugeint|ubigint)$/i;
const PRECISION = /\((\d+)(?:,\s*(\d+))?\)/;
/** Digits that fit into eight bytes; wider ones take many times as long to read. */
const SHORT_DECIMAL = 18;

function integerType(type: string): string {
  if (!WIDE_INTEGER.test(type)) return 'BIGINT';
  return /^uhuge/i.test(type) ? 'UHUGEINT' : 'HUGEINT';
}

function timestampType(type: string): string {
  if (NANOSECONDS.test(type)) return 'TIMESTAMP_NS';
  return ZONED.test(type) ? 'TIMESTAMPTZ' : 'TIMESTAMP';
}

/** A decimal of its own width where it has a short one, else its whole part and its digits behind the point. */
function decimalKeys(type: string): string[] {
  const [, precision, scale = '0'] = PRECISION.exec(type) ?? [];
  if (precision !== undefined && Number(precision) <= SHORT_DECIMAL && Number(scale) <= Number(precision))
    return [`TRY_CAST(t AS DECIMAL(${precision}, ${scale}))`];
  return ["TRY_CAST(split_part(t, '.', 1) AS BIGINT)", FRACTION];
}

const FRACTION_DIGITS = "rtrim(split_part(t, '.', 2), '0')";
/** Below zero each digit counts backwards, and a longer fraction comes before its beginning: ':' follows all digits. */
const FRACTION = `CASE WHEN t[1] = '-' THEN '0' || translate(${FRACTION_DIGITS}, '0123456789', '9876543210') || ':' ELSE '1' || ${FRACTION_DIGITS} END`;
