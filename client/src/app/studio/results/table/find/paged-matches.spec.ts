import { describe, expect, it } from '@jest/globals';
import type { MatchesPage, ResultMatch } from '#libs/api';
import { pagedMatches } from './paged-matches';
import type { MatchRange } from './paged-matches';

const at = (row: number, column: number): ResultMatch => ({ row, column });
const ALL = [at(2, 0), at(2, 3), at(9, 1), at(40, 0)];

/** A server that answers two matches at a time. */
function ask(range: MatchRange): Promise<MatchesPage> {
  const isForward = 'from_row' in range;
  const fitting = ALL.filter(({ row }) => (isForward ? row >= range.from_row : row < range.before_row));
  const items = isForward ? fitting.slice(0, 2) : fitting.slice(-2);
  const first = items[0];
  return Promise.resolve({
    items,
    first_place: first ? ALL.indexOf(first) : null,
    match_count: ALL.length,
    complete: true,
  });
}

describe('pagedMatches', () => {
  const matches = pagedMatches(ask);

  it.each([
    [0, at(2, 0), 0],
    [3, at(9, 1), 2],
    [41, at(2, 0), 0],
  ])('finds the first match from row %d on', async (row, match, place) => {
    expect(await matches.from(row)).toEqual({ match, place, count: 4, isComplete: true });
  });

  it.each([
    [at(2, 0), 1, at(2, 3), 1],
    [at(9, 1), 1, at(40, 0), 3],
    [at(40, 0), 1, at(2, 0), 0],
    [at(40, 0), -1, at(9, 1), 2],
    [at(2, 3), -1, at(2, 0), 0],
    [at(2, 0), -1, at(40, 0), 3],
  ] as const)('steps from %j by %d', async (from, by, match, place) => {
    expect(await matches.step(from, by)).toEqual({ match, place, count: 4, isComplete: true });
  });

  it('marks no rows where they are too many to be read at once', async () => {
    expect(await matches.rows()).toEqual([]);
  });
});
