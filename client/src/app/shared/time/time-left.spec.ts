import { describe, expect, it } from '@jest/globals';
import { waitText } from './time-left';

describe('a wait in words', () => {
  it.each<[number, string]>([
    [-5, '1 s'],
    [0, '1 s'],
    [0.2, '1 s'],
    [89, '89 s'],
    [90, '2 min'],
    [900, '15 min'],
    [89 * 60, '89 min'],
    [90 * 60, '2 h'],
  ])('%d seconds', (seconds, expected) => {
    expect(waitText(seconds)).toBe(expected);
  });
});
