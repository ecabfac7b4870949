import { describe, expect, it } from '@jest/globals';
import { likePattern } from './like-pattern.js';

describe('likePattern', () => {
  it.each([
    ['orders', '%orders%'],
    ['', '%%'],
    ['100%', '%100\\%%'],
    ['a_b', '%a\\_b%'],
    ['c:\\temp', '%c:\\\\temp%'],
  ])('of %j is %j', (part, pattern) => {
    expect(likePattern(part)).toBe(pattern);
  });
});
