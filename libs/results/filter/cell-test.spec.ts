import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ColumnKind, FilterOp, ResultFilter } from '../../api/index.js';
import { cellPredicate } from './cell-predicate.js';
import { cellTest } from './cell-test.js';
import { filterFaults } from './filter-faults.js';
import { foldCase, foldPattern } from './fold-case.js';
import { CELLS } from '../testing/any-cells.js';

const textOf = (bytes: Uint8Array, from: number, to: number) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(from, to));
const TEXT_OPS = ['equals', 'not_equals', 'contains', 'not_contains', 'starts_with', 'ends_with'] as const;
const ops = fc.constantFrom<FilterOp>(...TEXT_OPS, 'between', 'in', 'not_in');
const letters = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from('aAsSſkK\u212aßİıiI9.é\u0000\n😀')), maxLength });

describe('cellTest', () => {
  it.each(Object.entries(CELLS) as [ColumnKind, fc.Arbitrary<string>][])(
    'decides on bytes as cellPredicate does on texts: %s',
    (kind, cells) => {
      fc.assert(
        fc.property(ops, cells, cells, cells, fc.boolean(), (op, cell, a, b, isExact) => {
          for (const [value, from, to, values] of [
            [a, a, b, [a]],
            [cell, cell, null, [cell]],
            [b, null, cell, [a, cell]],
          ] as const) {
            const filter: ResultFilter = {
              column: 0,
              op,
              value,
              from,
              to,
              values: [...values],
              case_sensitive: isExact,
            };
            if (filterFaults([filter], [{ name: 'v', kind }]).length > 0) continue;
            const bytes = new TextEncoder().encode(`xx${cell}yy`);
            const isMet = cellTest(kind, filter)(bytes, 2, bytes.length - 2, textOf);
            expect(isMet).toBe(cellPredicate(kind, filter)(cell));
          }
        }),
        { numRuns: 500 },
      );
    },
  );
});

describe('cellTest of infinite values', () => {
  const cells = ['-infinity', 'infinity', '-Infinity', 'Infinity', 'NaN', 'x', '', '2024-01-01', '12:00:00', '1'];
  const kinds: ColumnKind[] = ['date', 'time', 'timestamp', 'float', 'decimal', 'integer', 'boolean'];
  it.each(kinds.flatMap((kind) => cells.map((value): [ColumnKind, string] => [kind, value])))(
    'decides on bytes as cellPredicate does on texts: %s, %j',
    (kind, value) => {
      for (const op of ['in', 'not_in', 'equals', 'not_equals', 'greater_than', 'between'] as const) {
        const filter: ResultFilter = { column: 0, op, value, values: [value], from: value, to: value };
        if (filterFaults([filter], [{ name: 'v', kind }]).length > 0) continue;
        for (const cell of cells) {
          const bytes = new TextEncoder().encode(cell);
          const isMet = cellTest(kind, filter)(bytes, 0, bytes.length, textOf);
          expect([op, cell, isMet]).toEqual([op, cell, cellPredicate(kind, filter)(cell)]);
        }
      }
    },
  );
});

describe('cellTest of texts', () => {
  it('decides on bytes as cellPredicate does on texts, also where case reaches beyond ASCII', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TEXT_OPS), letters(8), letters(3), fc.boolean(), (op, cell, value, isExact) => {
        const filter: ResultFilter = { column: 0, op, value, case_sensitive: isExact };
        const bytes = new TextEncoder().encode(`${value}${cell}${value}`);
        const from = new TextEncoder().encode(value).length;
        const isMet = cellTest('text', filter)(bytes, from, bytes.length - from, textOf);
        expect(isMet).toBe(cellPredicate('text', filter)(cell));
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    ['a long cell', 'a'.repeat(100_000), 'b'],
    ['a long value', `${'a'.repeat(1_000)}b`, 'a'.repeat(999)],
    ['a cell that a value nearly repeats', 'a'.repeat(4_000), `${'a'.repeat(63)}b`],
  ])('takes a fraction of a turn for %s', (_, cell, value) => {
    const bytes = new TextEncoder().encode(cell);
    const isMet = cellTest('text', { column: 0, op: 'contains', value });
    const begin = performance.now();
    for (let round = 0; round < 20; round += 1) isMet(bytes, 0, bytes.length, textOf);
    expect((performance.now() - begin) / 20).toBeLessThan(10);
  });
});

describe('foldPattern', () => {
  it('finds what is found in folded texts', () => {
    const text = fc.string({
      unit: fc.constantFrom(...Array.from('aAsSſkK\u212aßẞσςΣİıiI.*[\\]^$😀𐐀𐐨é\n/-')),
      maxLength: 4,
    });
    fc.assert(
      fc.property(text, text, (whole, part) => {
        expect(new RegExp(foldPattern(part)).test(whole)).toBe(foldCase(whole).includes(foldCase(part)));
      }),
      { numRuns: 2000 },
    );
  });
});
