import { dialectOf } from '../../dialects/index.js';
import type { SqlDialect } from '../../dialects/index.js';
import { skipToken } from '../skip-token.js';
import type { SqlToken } from '../sql-tokens.js';

/** The name that the cursor stands in or behind, possibly empty. */
export interface CursorWord {
  /** What is typed of it, without its opening quote. */
  readonly prefix: string;
  readonly isQuoted: boolean;
  /** Where it begins, its opening quote included. */
  readonly start: number;
  /** The names before it with a dot behind each: `["o"]` in `o.id`. */
  readonly qualifier: readonly string[];
  /** How many tokens stand before it and its qualifier. */
  readonly tokensBefore: number;
  /** How many tokens stand before what comes after it. */
  readonly tokensThrough: number;
}

/** Finds the word at the cursor; null where nothing is to be completed: in strings, comments, numbers and parameters. */
export function cursorWord(
  sql: string,
  tokens: readonly SqlToken[],
  offset: number,
  dialect: SqlDialect,
): CursorWord | null {
  const next = tokens.findIndex(({ end, start }) => end >= offset || start >= offset);
  const index = next === -1 ? tokens.length : next;
  const token = tokens[index];
  const isInside = token !== undefined && token.start < offset && isName(token, sql, offset);
  if (token !== undefined && !isInside && token.start < offset && offset < token.end) return null;
  const isInComment =
    token !== undefined && token.start < offset
      ? sql.startsWith('/*', token.start)
      : isInCommentOfGap(sql, tokens[index - 1]?.end ?? 0, offset, dialect);
  if (isInComment) return null;
  const before = !isInside && token !== undefined && token.start < offset ? index + 1 : index;
  if (isInLiteral(tokens[before - 1], sql, offset)) return null;
  const start = isInside ? token.start : offset;
  if (isPartOfSomethingElse(sql, start)) return null;
  const isQuoted = isInside && !token.isWord;
  const { parts, tokensBefore } = qualifierBefore(sql, tokens, before, start);
  return {
    prefix: sql.slice(isQuoted ? start + 1 : start, offset),
    isQuoted,
    start,
    qualifier: parts,
    tokensBefore,
    tokensThrough: isInside ? before + 1 : before,
  };
}

/** The name that a token of a statement means: without its quotes, otherwise as written. */
export function nameOf(token: SqlToken, sql: string): string | null {
  const text = sql.slice(token.start, token.end);
  if (token.isWord) return text;
  if (/^"(?:[^"]|"")*"$/.test(text)) return text.slice(1, -1).replaceAll('""', '"');
  if (/^`[^`]+`$/.test(text) || /^\[[^\]]+\]$/.test(text)) return text.slice(1, -1);
  return null;
}

/** A word, or a quoted name that is not closed in front of the cursor. */
function isName({ isWord, start, end }: SqlToken, sql: string, offset: number): boolean {
  if (isWord) return true;
  if (sql[start] !== '"') return false;
  return offset < end || !/^"(?:[^"]|"")*"$/.test(sql.slice(start, end));
}

/** Directly behind an open string; directly behind a closed one nothing is completed either. */
function isInLiteral(token: SqlToken | undefined, sql: string, offset: number): boolean {
  return token?.end === offset && /^['$`[]/.test(sql.slice(token.start, token.end)) && token.end - token.start > 1;
}

/** `1a`, `:name`, `$1`, `@x`: but the second colon of a cast is none of these. */
function isPartOfSomethingElse(sql: string, start: number): boolean {
  return /[\p{N}$@]$|(?<!:):$/u.test(sql.slice(Math.max(0, start - 2), start));
}

/** Whether `offset` is inside a comment of the gap between two tokens that begins at `from`. */
function isInCommentOfGap(sql: string, from: number, offset: number, dialect: SqlDialect): boolean {
  const { lexer } = dialectOf(dialect);
  for (let place = from; place < offset;) {
    const skipped = skipToken(sql, place, lexer);
    if (skipped?.isComment !== true) {
      place += 1;
      continue;
    }
    const isOpen = skipped.end === sql.length && !/(?:\*\/|[\r\n])$/.test(sql);
    if (offset < skipped.end || (offset === skipped.end && isOpen)) return true;
    place = skipped.end;
  }
  return false;
}

function qualifierBefore(sql: string, tokens: readonly SqlToken[], before: number, start: number) {
  const parts: string[] = [];
  let [index, place] = [before, start];
  for (;;) {
    const [name, dot] = [tokens[index - 2], tokens[index - 1]];
    if (dot?.text !== '.' || dot.end !== place || name?.end !== dot.start) break;
    const part = nameOf(name, sql);
    if (part === null) break;
    parts.unshift(part);
    [index, place] = [index - 2, name.start];
  }
  return { parts, tokensBefore: index };
}
