import type { SqlDialect } from './dialect.js';

/** What an engine takes for space and for letters; everything beyond ASCII that is no space is a letter to all three. */
export interface LexicalRules {
  /** A stretch of space, sticky. */
  readonly space: RegExp;
  /** A word, sticky. */
  readonly word: RegExp;
  /** One character that continues a word. */
  readonly wordCharacter: RegExp;
}

const POSTGRES_SPACE = String.raw`\t-\r `;
/** DuckDB replaces these spaces of Unicode before it reads a text. */
const DUCKDB_SPACE = String.raw`\t\n\f\r \u00A0\u2000-\u200B\u202F\u205F\u2060\u3000\uFEFF`;

const BEYOND_ASCII = String.raw`\u0080-\uFFFF`;
const DUCKDB_LETTERS = String.raw`\u0080-\u009F\u00A1-\u1FFF\u200C-\u202E\u2030-\u205E\u2061-\u2FFF\u3001-\uFEFE\uFF00-\uFFFF`;
const NO_BYTE_ORDER_MARK = String.raw`\u0080-\uFEFE\uFF00-\uFFFF`;

/** The rules of each engine's scanner, as the engines themselves show them in `boundaries.spec.ts`. */
export const LEXICAL_RULES: Record<SqlDialect, LexicalRules> = {
  postgres: rules(`[${POSTGRES_SPACE}]+`, BEYOND_ASCII),
  duckdb: rules(`[${DUCKDB_SPACE}]+`, DUCKDB_LETTERS),
  // A vertical tab is space behind other space alone, and a byte order mark is space unless a word is in front of it.
  sqlite: rules(String.raw`(?:[\t\n\f\r ][\t-\r ]*|\uFEFF)+`, NO_BYTE_ORDER_MARK, BEYOND_ASCII),
};

function rules(space: string, first: string, others = first): LexicalRules {
  return {
    space: new RegExp(space, 'y'),
    word: new RegExp(`[A-Za-z_${first}][A-Za-z0-9_$${others}]*`, 'y'),
    wordCharacter: new RegExp(`^[A-Za-z0-9_$${others}]$`),
  };
}

/** The offset behind what a sticky pattern finds at an offset; null when it finds nothing. */
export function endOfMatch(pattern: RegExp, text: string, offset: number): number | null {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** Where a text ends without the space at its end; a byte order mark there may be part of a word. */
export function trimmedEnd(text: string, end: number, { space }: LexicalRules): number {
  let last = end;
  while (last > 0 && text[last - 1] !== '\uFEFF' && endOfMatch(space, text[last - 1] ?? '', 0) !== null) last--;
  return last;
}
