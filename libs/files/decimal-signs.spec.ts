import { describe, expect, it } from '@jest/globals';
import { COMMA_DECIMAL, EITHER_DECIMAL, plainNumber, provenDecimalSign } from './decimal-signs.js';

describe('plainNumber', () => {
  it.each([
    ['1,5', '1.5', null],
    ['1.5', null, '1.5'],
    ['1,234', '1.234', '1234'],
    ['1.234', '1234', '1.234'],
    ['1.234,56', '1234.56', null],
    ['1,234.56', null, '1234.56'],
    ['-1.234.567', '-1234567', null],
    ['+12', '+12', '+12'],
    [',5', '.5', null],
    ['12.34.56', null, null],
    ['0,123,456', null, null],
    ['1,', null, null],
    ['', null, null],
    ['1 234', null, null],
  ])('of %j is %j with a comma, %j with a point', (text, comma, point) => {
    expect([plainNumber(text, ','), plainNumber(text, '.')]).toEqual([comma, point]);
  });
});

describe('the patterns', () => {
  const isWhole = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`).test(text);
  it.each([
    ['1,5', true, false],
    ['1,234', true, true],
    ['12,34', true, false],
    ['0,123', true, false],
    ['1.234,5', true, false],
    ['1234,567', true, false],
    ['1,234,567', false, false],
    ['15', false, false],
    ['1.5', false, false],
  ])('%j has decimals behind a comma: %s, or thousands: %s', (text, hasDecimals, isEither) => {
    expect([isWhole(COMMA_DECIMAL, text), isWhole(EITHER_DECIMAL, text)]).toEqual([hasDecimals, isEither]);
  });
});

describe('provenDecimalSign', () => {
  const clear = { name: 'a', isAmbiguous: false };
  const either = { name: 'b', isAmbiguous: true };
  it.each([
    ['the one that is chosen', '.', [clear], false, '.'],
    ['a comma that a column proves', null, [clear, either], true, ','],
    ['a point where others have it', null, [either], true, '.'],
    ['none without proof', null, [either], false, null],
    ['none without commas', null, [], true, null],
  ] as const)('is %s', (_, chosen, columns, hasPoints, expected) => {
    expect(provenDecimalSign(chosen, columns, hasPoints)).toBe(expected);
  });
});
