import type { LintMarker } from '../../api/index.js';
import { dialectOf } from '../../dialects/index.js';
import type { SqlDialect } from '../../dialects/index.js';
import { findParameters } from '../parameters/index.js';
import type { SqlStatement } from '../split-statements.js';

/** A string or a quoted name up to its end or that of its line, a comment, a word, or one character. */
const FIRST_WORD = /^(?:(?:[ebxn]|u&)?'[^'\r\n]*'?|(?:u&)?"[^"\r\n]*"?|\/\*[^\r\n]*|[\p{L}\p{N}_$]+|.)/isu;
const IN_WORD = /[\p{L}\p{N}_$]/u;

/** What a grammar says of one statement; `offset` is 0-based in its text, null where it names no place. */
export interface SyntaxProblem {
  readonly message: string;
  readonly offset: number | null;
}

/**
 * The statement with `$1` in place of each parameter and of the same length, so that a grammar that knows no `:name`
 * takes it and every offset stays true.
 */
export function withPlainParameters(sql: string, dialect: SqlDialect): string {
  if (dialectOf(dialect).parameters.areInGrammar) return sql;
  const parts: string[] = [];
  let last = 0;
  for (const { start, end } of findParameters(sql, dialect).uses) {
    // The shortest parameter, `:a`, is as long as `$1`.
    parts.push(sql.slice(last, start), '$1'.padEnd(end - start));
    last = end;
  }
  return `${parts.join('')}${sql.slice(last)}`;
}

/** Where the editor underlines a problem: the word or string that begins there, or the last one when the text just ends. */
export function syntaxMarker({ sql, start }: SqlStatement, { message, offset }: SyntaxProblem): LintMarker {
  const length = sql.trimEnd().length;
  const isAtEnd = offset !== null && offset >= length;
  const from = isAtEnd ? lastWordStart(sql, length) : (offset ?? 0);
  const to = offset === null ? length : from + (FIRST_WORD.exec(sql.slice(from))?.[0].length ?? 0);
  return { message, severity: 'error', start: start + from, end: start + Math.max(to, from + 1) };
}

/** Where the last word of the first `end` characters begins, or their last character where that is in no word. */
function lastWordStart(text: string, end: number): number {
  let start = end;
  for (let before = previous(text, start); start > 0 && IN_WORD.test(text.slice(before, start));) {
    start = before;
    before = previous(text, start);
  }
  return start === end ? previous(text, end) : start;
}

/** The start of the character that ends at `end`. */
function previous(text: string, end: number): number {
  return Math.max(0, end - ((text.codePointAt(end - 2) ?? 0) > 0xffff ? 2 : 1));
}

/** Converts an offset in Unicode code points to one in UTF-16 code units; the length of the text where it lies behind. */
export function utf16OfPoints(text: string, points: number): number {
  let index = 0;
  for (let left = points; left > 0 && index < text.length; left--)
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  return index;
}
