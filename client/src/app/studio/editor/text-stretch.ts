import type { SqlStatement } from '#libs/sql';
import { positionAt } from './text-position';
import type { TextPosition } from './text-position';

/** A stretch of a text: where it begins, by its offset from 0 and by its line and column. */
export interface TextRange {
  readonly sql: string;
  readonly offset: number;
  readonly start: TextPosition;
}

/** A text as the field on screen holds it, and where the person is in it: every offset counts in this text. */
export interface TextPlace {
  readonly sql: string;
  /** What is selected; both are at the cursor where nothing is. */
  readonly start: number;
  readonly end: number;
  readonly cursor: number;
}

/** All of a text. */
export function wholeText(sql: string): TextRange {
  return { sql, offset: 0, start: { line: 1, column: 1 } };
}

/** What is selected; null where nothing but blanks is. */
export function selectedText({ sql, start, end }: TextPlace): TextRange | null {
  const selected = sql.slice(start, end);
  return selected.trim() === '' ? null : { sql: selected, offset: start, start: positionAt(sql, start) };
}

/** A statement of a text. */
export function statementRange(text: string, { sql, start }: SqlStatement): TextRange {
  return { sql, offset: start, start: positionAt(text, start) };
}
