import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { showHiddenCharacters } from './hidden-characters.js';

const shown = (text: string): string =>
  showHiddenCharacters(text)
    .map((part) => (part.codePoint === null ? part.text : `<${part.codePoint}>`))
    .join('');

describe('hidden characters of a text', () => {
  it.each([
    ['SELECT 1', 'SELECT 1'],
    ["SELECT 'ä€😀漢字'\n\tFROM x", "SELECT 'ä€😀漢字'\n\tFROM x"],
    ['SELECT 1 -- a\r\nFROM x', 'SELECT 1 -- a\nFROM x'],
    ['-- a\rDROP TABLE x', '-- a<U+000D>DROP TABLE x'],
    ['a\0b\u0008c\u001bd\u0085e', 'a<U+0000>b<U+0008>c<U+001B>d<U+0085>e'],
    ['\u202edrop\u202c', '<U+202E>drop<U+202C>'],
    ['\u2066a\u2067b\u2069', '<U+2066>a<U+2067>b<U+2069>'],
    ['a\u200bb\u200cc\u200dd\u2060e\ufefff', 'a<U+200B>b<U+200C>c<U+200D>d<U+2060>e<U+FEFF>f'],
    ['a\u00a0b\u2003c\u3000d', 'a<U+00A0>b<U+2003>c<U+3000>d'],
    ['a\u2028b\u2029c', 'a<U+2028>b<U+2029>c'],
    ['a\u00adb\u034fc\u115fd\u3164e\uffa0f', 'a<U+00AD>b<U+034F>c<U+115F>d<U+3164>e<U+FFA0>f'],
    ['a\ufe0fb\u2800c', 'a<U+FE0F>b<U+2800>c'],
    ['a\u{e0041}b\ue000c\ud800d\uffffe', 'a<U+E0041>b<U+E000>c<U+D800>d<U+FFFF>e'],
    ['', ''],
  ])('shows %j as %j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('loses nothing of a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const joined = showHiddenCharacters(text).map((part) => part.text);
        expect(joined.join('')).toBe(text.replaceAll('\r\n', '\n'));
      }),
    );
  });
});
