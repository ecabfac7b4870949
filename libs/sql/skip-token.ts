import type { LexerRules } from '../dialects/index.js';
import { endOfMatch } from './end-of-match.js';

export interface SkippedToken {
  /** Offset behind the token; the end of the text when it is not closed. */
  readonly end: number;
  readonly isComment: boolean;
}

const ESCAPE_OR_QUOTE = /[\\']/g;
const DOLLAR_QUOTE = /\$(?:[A-Za-z_\u0080-\uFFFF][A-Za-z0-9_\u0080-\uFFFF]*)?\$/y;
const NEWLINE = /[\r\n]/g;
const COMMENT_MARK = /\/\*|\*\//g;
/** What may follow a string on its line: space, and a comment up to the line's end. */
const REST_OF_LINE = /(?:(?![\r\n\u2028\u2029])[\s\u200B\u2060])*(?:--[^\r\n]*)?[\r\n]/y;
const SPACE = /(?:(?![\u2028\u2029])[\s\u200B\u2060])+/y;
const COMMENT_LINE = /--[^\r\n]*[\r\n]/y;
/**
 * A variable of SQLite with brackets, as Tcl writes it; semicolons in the brackets belong to its name. Where they are not
 * closed before white space, the token is an illegal one that ends there.
 */
const TCL_VARIABLE = /[$@#:](?:::)*[A-Za-z0-9_$\u0080-\uFFFF]+(?:::[A-Za-z0-9_$\u0080-\uFFFF]*)*\([^)\t\n\v\f\r ]*\)?/y;

/**
 * Skips the string, quoted identifier, dollar quote or comment that begins at `offset`; null when none does. Takes the
 * rules and not the dialect, because scanners call it for each character.
 */
export function skipToken(text: string, offset: number, rules: LexerRules): SkippedToken | null {
  const next = text[offset + 1];
  switch (text[offset]) {
    case "'":
      return content(endOfQuoted(text, offset, "'", rules.hasEscapeStrings && isEscapeString(text, offset, rules)));
    case '"':
      return content(endOfQuoted(text, offset, '"', false));
    case '`':
      return rules.hasBacktickNames ? content(endOfQuoted(text, offset, '`', false)) : null;
    case '[':
      return rules.hasBracketNames ? content(indexBehind(text, ']', offset + 1)) : null;
    case '$':
      return rules.hasTclVariables ? tclVariable(text, offset) : dollarQuote(text, offset, rules);
    case '@':
    case '#':
    case ':':
      return rules.hasTclVariables ? tclVariable(text, offset) : null;
    case '-':
      return next === '-' ? comment(endOfLine(text, offset, rules)) : null;
    case '/':
      return next === '*' ? blockComment(text, offset, rules) : null;
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
function isEscapeString(text: string, offset: number, rules: LexerRules): boolean {
  return /[eE]/.test(text[offset - 1] ?? '') && !continuesWord(text, offset - 2, rules);
}

function continuesWord(text: string, offset: number, { wordCharacter }: LexerRules): boolean {
  return wordCharacter.test(text[offset] ?? '');
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
    const next = text[end + 1] === quote ? end + 2 : hasBackslashes ? continuedFrom(text, end + 1) : null;
    if (next === null) return end + 1;
    index = next;
  }
}

/**
 * Where a string goes on behind a newline, as the same kind of string: `E'a'`, newline, `'\''`; null where it does not.
 * One pattern for all of it would try each way to divide a row of dashes into comments.
 */
function continuedFrom(text: string, offset: number): number | null {
  let end = endOfMatch(REST_OF_LINE, text, offset);
  while (end !== null && text[end] !== "'") {
    end = endOfMatch(SPACE, text, end) ?? endOfMatch(COMMENT_LINE, text, end);
  }
  return end === null ? null : end + 1;
}

/** One search for both: a search for each of them reads the rest of the text for every string. */
function escapeOrQuote(text: string, from: number): number {
  ESCAPE_OR_QUOTE.lastIndex = from;
  return ESCAPE_OR_QUOTE.exec(text)?.index ?? -1;
}

/** A `$` inside a word (`a$b$c`) opens nothing. */
function dollarQuote(text: string, offset: number, rules: LexerRules): SkippedToken | null {
  if (!rules.hasDollarQuotes || continuesWord(text, offset - 1, rules)) return null;
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

function endOfLine(text: string, offset: number, { endsLineAtReturn }: LexerRules): number {
  if (!endsLineAtReturn) return indexBehind(text, '\n', offset);
  NEWLINE.lastIndex = offset;
  return NEWLINE.test(text) ? NEWLINE.lastIndex : text.length;
}

/** Where comments nest, one that is not closed is a mistake, and so no comment. */
function blockComment(text: string, offset: number, { hasNestedComments }: LexerRules): SkippedToken | null {
  if (!hasNestedComments) {
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
