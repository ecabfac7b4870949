import { dialectOf } from '../dialects/index.js';
import type { SqlDialect } from './dialect.js';
import { sqlTokens } from './sql-tokens.js';

/** What stands where a literal was. */
const LITERAL = "'…'";

/**
 * A statement as it may be kept where secrets may not: strings are blanked out and comments left out, also those that the
 * text was cut off in. Names, numbers and the structure stay.
 */
export function withoutLiterals(sql: string, dialect: SqlDialect): string {
  const { hasDollarQuotes } = dialectOf(dialect).lexer;
  const parts: string[] = [];
  let end = 0;
  for (const token of sqlTokens(sql, dialect)) {
    const first = token.text.charAt(0);
    const isUnclosedComment = token.text.startsWith('/*');
    const isLiteral = first === "'" || (hasDollarQuotes && first === '$' && token.text.length > 1 && !token.isWord);
    parts.push(
      spaceOf(sql.slice(end, token.start)),
      isUnclosedComment ? '' : isLiteral ? LITERAL : sql.slice(token.start, token.end),
    );
    end = token.end;
  }
  return [...parts, spaceOf(sql.slice(end))].join('').trim();
}

/** What stands between two tokens, without comments. */
function spaceOf(gap: string): string {
  return /\S/u.test(gap) ? ' ' : gap;
}
