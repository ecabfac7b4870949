import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { keepLineEndings } from './keep-line-endings.js';

describe('keepLineEndings', () => {
  it.each([
    ['a new file stays as it was typed', 'a\r\nb', '', 'a\r\nb'],
    ['one line says nothing', 'a\nb', 'a', 'a\nb'],
    ['Windows line ends stay', 'a\nb\nc\n', 'a\r\nb\r\n', 'a\r\nb\r\nc\r\n'],
    ['Unix line ends stay', 'a\r\nb\r\nc', 'a\nb\n', 'a\nb\nc'],
    ['old Mac line ends stay', 'a\nx\nb\n', 'a\rb\r', 'a\rx\rb\r'],
    ['mixed ones stay where nothing was changed', 'a\nx\nb\nc\n', 'a\r\nb\nc\r\n', 'a\r\nx\r\nb\nc\r\n'],
    ['a line that was taken out takes its end with it', 'a\nc\n', 'a\r\nb\nc\r\n', 'a\r\nc\r\n'],
    ['a last line without an end stays without', 'a\nb', 'a\r\nb', 'a\r\nb'],
    ['a last line that gets an end gets the usual one', 'a\nb\n', 'a\r\nb', 'a\r\nb\r\n'],
    ['repeated lines are not counted twice', 'x\nx\n', 'x\r\nx\nx\r\n', 'x\r\nx\n'],
    ['an emptied file is empty', '', 'a\r\n', ''],
  ])('%s', (_, text, former, kept) => {
    expect(keepLineEndings(text, former)).toBe(kept);
  });

  it('changes nothing but line ends, and nothing at all in a text that was only normalised', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', '\n', '\r', '\r\n'), { maxLength: 12 })
      .map((parts) => parts.join(''));
    const plain = (value: string): string => value.replace(/\r\n|\r|\n/g, '\n');
    fc.assert(fc.property(text, text, (a, b) => plain(keepLineEndings(a, b)) === plain(a)));
    fc.assert(fc.property(text, (former) => keepLineEndings(plain(former), former) === former));
  });
});
