import { describe, expect, it } from '@jest/globals';
import type { ResultMatch, ResultRow } from '#libs/api';
import { markShares, matchesIn } from './match-source';

const ROWS: ResultRow[] = [
  ['Nils Bergström', null],
  ['x', 'Leeds'],
  ['Bergen', 'Nürnberg'],
  ['y', 'bergen'],
];
const at = (row: number, column: number): ResultMatch => ({ row, column });

describe('matchesIn', () => {
  const matches = matchesIn(ROWS, { text: 'berg', isExact: false });

  it.each([
    [0, at(0, 0), 0],
    [1, at(2, 0), 1],
    [3, at(3, 1), 3],
    [4, at(0, 0), 0],
  ])('finds the first match from row %d on', async (row, match, place) => {
    expect(await matches.from(row)).toEqual({ match, place, count: 4, isComplete: true });
  });

  it.each([
    [at(0, 0), 1, at(2, 0)],
    [at(2, 0), 1, at(2, 1)],
    [at(3, 1), 1, at(0, 0)],
    [at(2, 1), -1, at(2, 0)],
    [at(0, 0), -1, at(3, 1)],
    // A match that is no longer one.
    [at(1, 1), 1, at(2, 0)],
    [at(1, 1), -1, at(0, 0)],
    [at(9, 9), 1, at(0, 0)],
    [at(9, 9), -1, at(3, 1)],
  ] as const)('steps from %j by %d', async (from, by, expected) => {
    expect((await matches.step(from, by))?.match).toEqual(expected);
  });

  it('can match case', async () => {
    const exact = matchesIn(ROWS, { text: 'Berg', isExact: true });
    expect(await exact.rows()).toEqual([0, 2]);
  });

  it('has none where there is none', async () => {
    const none = matchesIn(ROWS, { text: 'zebra', isExact: false });
    expect([await none.from(0), await none.step(at(0, 0), 1), await none.step(at(0, 0), -1)]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('markShares', () => {
  it('puts marks that are too close to distinguish at one place', () => {
    expect(markShares([0, 1, 500, 999], 1000, 100)).toEqual([0, 0.5, 0.99]);
  });
});
