import { describe, expect, it } from '@jest/globals';
import { KEPT_TEXT_COUNTS, fittingCount, keptTextProblem } from './index.js';

const MEBIBYTE = 1024 ** 2;
const MOST = 10 * MEBIBYTE;

describe('what a person may keep', () => {
  it.each([
    ['one more', { count: 1, bytes: 5 }, { count: 1, bytes: 5 }, null],
    ['all of the bytes', { count: 1, bytes: MOST - 5 }, { count: 0, bytes: 5 }, null],
    ['a byte too many', { count: 1, bytes: MOST - 5 }, { count: 0, bytes: 6 }, 'would take more than 10 MB'],
    ['no byte more beyond the bound', { count: 1, bytes: MOST * 2 }, { count: 0, bytes: 0 }, null],
    ['fewer bytes beyond the bound', { count: 1, bytes: MOST * 2 }, { count: 0, bytes: -1 }, null],
    ['the last of them', { count: KEPT_TEXT_COUNTS.tabs - 1, bytes: 5 }, { count: 1, bytes: 5 }, null],
    [
      'one too many',
      { count: KEPT_TEXT_COUNTS.tabs, bytes: 5 },
      { count: 1, bytes: 0 },
      'already have 1,000 open tabs',
    ],
    ['a longer one of too many', { count: KEPT_TEXT_COUNTS.tabs + 1, bytes: 5 }, { count: 0, bytes: 5 }, null],
  ])('%s', (_, kept, added, expected) => {
    const problem = keptTextProblem('tabs', kept, added, MOST);
    if (expected === null) expect(problem).toBeNull();
    else expect(problem).toContain(expected);
  });

  it('says what to remove', () => {
    expect(keptTextProblem('queries', { count: 1, bytes: 0 }, { count: 1, bytes: 2048 }, 1024)).toBe(
      'Your saved queries would take more than 1 KB on the server. Delete queries that you do not need.',
    );
    expect(keptTextProblem('changes', { count: 500, bytes: 0 }, { count: 1, bytes: 0 }, MOST)).toBe(
      'You already have 500 unapplied change sets. Apply some, or delete drafts and refused ones.',
    );
  });
});

describe('what fits', () => {
  it.each([
    ['nothing of nothing', [], 10, 0],
    ['all', [4, 4], 2, 2],
    ['no more than so many', [1, 1, 1], 2, 2],
    ['no more than so many bytes', [4, 4, 4], 5, 2],
    ['the first, whatever it takes', [99, 1], 5, 1],
    ['the first, also where none is wanted', [1, 1], 0, 1],
  ])('%s', (_, sizes, count, expected) => {
    expect(fittingCount(sizes, { count, bytes: 8 })).toBe(expected);
  });
});
