import { describe, expect, it } from '@jest/globals';
import type { Cell, ColumnKind } from '../api/index.js';
import { compareCells } from './compare-cells.js';

interface Case {
  readonly kind: ColumnKind;
  readonly what: string;
  readonly ascending: readonly Cell[];
}

const CASES: readonly Case[] = [
  {
    kind: 'integer',
    what: 'bigints that a double would confuse',
    ascending: [
      '-9223372036854775808',
      '-9223372036854775807',
      '-1',
      '0',
      '9',
      '10',
      '9007199254740992',
      '9007199254740993',
      '9223372036854775807',
      null,
    ],
  },
  {
    kind: 'decimal',
    what: 'decimals by value, not by text',
    ascending: [
      '-Infinity',
      '-10.5',
      '-10.49',
      '-0.001',
      '0.00',
      '0.0009',
      '0.1',
      '0.10000000000000000000000000000001',
      '2',
      '10',
      '1000000000000000000000000000000.1',
      'Infinity',
      'NaN',
      null,
    ],
  },
  { kind: 'decimal', what: 'money', ascending: ['-$1,234.56', '$0.99', '$5.00', '$1,000.00', '$1,000.01'] },
  {
    kind: 'float',
    what: 'floats with exponents',
    ascending: [
      '-inf',
      '-1e+308',
      '-1.5',
      '-5e-324',
      '0',
      '5e-324',
      '1e-05',
      '0.5',
      '1.5',
      '99',
      '1e+15',
      '1.7976931348623157e+308',
      'Infinity',
      'NaN',
      null,
    ],
  },
  { kind: 'boolean', what: 'false before true', ascending: ['f', 't', null] },
  { kind: 'boolean', what: 'the words of DuckDB', ascending: ['false', 'true', null] },
  {
    kind: 'date',
    what: 'dates over the eras',
    ascending: [
      '-infinity',
      '4713-01-01 BC',
      '0044-03-15 BC',
      '0044-03-16 BC',
      '0001-12-31 BC',
      '0001-01-01',
      '1999-12-31',
      '2024-02-29',
      '2024-03-01',
      '9999-12-31',
      '10000-01-01',
      '5874897-12-31',
      'infinity',
      null,
    ],
  },
  { kind: 'date', what: 'the BC of DuckDB', ascending: ['0044-03-15 (BC)', '0043-03-15 (BC)', '2020-01-01'] },
  {
    kind: 'timestamp',
    what: 'the BC of DuckDB in front of the time',
    ascending: [
      '-infinity',
      '290309-12-22 (BC) 00:00:00',
      '0044-03-15 (BC) 11:30:00.5+00',
      '0044-03-15 (BC) 11:30:00.5-01',
      '0001-01-01 (BC) 00:00:00',
      '0001-12-31 23:59:59 BC',
      '0001-01-01 00:00:00',
      'infinity',
      null,
    ],
  },
  {
    kind: 'timestamp',
    what: 'instants with different zones',
    ascending: [
      '2026-10-25 02:30:00+02',
      '2026-10-25 02:00:00+01',
      '2026-10-25 02:30:00+01',
      '2026-10-25 07:45:00+05:30',
      '2026-10-25 02:30:00Z',
    ],
  },
  {
    kind: 'timestamp',
    what: 'microseconds and nanoseconds',
    ascending: [
      '2026-05-19 09:41:12',
      '2026-05-19 09:41:12.000000001',
      '2026-05-19 09:41:12.000001',
      '2026-05-19 09:41:12.1',
      '2026-05-19 09:41:12.12',
      '2026-05-19 09:41:13',
    ],
  },
  {
    kind: 'time',
    what: 'times of day',
    ascending: ['00:00:00', '09:05:00', '10:00:00-01', '23:59:59.999999', '24:00:00', null],
  },
  {
    kind: 'interval',
    what: 'by their length, a month as 30 days',
    ascending: ['-infinity', '-1 days', '-00:00:00.5', '00:00:00', '9 days', '10 days', '1 mon', '1 mon 1 day', null],
  },
  {
    kind: 'network',
    what: 'by their numbers, networks before their hosts, IPv4 before IPv6',
    ascending: [
      '9.0.0.1',
      '10.0.0.0/8',
      '10.0.0.2',
      '10.0.0.10',
      '192.168.1.5',
      '::1',
      '2001:db8::/32',
      'fe80::1',
      null,
    ],
  },
  {
    kind: 'text',
    what: 'code points, empty string first, NULL last',
    ascending: ['', ' ', '10', '9', 'A', 'Z', 'a', 'é', '\uffee', '😀', null],
  },
  { kind: 'json', what: 'other kinds as their text', ascending: ['[]', '{"a":1}', null] },
  { kind: 'integer', what: 'texts that are no number after the numbers', ascending: ['1', '2', '', 'abc', null] },
];

function shuffled(cells: readonly Cell[]): Cell[] {
  return cells
    .map((cell, index) => ({ cell, key: (index * 7919 + 13) % 31 }))
    .sort((a, b) => a.key - b.key)
    .map(({ cell }) => cell);
}

describe('compareCells', () => {
  it.each(CASES)('orders $kind: $what', ({ kind, ascending }) => {
    expect(shuffled(ascending).sort(compareCells(kind))).toEqual(ascending);
  });

  it('finds numbers of one value equal, however they are written', () => {
    const compare = compareCells('decimal');
    for (const [a, b] of [
      ['1.50', '1.5'],
      ['0', '-0.00'],
      ['1e3', '1000'],
      ['+7', '7'],
      ['00012', '12'],
      ['.5', '0.5'],
    ] as const) {
      expect(compare(a, b)).toBe(0);
    }
  });

  it('finds one instant equal in two zones', () => {
    expect(compareCells('timestamp')('2026-01-01 00:00:00+00', '2026-01-01 05:30:00+05:30')).toBe(0);
  });

  it('orders two decimals of 100,000 digits', () => {
    const long = '7'.repeat(100_000);
    expect(compareCells('decimal')(`${long}1`, `${long}2`)).toBeLessThan(0);
  });

  it('is antisymmetric and finds every cell equal to itself', () => {
    for (const { kind, ascending } of CASES) {
      const compare = compareCells(kind);
      for (const a of ascending) {
        expect(compare(a, a)).toBe(0);
        for (const b of ascending) expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0);
      }
    }
  });
});
