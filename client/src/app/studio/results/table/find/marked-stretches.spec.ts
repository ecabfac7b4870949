import { describe, expect, it } from '@jest/globals';
import { markedStretches } from './marked-stretches';

describe('markedStretches', () => {
  it.each([
    ['Bergen', 'berg', false, [[0, 4]]],
    ['Bergen', 'berg', true, []],
    [
      'Nürnberg, Berg',
      'berg',
      false,
      [
        [4, 8],
        [10, 14],
      ],
    ],
    ['aaa', 'aa', false, [[0, 2]]],
    ['GRÜSSE', 'grüs', false, [[0, 4]]],
    ['x', '', false, null],
  ])('of %s for %s (exact: %s)', (cell, text, isExact, expected) => {
    expect(markedStretches(cell, { text, isExact })).toEqual(expected);
  });
});
