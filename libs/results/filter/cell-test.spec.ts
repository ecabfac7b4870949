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
const ops = fc.constantFrom<FilterOp>('equals', 'not_equals', 'between', 'in', 'not_in', 'contains', 'ends_with');

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
