import type { SqlDialect } from './dialect.js';
import { LEXICAL_RULES, endOfMatch } from './lexical-rules.js';

export interface SkippedToken {
  /** Offset behind the token; the end of the text when it is not closed. */
  readonly end: number;
  readonly isComment: boolean;
}

const ESCAPE_OR_QUOTE = /[\\']/g;
const DOLLAR_QUOTE = /\$(?:[A-Za-z_\u0080-\uFFFF][A-Za-z0-9_\u0080-\uFFFF]*)?\$/y;
const NEWLINE = /[\r\n]/g;
const COMMENT_MARK = /\/\*|\*\//g;
/** A string that goes on behind a newline keeps its kind: `E'a'`, newline, `'\''`. */
const CONTINUED =
  /(?:[^\S\r\n\u2028\u2029]|\u200B|\u2060|--[^\r\n]*)*[\r\n](?:[^\S\u2028\u2029]|\u200B|\u2060|--[^\r\n]*[\r\n])*'/y;
/** A variable of SQLite with brackets, as Tcl writes it; semicolons in the brackets belong to its name. */
const TCL_VARIABLE = /[$@#:](?:[A-Za-z0-9_$\u0080-\uFFFF]|::)+\([^)\t\n\v\f\r ]*\)/y;

/** Skips the string, quoted identifier, dollar quote or comment that begins at `offset`; null when none does. */
export function skipToken(text: string, offset: number, dialect: SqlDialect): SkippedToken | null {
  const next = text[offset + 1];
  switch (text[offset]) {
    case "'":
      return content(endOfQuoted(text, offset, "'", dialect !== 'sqlite' && isEscapeString(text, offset, dialect)));
    case '"':
      return content(endOfQuoted(text, offset, '"', false));
    case '`':
      return dialect === 'sqlite' ? content(endOfQuoted(text, offset, '`', false)) : null;
    case '[':
      return dialect === 'sqlite' ? content(indexBehind(text, ']', offset + 1)) : null;
    case '$':
      return dialect === 'sqlite' ? tclVariable(text, offset) : dollarQuote(text, offset, dialect);
    case '@':
    case '#':
    case ':':
      return dialect === 'sqlite' ? tclVariable(text, offset) : null;
    case '-':
      return next === '-' ? comment(endOfLine(text, offset, dialect)) : null;
    case '/':
      return next === '*' ? blockComment(text, offset, dialect) : null;
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
function isEscapeString(text: string, offset: number, dialect: SqlDialect): boolean {
  return /[eE]/.test(text[offset - 1] ?? '') && !continuesWord(text, offset - 2, dialect);
}

function continuesWord(text: string, offset: number, dialect: SqlDialect): boolean {
  return LEXICAL_RULES[dialect].wordCharacter.test(text[offset] ?? '');
}

function endOfQuoted(text: string, offset: number, quote: string, hasBackslashes: boolean): number {
  let index = offset + 1;
  for (;;) {
    const end = hasBackslashes ? escapeOrQuote(text, index) : text.indexOf(quote, index);
    if (end === -1) return text.length;
    if (text[end] !== quote) {
      index = end + 2;
      continue;
    }
    const next = text[end + 1] === quote ? end + 2 : hasBackslashes ? endOfMatch(CONTINUED, text, end + 1) : null;
    if (next === null) return end + 1;
    index = next;
  }
}

/** One search for both: a search for each of them reads the rest of the text for every string. */
function escapeOrQuote(text: string, from: number): number {
  ESCAPE_OR_QUOTE.lastIndex = from;
  return ESCAPE_OR_QUOTE.exec(text)?.index ?? -1;
}

/** A `$` inside a word (`a$b$c`) opens nothing. */
function dollarQuote(text: string, offset: number, dialect: SqlDialect): SkippedToken | null {
  if (continuesWord(text, offset - 1, dialect)) return null;
  DOLLAR_QUOTE.lastIndex = offset;
  const mark = DOLLAR_QUOTE.exec(text)?.[0];
  return mark === undefined ? null : content(indexBehind(text, mark, offset + mark.length));
}

/** A `$` inside a word or a variable opens none: looking from each would take a time quadratic in the text. */
function tclVariable(text: string, offset: number): SkippedToken | null {
  let before = offset - 1;
  // Space, unless a word is in front of it.
  while (text[before] === '\uFEFF') before--;
  if (/[A-Za-z0-9_$:\u0080-\uFFFF]/.test(text[before] ?? '')) return null;
  const end = endOfMatch(TCL_VARIABLE, text, offset);
  return end === null ? null : content(end);
}

/** A carriage return ends the comment for Postgres and DuckDB, and is part of it for SQLite. */
function endOfLine(text: string, offset: number, dialect: SqlDialect): number {
  if (dialect === 'sqlite') return indexBehind(text, '\n', offset);
  NEWLINE.lastIndex = offset;
  return NEWLINE.test(text) ? NEWLINE.lastIndex : text.length;
}

/** What is not closed is a mistake to Postgres and DuckDB, and so no comment; SQLite takes it to the end. */
function blockComment(text: string, offset: number, dialect: SqlDialect): SkippedToken | null {
  if (dialect === 'sqlite') {
    return offset + 2 === text.length ? null : comment(indexBehind(text, '*/', offset + 2));
  }
  let depth = 0;
  COMMENT_MARK.lastIndex = offset;
  for (let mark = COMMENT_MARK.exec(text); mark !== null; mark = COMMENT_MARK.exec(text)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return comment(COMMENT_MARK.lastIndex);
  }
  return content(text.length);
}
