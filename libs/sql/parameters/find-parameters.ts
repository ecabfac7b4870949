import { dialectOf } from '../../dialects/index.js';
import type { SqlDialect } from '../../dialects/index.js';
import { splitStatements } from '../split-statements.js';
import { leadingWords } from '../sql-tokens.js';
import { ParameterScan, type ParameterUse } from './parameter-scan.js';

/** `named`: `:id`. `numbered`: `$1`. `mixed`: both in one statement, which no engine takes. */
export type ParameterStyle = 'none' | 'named' | 'numbered' | 'mixed';

/** The parameters of one statement. */
export interface FoundParameters {
  readonly style: ParameterStyle;
  /** Each name once: numbers by their size, names by where they stand first. */
  readonly names: readonly string[];
  /** In their order in the text. */
  readonly uses: readonly ParameterUse[];
}

/** The parameters of a text of several statements, which share one value for each name. */
export interface TextParameters {
  readonly names: readonly string[];
  /** True when a statement mixes names and numbers. */
  readonly isMixed: boolean;
}

const NONE: FoundParameters = { style: 'none', names: [], uses: [] };

/** The `$1` in these belongs to what they define. */
const DEFINES = /^(?:PREPARE|CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE))\b/;

/**
 * Finds the parameters of one statement: `:name` and `$1` in every dialect, `$name` in DuckDB's and SQLite's, `@name` in
 * SQLite's. Never taken for one: `::type`, `:=`, the colon of a slice, of a struct's or JSON_OBJECT's key and of a DuckDB
 * alias, what stands in strings, quoted identifiers, dollar quotes and comments, and the arguments inside a function's
 * body or behind PREPARE. Inside a subscript a colon is the slice's, so `a[:n]` has no parameter and `a[(:n)]` has one.
 */
export function findParameters(sql: string, dialect: SqlDialect): FoundParameters {
  if (!dialectOf(dialect).parameters.mayHave.test(sql)) return NONE;
  const uses = new ParameterScan(sql, dialect).uses();
  if (uses.length === 0 || DEFINES.test(leadingWords(sql, dialect, 4).join(' '))) return NONE;
  const names = [...new Set(uses.map(({ name }) => name))];
  const numbers = names.filter(isNumber);
  if (numbers.length === 0) return { style: 'named', names, uses };
  if (numbers.length < names.length) return { style: 'mixed', names, uses };
  return { style: 'numbered', names: names.sort((a, b) => Number(a) - Number(b)), uses };
}

/** Finds the parameters of all statements of a text, for asking for their values. */
export function textParameters(text: string, dialect: SqlDialect): TextParameters {
  if (!dialectOf(dialect).parameters.mayHave.test(text)) return { names: [], isMixed: false };
  const found = splitStatements(text, dialect).map(({ sql }) => findParameters(sql, dialect));
  const names = new Set(found.flatMap((one) => one.names));
  return { names: [...names], isMixed: found.some(({ style }) => style === 'mixed') };
}

function isNumber(name: string): boolean {
  return /^\d/.test(name);
}
