import { dialectOf } from '../../dialects/index.js';
import type { SqlDialect } from '../../dialects/index.js';
import { skipToken } from '../skip-token.js';
import { splitStatements } from '../split-statements.js';
import type { SqlStatement } from '../split-statements.js';
import { sqlTokens } from '../sql-tokens.js';

/** Each unclosed token takes another look at the rest of the text. */
const MOST_OPEN = 20;
const LINE_END = /[\r\n]/g;
/** What stands in front of a string's quote: `E'…'`, `B'…'`, `X'…'`, `N'…'`, `U&'…'` and `U&"…"`. */
const QUOTE_PREFIX = /(?<![\p{L}\p{N}_$])(?:[ebxn]|u&)$/iu;

/**
 * The statements of a text as a grammar is to judge them. A string, quoted name, dollar quote or comment that is not
 * closed would hide everything behind it, so it ends with its line here: it is a piece of its own, after the statement
 * that it ends, and the lines behind it are split anew. The grammar says what is wrong with each.
 */
export function lintedStatements(text: string, dialect: SqlDialect): SqlStatement[] {
  const found: SqlStatement[] = [];
  let from = 0;
  for (let round = 0; round < MOST_OPEN; round++) {
    const rest = splitStatements(text.slice(from), dialect).map((one) =>
      pieceOf(text, from + one.start, from + one.end),
    );
    const last = rest.at(-1);
    const open = last === undefined ? null : openTokenStart(text, last.start, dialect);
    if (last === undefined || open === null) return [...found, ...rest];
    const lineEnd = endOfLine(text, open);
    found.push(...rest.slice(0, -1), pieceOf(text, last.start, lineEnd));
    if (open > last.start) found.push(pieceOf(text, open, lineEnd));
    from = lineEnd;
  }
  return found;
}

const pieceOf = (text: string, start: number, end: number): SqlStatement => ({
  sql: text.slice(start, end),
  start,
  end,
});

/** Where the token begins that is still open at the end of the text; null where the last one is closed. */
function openTokenStart(text: string, from: number, dialect: SqlDialect): number | null {
  let last: { readonly start: number; readonly end: number } | null = null;
  for (const token of sqlTokens(text, dialect, from)) last = token;
  if (last?.end !== text.length) return null;
  const longer = `${text}\n `;
  const skipped = skipToken(longer, last.start, dialectOf(dialect).lexer);
  if (skipped?.end !== longer.length) return null;
  const prefix = QUOTE_PREFIX.exec(text.slice(Math.max(from, last.start - 3), last.start))?.[0] ?? '';
  return last.start - prefix.length;
}

function endOfLine(text: string, from: number): number {
  LINE_END.lastIndex = from;
  return LINE_END.exec(text)?.index ?? text.length;
}
