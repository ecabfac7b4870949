import { describe, expect, it } from '@jest/globals';
import { cursorOf, pageOf, placeOf } from './change-cursor.js';

const AT = '2026-03-04T05:06:07.089Z';
const ID = '0b1c2d3e-4f50-4617-8899-aabbccddeeff';
const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a cursor', () => {
  it('is read as it was written', () => {
    expect(placeOf(cursorOf({ changedAt: AT, id: ID }))).toEqual({ at: AT, id: ID });
    expect(pageOf('12')).toBe(12);
  });

  it.each([
    ['no JSON', 'x'],
    ['no list', written({ at: AT })],
    ['numbers', written([1, 2])],
    ['no time', written(['soon', ID])],
    ['a time with more behind it', written([`${AT}\n`, ID])],
    ['NUL in its time', written([`${AT.slice(0, -1)}\u0000`, ID])],
    ['NUL in its id', written([AT, '\u0000'])],
    ['half a surrogate pair', written([AT, '\ud800'])],
    ['no id', written([AT, ''])],
  ])('that has %s is none', (_, cursor) => {
    expect(() => placeOf(cursor)).toThrow(expect.objectContaining({ code: 'validation-failed' }));
  });
});
