import { describe, expect, it } from '@jest/globals';
import { COMMON_DELIMITERS, isDelimiter } from './delimiters.js';

describe('isDelimiter', () => {
  it.each([
    [',', true],
    ['\t', true],
    [' ', true],
    ['§', true],
    ['😀', true],
    ["'", true],
    ['', false],
    ['||', false],
    ['"', false],
    ['\n', false],
    ['\r', false],
    ['\0', false],
    ['\ud83d', false],
  ])('of %j is %s', (text, expected) => {
    expect(isDelimiter(text)).toBe(expected);
  });

  it.each(COMMON_DELIMITERS)('is true of $label', ({ value }) => {
    expect(isDelimiter(value)).toBe(true);
  });
});
