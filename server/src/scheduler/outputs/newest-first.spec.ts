import { describe, expect, it } from '@jest/globals';
import { newestFirst } from './newest-first.js';

const NOW = 1_000_000_000;
const YEAR = 365 * 24 * 3_600_000;

describe('newestFirst', () => {
  it.each<[string, number[], number[]]>([
    ['nothing', [], []],
    ['times in any order', [NOW - 5, NOW, NOW - 9], [NOW, NOW - 5, NOW - 9]],
    [
      'times that a clock wrote that was ahead',
      [NOW + YEAR, NOW, NOW + YEAR + 1, NOW - 1],
      [NOW, NOW - 1, NOW + YEAR + 1, NOW + YEAR],
    ],
    ['times of a clock that is a little ahead', [NOW, NOW + 30_000, NOW - 1], [NOW + 30_000, NOW, NOW - 1]],
    ['only times that lie ahead', [NOW + YEAR, NOW + 2 * YEAR], [NOW + 2 * YEAR, NOW + YEAR]],
  ])('orders %s', (_, times, ordered) => {
    const items = times.map((createdAt) => ({ createdAt }));
    expect(newestFirst(items, NOW).map(({ createdAt }) => createdAt)).toEqual(ordered);
    expect(items.map(({ createdAt }) => createdAt)).toEqual(times);
  });

  it('keeps the order of what was written at once', () => {
    const items = ['a', 'b', 'c'].map((name) => ({ name, createdAt: NOW }));
    expect(newestFirst(items, NOW)).toEqual(items);
  });
});
