import type { ResultMatch, ResultRow } from '#libs/api';
import { findMatches } from '#libs/results';

/** What to find. */
export interface WantedText {
  readonly text: string;
  readonly isExact: boolean;
}

/** A match among all matches of a table. */
export interface FoundMatch {
  readonly match: ResultMatch;
  /** Its place among the matches, from 0; null while that is not known. */
  readonly place: number | null;
  readonly count: number;
  /** False while rows are still searched. */
  readonly isComplete: boolean;
}

/** The cells of a table that contain a text, row by row as the rows stand. Its methods reject with an ApiProblem. */
export interface MatchSource {
  /** The first match in a row or behind it, else the very first; null where there is none. */
  readonly from: (row: number) => Promise<FoundMatch | null>;
  /** The next match or the one before, around the ends. */
  readonly step: (at: ResultMatch, by: 1 | -1) => Promise<FoundMatch | null>;
  /** The rows with matches, for the scrollbar; none where they are too many to be read. */
  readonly rows: () => Promise<readonly number[]>;
}

/** Negative where `a` comes before `b`. */
export function compareMatches(a: ResultMatch, b: ResultMatch): number {
  return a.row - b.row || a.column - b.column;
}

/** The matches of rows that are all here, in the order in which they stand. */
export function matchesIn(rows: readonly ResultRow[], { text, isExact }: WantedText): MatchSource {
  const matches = rows.flatMap((cells, row) =>
    findMatches(cells, { text, case_sensitive: isExact }).map((column) => ({ row, column })),
  );
  const found = (place: number): Promise<FoundMatch | null> => {
    const match = matches[place];
    return Promise.resolve(match ? { match, place, count: matches.length, isComplete: true } : null);
  };
  const around = (place: number): number => (place + matches.length) % Math.max(matches.length, 1);
  return {
    from: (row) =>
      found(
        Math.max(
          matches.findIndex((match) => match.row >= row),
          0,
        ),
      ),
    step: (at, by) => {
      const next = matches.findIndex((match) => compareMatches(match, at) >= 0);
      if (by < 0) return found(next < 0 ? matches.length - 1 : around(next - 1));
      const isHere = next >= 0 && compareMatches(matches[next] ?? at, at) === 0;
      return found(next < 0 ? 0 : around(isHere ? next + 1 : next));
    },
    rows: () => Promise.resolve(matches.map(({ row }) => row)),
  };
}

/** Where marks stand beside a table, as shares of its height from 0 to 1: one for each of at most `most` places. */
export function markShares(rows: readonly number[], rowTotal: number, most: number): number[] {
  const places = new Set(rows.map((row) => Math.floor((row / Math.max(rowTotal, 1)) * most)));
  return [...places].map((place) => place / most);
}
