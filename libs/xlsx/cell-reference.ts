/** The columns of the widest sheet: A to XFD. */
export const MAX_SHEET_COLUMNS = 16_384;
/** The rows of the longest sheet. */
export const MAX_SHEET_ROWS = 1_048_576;

const A = 64;
const LETTERS = 26;

/** The place of a cell's column, from 0, by a reference such as `AB12`; null where it is none. */
export function columnOfReference(reference: string): number | null {
  let column = 0;
  let at = 0;
  for (; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) - A;
    if (letter < 1 || letter > LETTERS) break;
    column = column * LETTERS + letter;
    if (column > MAX_SHEET_COLUMNS) return null;
  }
  return at === 0 ? null : column - 1;
}

/** The letters of a column by its place from 0: `A`, `Z`, `AA`. */
export function columnLetters(place: number): string {
  let letters = '';
  for (let rest = place + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCharCode(A + 1 + ((rest - 1) % LETTERS)) + letters;
  }
  return letters;
}
