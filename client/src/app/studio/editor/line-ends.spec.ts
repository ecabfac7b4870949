import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lineEndOf, withLineEnd, withLineEndsOf } from './line-ends';

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

describe('withLineEndsOf', () => {
  it.each([
    ['a\r\nb', 'a\nb', 'a\r\nb'],
    ['a\r\nb', 'a\nbc', 'a\r\nbc'],
    ['a\r\nb', 'a\n\nb', 'a\r\n\r\nb'],
    ['a\r\nb', 'ab', 'ab'],
    ['a\nb', 'a\nb\nc', 'a\nb\nc'],
    ['', 'a\nb', 'a\nb'],
    ['a\r\nb\nc\rd', 'a\nb\nX\rd', 'a\r\nb\nX\rd'],
    ['a\r\nb\nc\nd', 'a\nb!\nc\nd', 'a\r\nb!\nc\nd'],
    ['a\nb\r\nc\r\nd', 'a\nb\nnew\nc\nd', 'a\nb\r\nnew\r\nc\r\nd'],
  ])('of %j in %j is %j', (original, edited, expected) => {
    expect(withLineEndsOf(original, edited)).toBe(expected);
  });

  it('takes no longer for each line of a long text', () => {
    const lines = Array.from({ length: 100_000 }, (_, at) => `line ${at}`);
    const original = `${lines.join('\r\n')}\n`;
    const beganAt = performance.now();
    expect(withLineEndsOf(original, `${lines.join('\n')}\nx`)).toBe(`${original}x`);
    expect(performance.now() - beganAt).toBeLessThan(2_000);
  });

  it('changes nothing of a text that was not edited, and nothing but line ends of any other', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '\n', '\r\n', '\r')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (original, other) => {
        expect(withLineEndsOf(original, withLineEnd(original, '\n'))).toBe(original);
        const edited = withLineEnd(other, '\n');
        expect(withLineEnd(withLineEndsOf(original, edited), '\n')).toBe(edited);
      }),
    );
  });
});
