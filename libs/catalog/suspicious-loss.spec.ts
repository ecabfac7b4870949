import { describe, expect, it } from '@jest/globals';
import { isSuspiciousLoss } from './suspicious-loss.js';

describe('isSuspiciousLoss', () => {
  it.each([
    [0, 0, false],
    [1, 0, false],
    [19, 0, false],
    [20, 0, true],
    [30, 10, true],
    [100, 81, false],
    [100, 50, false],
    [100, 49, true],
    [10, 500, false],
  ])('from %i tables to %i: %s', (before, after, expected) => {
    expect(isSuspiciousLoss(before, after)).toBe(expected);
  });
});
