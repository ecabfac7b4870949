import { COMMA_DECIMAL, EITHER_DECIMAL, numberPattern, plainNumber, provenDecimalSign } from '#libs/files';
import type { DecimalSign, ReadingDoubt } from '#libs/files';
import { literal, quoted } from '../../../duckdb/open-database.js';
import type { CsvDialect } from './csv-dialect.js';
import type { Query, QueryRow } from './file-reading.js';

/** The engine plans thousands of conditions on a column for minutes. */
export const MOST_LOOKED_AT = 500;

/** How the numbers of a file are written that the engine does not take for numbers. */
export interface NumberSigns {
  /** Null where no value shows it. */
  readonly decimal: DecimalSign | null;
  /** The columns with such numbers, by name, and their decimal sign. */
  readonly columns: ReadonlyMap<string, DecimalSign>;
  readonly doubts: readonly ReadingDoubt[];
}

/** All numbers are written as the engine takes them. */
export const NO_SIGNS: NumberSigns = { decimal: null, columns: new Map(), doubts: [] };

interface Candidate {
  readonly name: string;
  readonly type: string;
  readonly row: QueryRow;
}

/** Looks for numbers with a comma in `source`, a table with every column as text; `chosen` is the sign that a person has set. */
export async function numberSigns(
  query: Query,
  source: string,
  { columns }: CsvDialect,
  chosen: DecimalSign | null,
): Promise<NumberSigns> {
  const looked = columns.filter(({ type }) => type === 'VARCHAR' || (chosen === ',' && type === 'DOUBLE'));
  if (looked.length === 0 || looked.length > MOST_LOOKED_AT) return NO_SIGNS;
  const candidates = await lookedAt(query, source, looked);
  const hasPoints = columns.some(({ type }) => type === 'DOUBLE');
  const commas = candidates.filter(({ type, row }) => type === 'VARCHAR' && row.decimals === true);
  const columnsWithCommas = commas.map(({ name, row }) => ({ name, isAmbiguous: row.either === true }));
  const decimal = provenDecimalSign(chosen, columnsWithCommas, hasPoints);
  if (decimal === null) return { ...NO_SIGNS, decimal: hasPoints ? '.' : null, doubts: commas.map(doubtOf) };
  const read =
    chosen === null ? commas : candidates.filter(({ row }) => row[decimal === ',' ? 'comma' : 'point'] === true);
  return { decimal, columns: new Map(read.map(({ name }) => [name, decimal])), doubts: [] };
}

/** A text as a number that the engine reads; every value of the column is one with that decimal sign. */
export function plainNumberText(v: string, sign: DecimalSign): string {
  return sign === ',' ? `replace(replace(${v}, '.', ''), ',', '.')` : `replace(${v}, ',', '')`;
}

async function lookedAt(query: Query, source: string, looked: readonly Omit<Candidate, 'row'>[]): Promise<Candidate[]> {
  const found: Candidate[] = [];
  const facts = looked.map(({ name }, index) => {
    const v = `trim(${quoted(name)})`;
    const isMatch = (pattern: string): string => `regexp_full_match(${v}, ${literal(pattern)})`;
    const all = (condition: string): string => `bool_and(${condition}) FILTER (${v} <> '')`;
    const hasSign = (signs: string): string => `bool_or(regexp_matches(${v}, '${signs}'))`;
    return `struct_pack(
      decimals := ${all(isMatch(`${COMMA_DECIMAL}|[+-]?[0-9]+`))} AND ${hasSign(',')},
      either := bool_and(${isMatch(EITHER_DECIMAL)}) FILTER (contains(${v}, ',')),
      comma := ${all(isMatch(numberPattern(',')))} AND ${hasSign('[.,]')},
      point := ${all(isMatch(numberPattern('.')))} AND ${hasSign(',')},
      sample := first(${v}) FILTER (contains(${v}, ','))) AS c${index}`;
  });
  const [row = {}] = await query(`SELECT ${facts.join(', ')} FROM ${source}`);
  for (const [index, column] of looked.entries()) found.push({ ...column, row: (row[`c${index}`] ?? {}) as QueryRow });
  return found;
}

function doubtOf({ name, row }: Candidate): ReadingDoubt {
  const sample = String(row.sample);
  const readings = ([',', '.'] as const).flatMap((sign) => {
    const text = plainNumber(sample, sign);
    return text === null ? [] : [{ as: sign, text }];
  });
  return { column: name, kind: 'number', sample, readings };
}
