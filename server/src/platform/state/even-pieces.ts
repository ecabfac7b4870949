/** Items of the largest piece. */
const LARGEST = 64;
/** What is left over below this many stays together: a handful costs one statement. */
const HANDFUL = 16;

/**
 * Cuts a list into pieces of few different lengths (64, 32, 16, and what is left), in order: statements that name each item then have
 * few different texts, and those that were prepared once serve again. Statements of ever new lengths would each be
 * prepared anew, and what SQLite keeps of them is memory that no garbage collector sees.
 */
export function evenPieces<T>(items: readonly T[]): T[][] {
  const pieces: T[][] = [];
  let length = LARGEST;
  for (let start = 0; start < items.length; start += length) {
    const left = items.length - start;
    while (length > left && length > HANDFUL) length /= 2;
    length = Math.min(length, left);
    pieces.push(items.slice(start, start + length));
  }
  return pieces;
}
