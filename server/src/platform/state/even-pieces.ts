/** Items of the largest piece. */
const LARGEST = 64;

/**
 * Cuts a list into pieces of few different lengths (64, 32, 16 … 1), in order: statements that name each item then have
 * few different texts, and those that were prepared once serve again. Statements of ever new lengths would each be
 * prepared anew, and what SQLite keeps of them is memory that no garbage collector sees.
 */
export function evenPieces<T>(items: readonly T[]): T[][] {
  const pieces: T[][] = [];
  let length = LARGEST;
  for (let start = 0; start < items.length; start += length) {
    while (length > items.length - start) length /= 2;
    pieces.push(items.slice(start, start + length));
  }
  return pieces;
}
