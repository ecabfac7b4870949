import { describe, expect, it } from '@jest/globals';
import { encodingName } from './encodings.js';

describe('encodingName', () => {
  it.each([
    ['utf-8', 'UTF-8'],
    ['utf-8-replace', 'UTF-8 with invalid bytes replaced'],
    ['utf-16le', 'UTF-16 LE'],
    ['latin-1', 'Latin-1'],
    ['windows-1252', 'Windows-1252'],
    ['iso-8859-15', 'ISO-8859-15'],
    ['koi8-r', 'KOI8-R'],
    ['ibm866', 'IBM866'],
    ['shift_jis', 'Shift_JIS'],
    ['euc-jp', 'EUC-JP'],
    ['gb18030', 'GB18030'],
    ['big5', 'Big5'],
  ] as const)('writes %s as %s', (encoding, name) => {
    expect(encodingName(encoding)).toBe(name);
  });
});
