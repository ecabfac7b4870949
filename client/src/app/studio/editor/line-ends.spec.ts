import { describe, expect, it } from '@jest/globals';
import { lineEndOf, withLineEnd } from './line-ends';

describe('lineEndOf', () => {
  it.each([
    ['', '\n'],
    ['a\nb', '\n'],
    ['a\r\nb', '\r\n'],
    ['a\rb', '\r\n'],
    ['a\r\nb\nc', '\n'],
    ['a\r\nb\nc\r\n', '\r\n'],
  ])('of %j is %j', (text, end) => {
    expect(lineEndOf(text)).toBe(end);
  });
});

describe('withLineEnd', () => {
  it.each([
    ['a\nb', '\n', 'a\nb'],
    ['a\nb', '\r\n', 'a\r\nb'],
    ['a\r\nb\rc\n', '\n', 'a\nb\nc\n'],
    ['a\r\nb\rc\n', '\r\n', 'a\r\nb\r\nc\r\n'],
  ])('ends the lines of %j with %j', (text, end, expected) => {
    expect(withLineEnd(text, end)).toBe(expected);
  });
});
