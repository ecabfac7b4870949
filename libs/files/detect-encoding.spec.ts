import { describe, expect, it } from '@jest/globals';
import { encodingOfStart, incompleteTail, isMostlyUtf8 } from './detect-encoding.js';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16le = (text: string): Uint8Array =>
  Uint8Array.from(Array.from(text).flatMap((unit) => [unit.charCodeAt(0) & 0xff, unit.charCodeAt(0) >> 8]));
const swapped = (given: Uint8Array): Uint8Array => given.map((_, index) => given[index ^ 1] ?? 0);
const latin1 = (text: string): Uint8Array => Uint8Array.from(Array.from(text, (letter) => letter.charCodeAt(0)));

describe('encodingOfStart', () => {
  it.each([
    ['nothing', bytes(), null],
    ['ASCII', utf8('a,b\n1,2\n'), null],
    ['UTF-8', utf8('größe'), null],
    ['UTF-8 with a mark', bytes(0xef, 0xbb, 0xbf, 0x61), { encoding: 'utf-8', markBytes: 3 }],
    ['UTF-16 LE with a mark', bytes(0xff, 0xfe, 0x61, 0), { encoding: 'utf-16le', markBytes: 2 }],
    ['UTF-16 BE with a mark', bytes(0xfe, 0xff, 0, 0x61), { encoding: 'utf-16be', markBytes: 2 }],
    ['UTF-32 with a mark', bytes(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0), { encoding: 'utf-32', markBytes: 4 }],
    ['UTF-16 LE without a mark', utf16le('a,b\n'), { encoding: 'utf-16le', markBytes: 0 }],
    ['UTF-16 BE without a mark', swapped(utf16le('a,b\n')), { encoding: 'utf-16be', markBytes: 0 }],
    ['Japanese in UTF-16 without a mark', utf16le('名前,国\n太郎,日本\n'), { encoding: 'utf-16le', markBytes: 0 }],
    ['UTF-8 with some NUL bytes', utf8(`name,n\n${'größe,1\n'.repeat(20)}a\0\0\0\0b\0,2\nab\0,3\n`), null],
    ['ASCII with two NUL bytes', utf8('a\0c\0efghijklmnopqrstuvwxyz\n'), null],
    ['one NUL byte', bytes(0x61, 0, 0x62), null],
  ])('of %s', (_, given, expected) => {
    expect(encodingOfStart(given)).toEqual(expected);
  });
});

describe('incompleteTail', () => {
  it.each([
    [utf8('abc'), 0],
    [utf8('ö'), 0],
    [utf8('ö').subarray(0, 1), 1],
    [utf8('€').subarray(0, 2), 2],
    [utf8('😀').subarray(0, 3), 3],
    [utf8('😀'), 0],
    [bytes(0x80, 0x80, 0x80, 0x80), 0],
    [bytes(), 0],
  ])('of %s is %d', (given, expected) => {
    expect(incompleteTail(given)).toBe(expected);
  });
});

describe('isMostlyUtf8', () => {
  it.each([
    ['Latin-1', latin1('größe, naïve, señor, £5'), false],
    ['damaged UTF-8', Uint8Array.from([...utf8('größe, naïve, señor'), 0xff]), true],
    ['UTF-8 that ends inside a character', utf8('größe ß').subarray(0, -1), true],
  ])('%s: %s', (_, given, expected) => {
    expect(isMostlyUtf8(given)).toBe(expected);
  });
});
