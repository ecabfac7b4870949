import type { NumberFacts } from '#libs/files';
import { quoted } from '../../../duckdb/open-database.js';
import type { Query, QueryRow } from './file-reading.js';

/** From here on DOUBLE rounds integers. */
const MAX_EXACT = 9007199254740992n;
const INTEGER = `'[+-]?(0|[1-9][0-9]*)'`;
/** The engine plans conditions that name a column twice in the square of their number. */
const COLUMNS_AT_ONCE = 50;
/** As BIGINT writes it. */
const PLAIN_INTEGER = `'-?(0|[1-9][0-9]*)'`;
const SHORT_INTEGER = `'(-?(0|[1-9][0-9]{0,14}))?'`;
const DECIMAL = `'[+-]?([0-9]+[.][0-9]*|[.][0-9]+)'`;
const FLOAT = `'[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)[eE][+-]?[0-9]+|(?i:[+-]?(inf|infinity|nan))'`;
const DIGITS = "regexp_extract(v, '^[+-]?0*([0-9]*)', 1)";
const SCALE = "length(regexp_extract(v, '[.]([0-9]*)$', 1))";
/** DOUBLE holds every number of so many digits. */
const MAX_EXACT_DIGITS = 15;
const IS_LARGE = `(length(${DIGITS}) > 16 OR (length(${DIGITS}) = 16 AND ${DIGITS} > '${MAX_EXACT}'))`;

/**
 * A condition on a text `v`: its engine type may not hold it exactly. Cheap, and true for some that it holds. Names `v`
 * once, since the engine plans thousands of conditions that name a column twice for minutes.
 */
export function mayBeInexact(v: string, type: 'BIGINT' | 'DOUBLE'): string {
  return type === 'DOUBLE'
    ? `NOT regexp_full_match(${v}, '[^eE]{0,${MAX_EXACT_DIGITS}}')`
    : `NOT regexp_full_match(${v}, ${SHORT_INTEGER})`;
}

/** As `mayBeInexact` for texts of JSON, whose decimals the engine has rounded already. */
export function mayBeInexactInJson(v: string): string {
  return `abs(TRY_CAST(${v} AS DOUBLE)) >= ${MAX_EXACT}`;
}

/** The columns of `source`, a table of texts, that have a number which DOUBLE does not hold exactly. */
export async function inexactDoubles(query: Query, source: string, names: readonly string[]): Promise<Set<string>> {
  const inexact = new Set<string>();
  for (let start = 0; start < names.length; start += COLUMNS_AT_ONCE) {
    const some = names.slice(start, start + COLUMNS_AT_ONCE);
    const flags = some.map((name, index) => {
      return `coalesce(bool_or(${isRoundedAsDouble(quoted(name))}), false) AS f${index}`;
    });
    const [row = {}] = await query(`SELECT ${flags.join(', ')} FROM ${source}`);
    for (const [index, name] of some.entries()) if (row[`f${index}`] === true) inexact.add(name);
  }
  return inexact;
}

/** False without matching a pattern for most values: those that the engine prints as they are. */
function isRoundedAsDouble(v: string): string {
  return `CASE WHEN CAST(TRY_CAST(${v} AS DOUBLE) AS VARCHAR) = ${v} THEN false ELSE NOT (${isExact(v, 'DOUBLE')}) END`;
}

/** A type that a column of numbers is read as. */
export type NumberType = 'BIGINT' | 'HUGEINT' | 'DOUBLE' | `DECIMAL(${string})`;

export function isNumberType(type: string): type is NumberType {
  return /^(BIGINT|HUGEINT|DOUBLE|DECIMAL\(\d+,\d+\))$/.test(type);
}

/**
 * An expression that is a text as `type`, and an error that says `complaint` and the text where that would round it or
 * the text is no such number. NULL and blanks are NULL. The first branches are enough for most
 * values and match no pattern, which would take five times as long.
 */
export function guardedNumber(v: string, type: NumberType, complaint: string): string {
  const number = `TRY_CAST(${v} AS ${type})`;
  const isShort = `strlen(${v}) <= ${MAX_EXACT_DIGITS} AND abs(${number}) < ${MAX_EXACT}`;
  const branches = [
    ...(type === 'DOUBLE' ? [`CASE WHEN ${isShort} THEN ${number} END`] : []),
    `CASE WHEN ${number}::VARCHAR = ${v} THEN ${number} END`,
    `CASE WHEN ${isExact(v, type)} THEN ${number} END`,
    `CASE WHEN trim(${v}) <> '' THEN CAST(error(${complaint} || ${v}) AS ${type}) END`,
  ];
  return `coalesce(${branches.join(', ')})`;
}

/** A condition on a text: the type does not round it if it takes it at all. */
function isExact(v: string, type: NumberType): string {
  if (type === 'BIGINT' || type === 'HUGEINT') return `regexp_full_match(trim(${v}), ${PLAIN_INTEGER})`;
  const trimmed = `trim(${v})`;
  if (type === 'DOUBLE') {
    const isPlain = `regexp_full_match(${trimmed}, '[+-]?[0-9]+([.][0-9]*)?')`;
    const isLarge = `(${isPlain} AND ${IS_LARGE.replaceAll('(v,', `(${trimmed},`)})`;
    return `NOT ${isLarge} AND NOT ${isInfinite(trimmed)} AND NOT ${hasLostDigits(trimmed)}`;
  }
  const scale = Number(/,(\d+)/.exec(type)?.[1]);
  return `regexp_full_match(${trimmed}, '[+-]?[0-9]*([.][0-9]{0,${scale}})?')`;
}

/** A condition on a text: digits that DOUBLE reads as infinity, such as `1e400`. */
function isInfinite(v: string): string {
  return `(regexp_matches(${v}, '[0-9]') AND coalesce(isinf(TRY_CAST(${v} AS DOUBLE)), false))`;
}

/**
 * A condition on a text: DOUBLE has other digits than it. One of 17 digits may be that of a DOUBLE which fewer digits
 * name, too, as many programs write it.
 */
function hasLostDigits(v: string): string {
  const double = `TRY_CAST(${v} AS DOUBLE)`;
  const kept = [`CAST(${double} AS VARCHAR)`, `printf('%.17g', ${double})`].map(digitsOf);
  const digits = digitsOf(v);
  // Programs that print a DOUBLE with more digits than it needs print its exact ones.
  const exact = digitsOf(`printf('%.' || (strlen(${digits}) - 1) || 'e', ${double})`);
  const isLost = `CASE WHEN ${digits} IN (${kept.join(', ')}) THEN false ELSE ${digits} <> ${exact} END`;
  return `coalesce(CASE WHEN strlen(${digits}) > ${MAX_EXACT_DIGITS} THEN ${isLost} END, false)`;
}

/** The digits of a number, without the zeros around them, sign and exponent. */
function digitsOf(text: string): string {
  return `trim(translate(split_part(lower(${text}), 'e', 1), '+-.', ''), '0')`;
}

/** Facts of the texts `v` that a query has, without NULL and ''. */
export async function numberFacts(query: Query, values: string): Promise<NumberFacts> {
  const [row = {}] = await query(`
    SELECT count(*) FILTER (kind = 'text')::INTEGER AS texts,
      count(*) FILTER (kind IN ('integer', 'text') AND NOT regexp_full_match(v, ${PLAIN_INTEGER})
        AND TRY_CAST(v AS BIGINT) IS NOT NULL)::INTEGER AS respelled,
      count(*) FILTER (kind = 'float')::INTEGER AS floats,
      count(*) FILTER (kind = 'decimal')::INTEGER AS decimals,
      coalesce(max(length(${DIGITS})) FILTER (kind IN ('integer', 'decimal')), 0)::INTEGER AS digits,
      coalesce(max(${SCALE}) FILTER (kind = 'decimal'), 0)::INTEGER AS scale,
      coalesce(bool_or(CASE WHEN kind = 'text' THEN false
        WHEN kind = 'integer' THEN ${IS_LARGE}
        WHEN kind = 'decimal' THEN ${IS_LARGE} OR ${hasLostDigits('v')}
        ELSE ${isInfinite('v')} OR ${hasLostDigits('v')} END), false) AS inexact,
      coalesce(bool_and(TRY_CAST(v AS BIGINT) IS NOT NULL) FILTER (kind = 'integer'), true) AS bigints,
      coalesce(bool_and(TRY_CAST(v AS HUGEINT) IS NOT NULL) FILTER (kind = 'integer'), true) AS hugeints
    FROM (SELECT v, CASE WHEN regexp_full_match(v, ${INTEGER}) THEN 'integer'
        WHEN regexp_full_match(v, ${DECIMAL}) THEN 'decimal'
        WHEN regexp_full_match(v, ${FLOAT}) THEN 'float' ELSE 'text' END AS kind
      FROM (SELECT trim(v) AS v FROM (${values})) WHERE v <> '')`);
  return factsOf(row);
}

function factsOf(row: QueryRow): NumberFacts {
  return {
    texts: Number(row.texts),
    respelled: Number(row.respelled),
    floats: Number(row.floats),
    decimals: Number(row.decimals),
    integerDigits: Number(row.digits),
    scale: Number(row.scale),
    isBeyondDouble: row.inexact === true,
    fitsBigint: row.bigints === true,
    fitsHugeint: row.hugeints === true,
  };
}
