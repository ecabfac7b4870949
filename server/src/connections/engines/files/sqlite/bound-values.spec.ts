import { describe, expect, it } from '@jest/globals';
import type { ParameterType } from '#libs/api';
import { boundValues } from './bound-values.js';

describe('boundValues', () => {
  it.each<[ParameterType | null, string | null, unknown]>([
    [null, '5', '5'],
    [null, null, null],
    ['text', '', ''],
    ['integer', ' -42 ', -42n],
    ['integer', '+7', 7n],
    ['bigint', '9223372036854775807', 9223372036854775807n],
    ['bigint', '-9223372036854775808', -9223372036854775808n],
    ['numeric', '12', 12n],
    ['numeric', '1.50', 1.5],
    ['numeric', '99999999999999999999', 1e20],
    ['double', '.5e-3', 0.0005],
    ['double', '3', 3],
    ['boolean', 'TRUE', 1n],
    ['boolean', 'off', 0n],
    ['date', '2024-02-29', '2024-02-29'],
    ['json', '{}', '{}'],
    ['binary', '\\x00Ff', Buffer.from([0, 255])],
    ['binary', "X'00ff'", Buffer.from([0, 255])],
    ['binary', '', Buffer.alloc(0)],
    ['integer', null, null],
  ])('%s %j is %p', (type, text, value) => {
    expect(boundValues([{ name: 'a', text, type }])).toEqual({ kind: 'valid', values: { 1: value } });
  });

  it.each<[ParameterType, string]>([
    ['integer', ''],
    ['integer', '1.5'],
    ['integer', '0x10'],
    ['bigint', '9223372036854775808'],
    ['bigint', '1'.repeat(400)],
    ['double', 'NaN'],
    ['double', '1e'],
    ['boolean', '2'],
    ['binary', '\\x0'],
    ['binary', 'abc'],
  ])('refuses the %s %j, naming the parameter', (type, text) => {
    const reading = boundValues([
      { name: 'fine', text: 'x', type: null },
      { name: 'bad', text, type },
    ]);
    expect(reading).toMatchObject({ kind: 'invalid', message: expect.stringContaining(`"bad" is not of the type`) });
  });
});
