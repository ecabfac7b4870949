import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ColumnKind } from '../api/index.js';
import { compareCells } from './compare-cells.js';
import { sortKey } from './sort-key.js';
import { CELLS } from './testing/any-cells.js';

const digits = fc.stringMatching(/^\d{0,40}$/);
const number = fc.oneof(
  fc.bigInt().map(String),
  fc.tuple(fc.constantFrom('', '-'), digits, digits).map(([sign, whole, part]) => `${sign}${whole}.${part}`),
  fc.double().map(String),
  fc.constantFrom('NaN', 'Infinity', '-Infinity', '0', '-0', '0.000', '1e-400', '1E+5', '$1,234.50', '-$0.10'),
  fc.string(),
);
const two = (value: number): string => String(value).padStart(2, '0');
const instant = fc.oneof(
  fc
    .record({
      year: fc.integer({ min: 1, max: 294_276 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 28 }),
      hour: fc.integer({ min: 0, max: 23 }),
      fraction: fc.stringMatching(/^(\.\d{1,9})?$/),
      zone: fc.constantFrom('', '+00', '+05:30', '-11', 'Z'),
      eras: fc.constantFrom(['', ''], ['', ''], ['', ' BC'], [' (BC)', '']),
    })
    .map(
      ({ year, month, day, hour, fraction, zone, eras: [before, after] }) =>
        `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}${before} ${two(hour)}:30:00${fraction}${zone}${after}`,
    ),
  fc.constantFrom('infinity', '-infinity', '5874897-12-31', '4714-11-24 BC', '24:00:00', '00:00:00'),
  fc.string(),
);
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '\uffff', '\ue000', '😀', '😀a', '\ufeff'));

describe('sortKey', () => {
  it.each<[ColumnKind, fc.Arbitrary<string>]>([
    ['integer', number],
    ['decimal', number],
    ['float', number],
    ['date', instant],
    ['time', instant],
    ['timestamp', instant],
    ['interval', CELLS.interval],
    ['network', CELLS.network],
    ['boolean', fc.constantFrom('t', 'f', 'true', 'false', '0', '1', 'x', '')],
    ['text', text],
    ['json', text],
    ['uuid', text],
  ])('orders texts of the kind %s as compareCells does', (kind, values) => {
    const compare = compareCells(kind);
    const keyOf = sortKey(kind);
    fc.assert(
      fc.property(values, values, (a, b) => {
        const [keyA, keyB] = [keyOf(a), keyOf(b)];
        expect(keyA === keyB ? 0 : keyA < keyB ? -1 : 1).toBe(Math.sign(compare(a, b)));
      }),
      { numRuns: 2000 },
    );
  });
});
