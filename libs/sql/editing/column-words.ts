import type { SqlDialect } from '../../dialects/index.js';
import { quoteIdentifier } from '../quote-identifier.js';
import { sqlTokens } from '../sql-tokens.js';
import type { SqlToken } from '../sql-tokens.js';

/** Behind these words stands an expression. */
const BEFORE_COLUMN = new Set(
  'SELECT DISTINCT ALL WHERE AND OR NOT ON BY HAVING WHEN THEN ELSE CASE BETWEEN RETURNING USING SET'.split(' '),
);
/** A letter that no keyword has; names are put back in their order. */
const STAND_IN = '\ua66e';
const STAND_INS = new RegExp(`${STAND_IN}+`, 'g');

/** A text in which the names of columns cannot be taken for keywords. */
export interface ShieldedText {
  readonly sql: string;
  /** Puts the names back into the same text laid out in another way. */
  readonly restore: (laidOut: string) => string;
}

/**
 * Replaces bare names of columns by words of the same length that are no keyword of any formatter: a column `set` is laid
 * out as a name and not as the beginning of a clause. Only where a column can stand: behind a comma, a bracket, an
 * operator or a word such as `WHERE`, and not in front of a bracket.
 */
export function shieldColumns(sql: string, columns: readonly string[], dialect: SqlDialect): ShieldedText {
  const bare = new Set(
    columns.filter((name) => quoteIdentifier(name, dialect) === name).map((name) => name.toUpperCase()),
  );
  if (bare.size === 0 || sql.includes(STAND_IN)) return { sql, restore: (laidOut) => laidOut };
  const tokens = [...sqlTokens(sql, dialect)];
  const found = tokens.filter(
    (token, at) => token.isWord && bare.has(token.text) && isColumnPlace(tokens[at - 1], tokens[at + 1]),
  );
  const names = found.map(({ start, end }) => sql.slice(start, end));
  let [shielded, from] = ['', 0];
  for (const { start, end } of found) {
    shielded += sql.slice(from, start) + STAND_IN.repeat(end - start);
    from = end;
  }
  return { sql: shielded + sql.slice(from), restore: (laidOut) => restored(laidOut, names) };
}

function isColumnPlace(before: SqlToken | undefined, after: SqlToken | undefined): boolean {
  if (before === undefined || after?.text === '(') return false;
  return before.isWord ? BEFORE_COLUMN.has(before.text) : /^[.,(=<>+*/%|-]$/.test(before.text);
}

function restored(laidOut: string, names: readonly string[]): string {
  let next = 0;
  return laidOut.replace(STAND_INS, () => names[next++] ?? '');
}
