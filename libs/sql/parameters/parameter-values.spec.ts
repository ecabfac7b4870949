import { describe, expect, it } from '@jest/globals';
import type { SqlDialect } from '../../dialects/index.js';
import { readParameterValues, valueLabel, withoutValues } from './parameter-values.js';

const read = (input: unknown, dialect: SqlDialect = 'postgres') => {
  const reading = readParameterValues(input, dialect);
  return reading.kind === 'valid' ? [...reading.values.values()] : reading.mistake;
};

describe('readParameterValues', () => {
  it.each<[unknown, unknown]>([
    [undefined, []],
    [null, []],
    [{}, []],
    [{ a: 'x' }, [{ name: 'a', text: 'x', type: null }]],
    [{ a: '' }, [{ name: 'a', text: '', type: null }]],
    [{ a: null }, [{ name: 'a', text: null, type: null }]],
    [{ a: 1.5 }, [{ name: 'a', text: '1.5', type: null }]],
    [{ a: -0 }, [{ name: 'a', text: '-0', type: null }]],
    [{ a: 2 ** 53 - 1 }, [{ name: 'a', text: '9007199254740991', type: null }]],
    [{ a: true }, [{ name: 'a', text: 'true', type: null }]],
    [{ a: { value: '5', type: 'integer' } }, [{ name: 'a', text: '5', type: 'integer' }]],
    [{ a: { value: null } }, [{ name: 'a', text: null, type: null }]],
    [JSON.parse('{"__proto__": "x"}'), [{ name: '__proto__', text: 'x', type: null }]],
  ])('%j is %j', (input, values) => {
    expect(read(input)).toEqual(values);
  });

  it.each<[unknown, RegExp]>([
    ['x', /must be an object/],
    [[1], /must be an object/],
    [{ a: {} }, /"a" must be a text or null/],
    [{ a: { value: 5 } }, /must be a text or null/],
    [{ a: [] }, /must be a text or null/],
    [JSON.parse('{"a": 9007199254740993}'), /beyond 2\^53.*give it as a text/],
    [JSON.parse('{"a": -1234567890123456789}'), /beyond 2\^53/],
    [{ a: 1e20 }, /beyond 2\^53/],
    [{ a: { value: 'x', type: 'money' } }, /unknown type; it must be one of text, integer/],
    [{ a: '\ud800' }, /half a surrogate pair/],
    [{ '': 'x' }, /1 to 200 characters/],
    [Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`p${index}`, ''])), /at most 1000/],
  ])('refuses %j', (input, mistake) => {
    expect(read(input)).toMatch(mistake);
  });

  it.each([
    ['1e-39', true],
    [`0.${'1'.repeat(39)}`, true],
    [`1${'0'.repeat(37)}.5`, true],
    ['1e38', true],
    ['1e-38', false],
    [`0.1${'0'.repeat(50)}`, false],
    ['9'.repeat(38), false],
  ])('refuses %s as numeric where a decimal of DuckDB would be another number: %s', (value, isRefused) => {
    const input = { a: { value, type: 'numeric' } };
    const fault = expect.stringMatching(/"a" has more than 38 digits\. Give it as double or as text/);
    expect(read(input, 'duckdb')).toEqual(isRefused ? fault : expect.any(Array));
    expect(read(input, 'postgres')).toEqual(expect.any(Array));
  });

  it('gives bare numbers and booleans their type where the engine finds none', () => {
    expect(read({ a: 5, b: 0.5, c: false, d: 'x' }, 'sqlite')).toMatchObject([
      { type: 'bigint' },
      { type: 'double' },
      { type: 'boolean' },
      { type: null },
    ]);
  });
});

it.each([
  ['invalid input for integer: "secret"', 'secret', 'invalid input for integer: "…"'],
  ["Could not convert string 'ab' to INT32", 'ab', "Could not convert string '…' to INT32"],
  ['able "ab" table', 'ab', 'able "…" table'],
  ['Key (mail)=(a@b.c) exists', 'a@b.c', 'Key (mail)=(…) exists'],
  ['nothing of it', '', 'nothing of it'],
])('keeps %j without the value %j', (message, text, kept) => {
  expect(withoutValues(message, [{ text }, { text: null }])).toBe(kept);
});

it('keeps nothing of a value of which another one is a part', () => {
  const values = [{ text: 'secret' }, { text: 'my-secret-token' }];
  expect(withoutValues('no number: "my-secret-token", "secret"', values)).toBe('no number: "…", "…"');
});

it.each([
  [{ name: 'since' }, 'the parameter "since"'],
  [{ name: 'since', isColumn: false }, 'the parameter "since"'],
  [{ name: 'price', isColumn: true }, 'the column "price"'],
])('%j is called %s', (value, label) => {
  expect(valueLabel(value)).toBe(label);
});
