import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { shownName, shownTable, shownText } from './shown-name.js';
import { HOSTILE_NAMES } from './testing/any-catalog.js';

describe('shownName', () => {
  it.each([
    ['orders', 'orders'],
    ['Order Items', 'Order Items'],
    ['größe_表_😀', 'größe_表_😀'],
    ['price(eur)', 'price(eur)'],
    ["o'clock", "o'clock"],
    ['T.1', '"T.1"'],
    ['say "hi"', '"say ""hi"""'],
    ['back\\slash', '"back\\\\slash"'],
    ['', '""'],
    [' x', '" x"'],
    ['x ', '"x "'],
    ['a\nb', '"a\\nb"'],
    ['a\\nb', '"a\\\\nb"'],
    ['a\r\u2028b', '"a\\u{d}\\u{2028}b"'],
    ['\u202egnp', '"\\u{202e}gnp"'],
    ['a; - table b', '"a; - table b"'],
    ['a → b', '"a → b"'],
    ['a, b', '"a, b"'],
  ])('shows %j as %s', (name, shown) => {
    expect(shownName(name)).toBe(shown);
  });
});

describe('shownTable', () => {
  it.each([
    ['public', 'orders', 'orders'],
    ['geo', 'areas', 'geo.areas'],
    ['Public', 'orders', 'Public.orders'],
    ['a', 'b.c', 'a."b.c"'],
    ['a.b', 'c', '"a.b".c'],
    ['public', 'a.b', '"a.b"'],
  ])('shows %j, %j as %s', (schema, name, shown) => {
    expect(shownTable({ schema, name })).toBe(shown);
  });

  it('shows different tables differently, each on one line', () => {
    const anyName = fc.oneof(fc.constantFrom(...HOSTILE_NAMES), fc.string({ unit: 'binary' }));
    const anyTable = fc.record({ schema: fc.oneof(fc.constant('public'), anyName), name: anyName });
    fc.assert(
      fc.property(anyTable, anyTable, (a, b) => {
        const isSame = a.schema === b.schema && a.name === b.name;
        expect(shownTable(a) === shownTable(b)).toBe(isSame);
        expect(shownTable(a)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 3_000 },
    );
    const all = HOSTILE_NAMES.flatMap((schema) => HOSTILE_NAMES.map((name) => shownTable({ schema, name })));
    expect(new Set(all).size).toBe(HOSTILE_NAMES.length ** 2);
  });
});

describe('shownText', () => {
  it('leaves punctuation alone and takes line breaks out', () => {
    expect(shownText('"My Schema"."a;\nb"[]')).toBe('"My Schema"."a;\\nb"[]');
  });
});
