import type { ResultRow } from '../../api/index.js';

/** Characters of a row from which on it is written in pieces. */
const LONG_ROW_CHARS = 1024 * 1024;
/** Characters of a text that are escaped at once. */
const SLICE_CHARS = 64 * 1024;
/** The first and the last second half of a surrogate pair. */
const [FIRST_LOW, LAST_LOW] = [0xdc00, 0xdfff];

/** How many characters the cells of a row have. */
export function charactersOf(row: ResultRow): number {
  let characters = 0;
  for (const cell of row) characters += cell?.length ?? 0;
  return characters;
}

/**
 * Whether a row is to be written in pieces: the escaped text of a long one may be longer than a string can be, and take
 * several times its memory while it is made.
 */
export function isLong(characters: number): boolean {
  return characters > LONG_ROW_CHARS;
}

/** A text in slices that can be escaped one by one: none begins with the second half of a pair. */
export function* slicesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + SLICE_CHARS);
    if (to < text.length && isLow(text.charCodeAt(to))) to += 1;
    yield text.slice(from, to);
    from = to;
  }
}

function isLow(code: number): boolean {
  return code >= FIRST_LOW && code <= LAST_LOW;
}

/** A text as a JSON string, in pieces. */
export function* jsonStringPieces(text: string): Generator<string> {
  yield '"';
  for (const slice of slicesOf(text)) yield JSON.stringify(slice).slice(1, -1);
  yield '"';
}

/** A row as a JSON array of strings and nulls, in pieces. */
export function* jsonRowPieces(row: ResultRow): Generator<string> {
  yield '[';
  for (const [index, cell] of row.entries()) {
    if (index > 0) yield ',';
    if (cell === null) yield 'null';
    else yield* jsonStringPieces(cell);
  }
  yield ']';
}
