import { dialectOf, upperKeyword } from '../dialects/index.js';
import type { SqlDialect } from '../dialects/index.js';
import { endOfMatch } from './end-of-match.js';
import { skipToken } from './skip-token.js';

/** A token of a statement; `text` of a word is upper case, of anything else as written. */
export interface SqlToken {
  readonly text: string;
  readonly isWord: boolean;
  readonly start: number;
  readonly end: number;
}

/** The tokens of a statement one after another, without space and comments. */
export function* sqlTokens(sql: string, dialect: SqlDialect, from = 0): Generator<SqlToken> {
  const { lexer } = dialectOf(dialect);
  const { space: spaceRule, word: wordRule } = lexer;
  let offset = from;
  while (offset < sql.length) {
    const space = endOfMatch(spaceRule, sql, offset);
    const skipped = space === null ? skipToken(sql, offset, lexer) : null;
    if (space !== null || skipped?.isComment === true) {
      offset = space ?? skipped?.end ?? sql.length;
      continue;
    }
    const wordEnd = skipped === null ? endOfMatch(wordRule, sql, offset) : null;
    const end = skipped?.end ?? wordEnd ?? offset + 1;
    const text = sql.slice(offset, end);
    yield { text: wordEnd === null ? text : upperKeyword(text), isWord: wordEnd !== null, start: offset, end };
    offset = end;
  }
}

/** The words a statement begins with, upper case, at most `count`; ends at the first token that is no word. */
export function leadingWords(sql: string, dialect: SqlDialect, count: number): string[] {
  const words: string[] = [];
  for (const token of sqlTokens(sql, dialect)) {
    if (!token.isWord || words.length === count) break;
    words.push(token.text);
  }
  return words;
}
