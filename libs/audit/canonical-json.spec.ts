import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from './index.js';
import type { JsonValue } from './index.js';

describe('canonicalJson', () => {
  it.each<[string, JsonValue, string]>([
    ['null', null, 'null'],
    ['a number as ECMAScript writes it', [1e21, 0.1, -0, 1e-7], '[1e+21,0.1,0,1e-7]'],
    ['text beyond ASCII as it is', 'ünï😀', '"ünï😀"'],
    ['control characters escaped', '\u0000\n\u001f', String.raw`"\u0000\n\u001f"`],
    ['no white space', { a: [1, 2] }, '{"a":[1,2]}'],
    ['members sorted', { b: 1, a: { d: 1, c: 2 } }, '{"a":{"c":2,"d":1},"b":1}'],
    ['numbers as names sorted as text', { 10: 'a', 9: 'b', 1: 'c' }, '{"1":"c","10":"a","9":"b"}'],
    ['names sorted by code units, not by code points', { '\ufb33': 1, '😀': 2 }, '{"😀":2,"\ufb33":1}'],
    ['no member that is undefined', { a: undefined, b: 1 }, '{"b":1}'],
    ['an empty object and an empty list', { a: {}, b: [] }, '{"a":{},"b":[]}'],
  ])('writes %s', (_, value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('says what JSON says, the same for every order of the members', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value as JsonValue))).toBe(text);
      }),
    );
  });
});

function reversed(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as JsonValue[]).map(reversed);
  const members = Object.entries(value).reverse();
  return Object.fromEntries(members.map(([name, member]) => [name, member === undefined ? member : reversed(member)]));
}
