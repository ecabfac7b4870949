import { describe, expect, it } from '@jest/globals';
import { sequenceMove } from './index.js';
import type { SequenceMove, SequenceState } from './index.js';

const LARGEST = 9_223_372_036_854_775_807n;
const USUAL: SequenceState = { last: 50n, increment: 1n, cache: 1n, start: 1n, bound: LARGEST };
const UNCLEAR: SequenceMove = { direction: 'unclear' };
const back = (to: bigint): SequenceMove => ({ direction: 'back', to });
const forward = (to: bigint): SequenceMove => ({ direction: 'forward', to });

describe('a sequence behind a run', () => {
  it.each<[string, Partial<SequenceState>, bigint | null, number, SequenceMove | null]>([
    ['is where it was', {}, 50n, 0, null],
    ['has given numbers', {}, 100_000_051n, 0, null],
    ['has given more than it can have, or others have', {}, 100_000_052n, 0, UNCLEAR],
    ['has given numbers to rows', {}, 103_000_050n, 2_999_999, null],
    ['is at its end', {}, LARGEST, 10, forward(100_000_061n)],
    ['is beyond the middle', {}, 5_000_000_000_000_000_000n, 10, forward(100_000_061n)],
    ['is set back', {}, 49n, 0, back(50n)],
    ['is set to its start', {}, null, 0, back(50n)],
    ['has given none yet', { last: null }, null, 0, null],
    ['has given its first', { last: null }, 1n, 0, null],
    ['has given its first and is at its end', { last: null }, LARGEST, 0, forward(100_000_001n)],
    ['descends', { last: -50n, increment: -1n, bound: -LARGEST }, -60n, 0, null],
    ['descends and is set back', { last: -50n, increment: -1n, bound: -LARGEST }, -1n, 0, back(-50n)],
    [
      'descends and is at its end',
      { last: -50n, increment: -1n, bound: -LARGEST },
      -LARGEST,
      0,
      forward(-100_000_051n),
    ],
    ['takes large steps', { increment: 100n }, 10_000_000_150n, 0, null],
    ['takes large steps and is set forward', { increment: 100n }, LARGEST, 0, forward(10_000_000_150n)],
    ['gives many at once', { cache: 500n }, 100_000_550n, 0, null],
    ['is of four bytes and at its end', { bound: 2_147_483_647n }, 2_147_483_647n, 0, forward(21_474_886n)],
    ['is small', { bound: 32_767n }, 378n, 0, null],
    ['is small, and others may have taken its numbers', { last: 100n, bound: 32_767n }, 505n, 5, UNCLEAR],
    ['is small and at its end', { bound: 32_767n }, 32_767n, 0, UNCLEAR],
    ['was at its end', { last: 100n, bound: 100n }, 100n, 0, null],
  ])('%s', (_, before, last, rows, expected) => {
    expect(sequenceMove({ ...USUAL, ...before }, last, rows)).toEqual(expected);
  });
});
