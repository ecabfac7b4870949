import type { ResultMatch } from '#libs/api';
import type { MatchSet } from './match-set.js';

/** A match with the number of its row in the result. */
export interface FoundMatch extends ResultMatch {
  readonly number: number;
}

/** Rows of a view by their places in it, with their numbers in the result. */
export type PlacedRow = readonly [place: number, number: number];

/**
 * The first matches of rows, at most `limit`. With `isBackwards` the rows come in descending order, and the matches are the
 * last ones; they are returned in ascending order all the same.
 */
export async function firstMatches(
  rows: Iterable<PlacedRow> | AsyncIterable<PlacedRow>,
  columnsOf: MatchSet['columnsOf'],
  limit: number,
  isBackwards: boolean,
): Promise<FoundMatch[]> {
  const items: FoundMatch[] = [];
  for await (const [row, number] of rows) {
    const columns = columnsOf(number);
    for (const column of isBackwards ? columns.toReversed() : columns) {
      if (items.length < limit) items.push({ row, column, number });
    }
    if (items.length >= limit) break;
  }
  return isBackwards ? items.toReversed() : items;
}

/** The match without what the API does not show. */
export function shownMatch({ row, column }: FoundMatch): ResultMatch {
  return { row, column };
}
