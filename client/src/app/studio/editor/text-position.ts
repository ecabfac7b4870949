import type { StatementError } from '#libs/api';

/** A place in a text, both counted from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** The line and column of a 0-based offset; a line ends with `\n`, `\r\n` or `\r`. */
export function positionAt(text: string, offset: number): TextPosition {
  let line = 1;
  let lineStart = 0;
  const end = Math.min(Math.max(offset, 0), text.length);
  for (let index = 0; index < end; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit !== 10 && unit !== 13) continue;
    if (unit === 13 && text.charCodeAt(index + 1) === 10 && index + 1 < end) index += 1;
    line += 1;
    lineStart = index + 1;
  }
  return { line, column: end - lineStart + 1 };
}

/** A position in a part of a text, reported as a position in the whole: `start` is where the part begins. */
export function positionWithin(start: TextPosition, { line, column }: TextPosition): TextPosition {
  return line === 1 ? { line: start.line, column: start.column + column - 1 } : { line: start.line + line - 1, column };
}

/** The 0-based offset in the tab's text at which the database found the error, or null when it named no place. */
export function errorOffset(error: StatementError, sent: { sql: string; offset: number }): number | null {
  if (error.position === null || error.position < 1) return null;
  return sent.offset + Math.min(error.position - 1, sent.sql.length);
}

/** The end of the word that begins at an offset, so that a mark under it is never empty. */
export function wordEnd(text: string, offset: number): number {
  const word = /^[\p{L}\p{N}_$]+|^\S/u.exec(text.slice(offset, offset + 200))?.[0];
  return offset + (word?.length ?? 1);
}
