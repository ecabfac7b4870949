import { positionAt, wordEnd } from './text-position';

/** The line of a statement in which the database found an error, cut to a readable stretch around it. */
export interface ErrorExcerpt {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

const AROUND = 60;

/** Takes the line around a 0-based offset apart: what stands before the faulty word, the word, and the rest. */
export function errorExcerpt(text: string, offset: number): ErrorExcerpt {
  const lineStart = offset - (positionAt(text, offset).column - 1);
  const lineEnd = text.slice(offset).search(/[\r\n]/);
  const end = lineEnd < 0 ? text.length : offset + lineEnd;
  const markEnd = Math.max(Math.min(wordEnd(text, offset), end), offset);
  const start = Math.max(lineStart, offset - AROUND);
  const cut = Math.min(end, markEnd + AROUND);
  return {
    before: (start > lineStart ? '…' : '') + text.slice(start, offset).trimStart(),
    marked: text.slice(offset, markEnd) || ' ',
    after: text.slice(markEnd, cut) + (cut < end ? '…' : ''),
  };
}
