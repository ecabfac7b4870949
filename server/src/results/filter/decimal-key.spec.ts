import { describe, expect, it } from '@jest/globals';
import { shortDecimalKey } from './decimal-key.js';

const cast = (precision: string): string => `THEN TRY_CAST(t AS DECIMAL(${precision})) END`;

describe('shortDecimalKey', () => {
  it.each<[string, (string | null)[], string | null]>([
    ['one scale', ['1.50', null, '-12.25'], `CASE WHEN strpos(t, '.') = length(t) - 2 ${cast('18, 2')}`],
    [
      'zeros at the end',
      ['1.5000', '12.2500'],
      `CASE WHEN strpos(t, '.') = length(t) - 4 AND suffix(t, '00') ${cast('18, 2')}`,
    ],
    [
      'nothing but zeros behind the point',
      ['1.00', '2.00'],
      `CASE WHEN strpos(t, '.') = length(t) - 2 AND suffix(t, '00') ${cast('18, 0')}`,
    ],
    ['no point', ['1', '22'], `CASE WHEN NOT contains(t, '.') ${cast('18, 0')}`],
    ['several scales', ['1.5', '1.50'], null],
    ['some without a point', ['1.5', '2'], null],
    ['too many digits', ['123456789.0123456789'], null],
    ['NaN', ['1.5', 'NaN'], null],
    ['an exponent', ['1e5'], null],
    ['no values', [null], null],
    ['no cells', [], null],
  ])('of %s', (_, texts, expected) => expect(shortDecimalKey(texts)).toBe(expected));
});
