import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Cell, ColumnKind, SortDirection } from '../api/index.js';
import { compareCells } from './compare-cells.js';
import { TopCells } from './top-cells.js';

const digits = fc.stringMatching(/^\d{0,24}$/);
const number = fc.oneof(
  fc.bigInt().map(String),
  fc.integer({ min: -30, max: 30 }).map(String),
  fc.tuple(fc.constantFrom('', '-'), digits, digits).map(([sign, whole, part]) => `${sign}${whole}.${part}`),
  fc
    .tuple(fc.constantFrom('', '-'), fc.integer({ min: 0, max: 9 }))
    .map(([sign, last]) => `${sign}1234567890123456789${last}`),
  fc.integer({ min: 0, max: 9 }).map((last) => `0.${'0'.repeat(25)}123456789012345${last}`),
  fc.double().map(String),
  fc.constantFrom('NaN', 'Infinity', '-Infinity', '0', '-0', '0.000', '1e-400', '-1e-400', '1E+5', '1e400', '2e400'),
  fc.constantFrom('$1,234.50', '-$0.10', '-', '.', '', '1.', '.5', '1.50', '1.5', '+7', '00012', '1.2.3', 'ten'),
);
const two = (value: number): string => String(value).padStart(2, '0');
const clock = fc
  .tuple(
    fc.integer({ min: 0, max: 24 }),
    fc.constantFrom('', '.5', '.50', '.123456', '.1234567891', '.1234567892', '.'),
  )
  .map(([hour, fraction]) => `${two(hour)}:30:07${fraction}`);
const zone = fc.constantFrom('', '', '+00', '+05:30', '-11', '-00:01:15', 'Z', ' BC', '+00 BC', '+1', '+01:', '+01:2');
const day = fc
  .tuple(fc.integer({ min: 1, max: 12_000 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, date]) => `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`);
const instant = fc.oneof(
  fc.tuple(day, fc.constantFrom(' ', ' ', 'T'), clock, zone).map((parts) => parts.join('')),
  fc.tuple(clock, zone).map((parts) => parts.join('')),
  day,
  fc.constantFrom(
    'infinity',
    '-infinity',
    '5874897-12-31',
    '4714-11-24 BC',
    '0044-03-15 (BC)',
    '0044-03-15 (BC) 10:00:00',
    '2020-1-1',
    '',
    'now',
  ),
);
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    '',
    '\u0000',
    '\u0000\u0000',
    '\uffff',
    '\ue000',
    '😀',
    '😀a',
    'https://example.org/a',
    'https://example.org/b',
  ),
);

const KINDS: [ColumnKind, fc.Arbitrary<string>][] = [
  ['integer', number],
  ['decimal', number],
  ['float', number],
  ['date', instant],
  ['time', instant],
  ['timestamp', instant],
  ['boolean', fc.constantFrom('t', 'f', 'true', 'false', '0', '1', 'x', 'tr', '')],
  ['text', text],
  ['uuid', fc.uuid()],
];
const DIRECTIONS: readonly SortDirection[] = ['asc', 'desc'];

/** A line of bytes with other bytes around it, as it stands in a file. */
const encoder = new TextEncoder();
function offer(top: TopCells, cells: readonly Cell[], from = 0): void {
  for (const [index, cell] of cells.entries()) {
    if (cell === null) top.offerNull(from + index);
    else {
      const bytes = encoder.encode(`12${cell}:34`);
      top.offer(bytes, 2, bytes.length - 3, from + index);
    }
  }
}

function expected(kind: ColumnKind, direction: SortDirection, cells: readonly Cell[]): number[] {
  const compare = compareCells(kind);
  const sign = direction === 'asc' ? 1 : -1;
  return [...cells.keys()].sort((a, b) => sign * compare(cells[a] ?? null, cells[b] ?? null) || a - b);
}

describe('TopCells', () => {
  it.each(KINDS)('finds the first cells of the kind %s as compareCells orders them', (kind, values) => {
    const cells = fc.array(fc.option(values, { freq: 8 }), { maxLength: 40 });
    fc.assert(
      fc.property(
        cells,
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(...DIRECTIONS),
        (column, wanted, direction) => {
          const top = new TopCells(kind, direction, wanted);
          offer(top, column.slice(0, 20));
          top.bound();
          offer(top, column.slice(20), 20);
          expect(top.firstRows()).toEqual(expected(kind, direction, column).slice(0, wanted));
        },
      ),
      { numRuns: 400 },
    );
  });

  it.each(KINDS)('finds them also with the bound of some of the cells of the kind %s', (kind, values) => {
    const cells = fc.array(fc.option(values, { freq: 8 }), { maxLength: 40 });
    fc.assert(
      fc.property(cells, cells, fc.constantFrom(...DIRECTIONS), (some, others, direction) => {
        const sample = new TopCells(kind, direction, 5);
        offer(sample, some);
        const top = new TopCells(kind, direction, 5, sample.bound());
        offer(top, [...others, ...some]);
        expect(top.firstRows()).toEqual(expected(kind, direction, [...others, ...some]).slice(0, 5));
      }),
      { numRuns: 200 },
    );
  });

  it.each(DIRECTIONS)('takes more cells than it has room for, %s, rising, falling and all alike', (direction) => {
    const rising = Array.from({ length: 5_000 }, (_, index) => String(index));
    for (const cells of [rising, rising.toReversed(), Array<string>(5_000).fill('7')]) {
      const top = new TopCells('integer', direction, 3);
      offer(top, cells);
      expect(top.firstRows()).toEqual(expected('integer', direction, cells).slice(0, 3));
    }
  });
});
