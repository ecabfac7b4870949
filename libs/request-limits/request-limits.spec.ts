import { describe, expect, it } from '@jest/globals';
import { DEFAULT_BODY_LIMITS, JsonScanner, TEXT_BODY_LIMITS, queryFault } from './index.js';
import type { BodyLimits } from './index.js';

const LIMITS: BodyLimits = { ...DEFAULT_BODY_LIMITS, depth: 4, members: 3, items: 3, values: 12, stringBytes: 10 };

/** The fault of a text, whose bytes arrive `step` at a time. */
function faultOf(text: string, step = 1, limits = LIMITS): string | null {
  const bytes = new TextEncoder().encode(text);
  const scanner = new JsonScanner(limits);
  for (let from = 0; from < bytes.length; from += step) {
    const fault = scanner.push(bytes.subarray(from, from + step));
    if (fault !== null) return `${fault.code} ${fault.pointer} ${fault.detail}`;
  }
  return null;
}

describe('a body', () => {
  it.each<[string, string, RegExp | null]>([
    ['an empty object', '{}', null],
    ['words, numbers and texts', '{"a": [true, null, -1.5e3], "b": "x"}', null],
    ['the deepest that is taken', '[[[[]]]]', null],
    ['one deeper', '[[[[[]]]]]', /^too-large .*4 deep/],
    ['deep objects', '{"a":{"a":{"a":{"a":{}}}}}', /^too-large .*4 deep/],
    ['brackets in a text', '{"a":"[[[[[[{{"}', null],
    ['an escaped quote before brackets', String.raw`{"a":"\"[[[[["}`, null],
    ['an escaped backslash before the end', String.raw`{"a":"\\","b":[[[[]]]]}`, /^too-large/],
    ['as many members as are taken', '{"a":1,"b":2,"c":3}', null],
    ['one more', '{"a":1,"b":2,"c":3,"d":4}', /^too-large \/d .*3 members/],
    ['as many items as are taken', '[1,2,3]', null],
    ['one more item', '{"x":[1,2,3,4]}', /^too-large \/x\/3 .*3 items/],
    ['items that are texts', '["a","b","c","d"]', /^too-large .*3 items/],
    ['items that are arrays', '[[],[],[],[]]', /^too-large .*3 items/],
    ['many values in all', '[[1,2,3],[1,2,3],[1,2,3]]', /^too-large .*12 values/],
    ['the longest text', '{"a":"1234567890"}', null],
    ['a longer one', '{"a":"12345678901"}', /^too-large \/a .*10 bytes/],
    ['escapes that make it longer', String.raw`{"a":"\n\n\n\n\n\n"}`, /^too-large \/a .*10 bytes/],
    ['a name without end', `{"${'x'.repeat(1001)}":1}`, /^too-large .*name/],
    ['a member twice', '{"a":1,"a":2}', /^validation-failed \/a .*twice/],
    ['a member twice, once escaped', String.raw`{"a":1,"\u0061":2}`, /^validation-failed \/a .*twice/],
    ['é twice, once escaped', String.raw`{"é":1,"\u00e9":2}`, /^validation-failed \/é .*twice/],
    ['an emoji twice, once escaped', String.raw`{"😀":1,"\ud83d\ude00":2}`, /^validation-failed .*twice/],
    ['the same name in two objects', '[{"a":1},{"a":1}]', null],
    ['a number of 200 digits', `[${'1'.repeat(200)}]`, null],
    ['a longer number', `[${'1'.repeat(201)}]`, /^too-large \/0 .*digits/],
    ['__proto__', '{"__proto__":{"admin":true}}', /^validation-failed .*not allowed/],
    ['__proto__ in escapes', String.raw`{"\u005f_proto__":1}`, /^validation-failed .*not allowed/],
    ['constructor with an object', '{"constructor":{"prototype":{}}}', /^validation-failed .*not allowed/],
    ['constructor with a text', '{"constructor":"x"}', null],
    ['an object behind a constructor', '{"constructor":"x","b":{}}', null],
    ['half a pair', String.raw`{"a":"\ud800"}`, /^validation-failed \/a .*surrogate/],
    ['the other half', String.raw`{"a":"\udc00"}`, /^validation-failed \/a .*surrogate/],
    ['two first halves', String.raw`{"a":"\ud83d\ud83d"}`, /^validation-failed|^too-large/],
    ['half a pair before a letter', String.raw`{"a":"\ud83dx"}`, /^validation-failed \/a .*surrogate/],
    ['half a pair before an escape', String.raw`{"a":"\ud83d\n"}`, /^validation-failed \/a .*surrogate/],
    ['a NUL', String.raw`{"a":"\u0000"}`, /^validation-failed \/a .*NUL/],
    ['a tilde and a slash in the pointer', String.raw`{"~/":"\u0000"}`, /^validation-failed \/~0~1 /],
  ])('with %s is judged whichever way its bytes arrive', (_, text, expected) => {
    const limits = { ...LIMITS, stringBytes: expected !== null && text.includes('\\ud83d\\ud83d') ? 100 : 10 };
    for (const step of [1, 2, 3, 7, 1000]) {
      if (expected === null) expect(faultOf(text, step, limits)).toBeNull();
      else expect(faultOf(text, step, limits)).toMatch(expected);
    }
  });

  it('keeps a pair of surrogates', () => {
    expect(faultOf(String.raw`{"a":"\ud83d\ude00"}`, 1, DEFAULT_BODY_LIMITS)).toBeNull();
  });

  it('may hold any character where the route has rules of its own, but in no name', () => {
    expect(faultOf(String.raw`{"a":"\u0000\ud800"}`, 1, TEXT_BODY_LIMITS)).toBeNull();
    expect(faultOf(String.raw`{"\u0000":1}`, 1, TEXT_BODY_LIMITS)).toMatch(/^validation-failed .*NUL/);
  });

  it.each(['[', '{"a":', '"\\u0061', '{"a":1,', '[1,', ' ', '\\', '}{', ']['])(
    'of %s without end is linear',
    (part) => {
      const wide: BodyLimits = {
        ...{ bytes: 1e9, depth: 1e9, members: 1e9, items: 1e9, values: 1e9, stringBytes: 1e9 },
        anyCharacters: true,
      };
      const msOf = (count: number) => {
        const begun = performance.now();
        faultOf(part.repeat(count), 65_536, wide);
        return performance.now() - begun;
      };
      const best = (count: number) => Math.min(...Array.from({ length: 4 }, () => msOf(count)));
      const [short, long] = [best(50_000), best(400_000)];
      // Eight times the text: a square would take 64 times as long.
      expect(long).toBeLessThan(30 * Math.max(short, 2));
    },
  );
});

describe('a query string', () => {
  it.each<[string, RegExp | null]>([
    ['', null],
    ['a=b=%00', /NUL/],
    ['a=1&b=2', null],
    ['sql=SELECT+1%3B', null],
    ['a=%E0%A4', null],
    [Array.from({ length: 50 }, (_, n) => `p${n}=1`).join('&'), null],
    [Array.from({ length: 51 }, (_, n) => `p${n}=1`).join('&'), /50 parameters/],
    ['&'.repeat(15_000), /50 parameters/],
    ['a=1&a=2', /twice/],
    ['a=1&%61=2', /twice/],
    ['a=%00', /NUL/],
    ['%00=a', /NUL/],
    ['__proto__=1', /__proto__/],
    ['%5F_proto__=1', /__proto__/],
    ['a[b]=1', /brackets/],
    ['a%5B%5D=1', /brackets/],
    [`a${'[b]'.repeat(4000)}=1`, /brackets/],
  ])('is judged: %#', (query, expected) => {
    const fault = queryFault(query);
    if (expected === null) expect(fault).toBeNull();
    else expect(fault?.detail).toMatch(expected);
  });
});
