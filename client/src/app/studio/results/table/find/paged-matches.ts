import type { MatchesPage, ResultMatch } from '#libs/api';
import { compareMatches } from './match-source';
import type { FoundMatch, MatchSource } from './match-source';

/** Which matches are wanted: those from a row on, or the last ones before a row. */
export type MatchRange = { readonly from_row: number } | { readonly before_row: number };

/** Matches that the server answers at once at most. */
export const MOST_MATCHES = 1000;

/** The matches of rows that the server keeps. `ask` rejects with an ApiProblem. */
export function pagedMatches(ask: (range: MatchRange) => Promise<MatchesPage>): MatchSource {
  const from = async (row: number): Promise<FoundMatch | null> => {
    const page = await ask({ from_row: row });
    return pick(page, 0) ?? (row > 0 ? pick(await ask({ from_row: 0 }), 0) : null);
  };
  const forward = async (at: ResultMatch): Promise<FoundMatch | null> => {
    const page = await ask({ from_row: at.row });
    const next = page.items.findIndex((match) => compareMatches(match, at) > 0);
    // A row may have more matches than one answer.
    return next >= 0 ? pick(page, next) : from(page.items.length < MOST_MATCHES ? 0 : at.row + 1);
  };
  const back = async (at: ResultMatch): Promise<FoundMatch | null> => {
    const page = await ask({ before_row: at.row + 1 });
    const before = page.items.findLastIndex((match) => compareMatches(match, at) < 0);
    if (before >= 0) return pick(page, before);
    const last = await ask({ before_row: Number.MAX_SAFE_INTEGER });
    return pick(last, last.items.length - 1);
  };
  return {
    from,
    step: (at, by) => (by > 0 ? forward(at) : back(at)),
    rows: async () => {
      const { items, match_count: count, complete } = await ask({ from_row: 0 });
      return complete && items.length === count ? items.map(({ row }) => row) : [];
    },
  };
}

function pick(
  { items, first_place: first, match_count: count, complete }: MatchesPage,
  index: number,
): FoundMatch | null {
  const match = items[index];
  return match ? { match, place: first === null ? null : first + index, count, isComplete: complete } : null;
}
