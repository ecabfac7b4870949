import type { SqlDialect } from './dialect.js';

export interface SkippedToken {
  /** Offset behind the token; the end of the text when it is not closed. */
  readonly end: number;
  readonly isComment: boolean;
}

const DOLLAR_QUOTE = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy;
const ESCAPE_OR_QUOTE = /[\\']/g;
const NEWLINE = /[\r\n]/g;
const COMMENT_MARK = /\/\*|\*\//g;

/** Skips the string, quoted identifier, dollar quote or comment that begins at `offset`; null when none does. */
export function skipToken(text: string, offset: number, dialect: SqlDialect): SkippedToken | null {
  const next = text[offset + 1];
  switch (text[offset]) {
    case "'":
      return content(endOfQuoted(text, offset, "'", dialect !== 'sqlite' && isEscapeString(text, offset)));
    case '"':
      return content(endOfQuoted(text, offset, '"', false));
    case '`':
      return dialect === 'sqlite' ? content(endOfQuoted(text, offset, '`', false)) : null;
    case '[':
      return dialect === 'sqlite' ? content(indexBehind(text, ']', offset + 1)) : null;
    case '$':
      return dialect === 'sqlite' ? null : dollarQuote(text, offset);
    case '-':
      return next === '-' ? comment(endOfLine(text, offset)) : null;
    case '/':
      return next === '*' ? comment(endOfBlockComment(text, offset, dialect !== 'sqlite')) : null;
    default:
      return null;
  }
}

const content = (end: number): SkippedToken => ({ end, isComment: false });
const comment = (end: number): SkippedToken => ({ end, isComment: true });

function indexBehind(text: string, mark: string, from: number): number {
  const index = text.indexOf(mark, from);
  return index === -1 ? text.length : index + mark.length;
}

/** `E'…'`, where a backslash escapes a quote; the E is no part of a longer word. */
function isEscapeString(text: string, offset: number): boolean {
  return /[eE]/.test(text[offset - 1] ?? '') && !/[\p{L}\p{N}_$]/u.test(text[offset - 2] ?? '');
}

function endOfQuoted(text: string, offset: number, quote: string, hasBackslashes: boolean): number {
  let index = offset + 1;
  for (;;) {
    const end = hasBackslashes ? escapeOrQuote(text, index) : text.indexOf(quote, index);
    if (end === -1) return text.length;
    if (text[end] === quote && text[end + 1] !== quote) return end + 1;
    index = end + 2;
  }
}

/** One search for both: a search for each of them reads the rest of the text for every string. */
function escapeOrQuote(text: string, from: number): number {
  ESCAPE_OR_QUOTE.lastIndex = from;
  return ESCAPE_OR_QUOTE.exec(text)?.index ?? -1;
}

/** A `$` inside a word (`a$b$c`) opens nothing. */
function dollarQuote(text: string, offset: number): SkippedToken | null {
  if (/[\p{L}\p{N}_$]/u.test(text[offset - 1] ?? '')) return null;
  DOLLAR_QUOTE.lastIndex = offset;
  const mark = DOLLAR_QUOTE.exec(text)?.[0];
  return mark === undefined ? null : content(indexBehind(text, mark, offset + mark.length));
}

function endOfLine(text: string, offset: number): number {
  NEWLINE.lastIndex = offset;
  return NEWLINE.test(text) ? NEWLINE.lastIndex : text.length;
}

function endOfBlockComment(text: string, offset: number, nests: boolean): number {
  if (!nests) return indexBehind(text, '*/', offset + 2);
  let depth = 0;
  COMMENT_MARK.lastIndex = offset;
  for (let mark = COMMENT_MARK.exec(text); mark !== null; mark = COMMENT_MARK.exec(text)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return COMMENT_MARK.lastIndex;
  }
  return text.length;
}
