/**
 * Where a value stands among the others of its column: by `high`, then by `low`. Where `isRough`, another value with
 * the same two numbers may come before or after it; two values that are not rough and have the same are equal.
 */
export interface CellRank {
  high: number;
  low: number;
  isRough: boolean;
}

/**
 * Reads the rank of a cell from its UTF-8 text, the bytes `from` to `to`, into `rank`: a million cells are ranked
 * without making a text or an object of any of them.
 */
export type RankReader = (bytes: Uint8Array, from: number, to: number, rank: CellRank) => void;
