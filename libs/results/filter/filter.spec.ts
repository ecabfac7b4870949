import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Cell, ColumnKind, ResultFilter } from '../../api/index.js';
import { compareCells } from '../compare-cells.js';
import { cellPredicate } from './cell-predicate.js';
import { filterFaults } from './filter-faults.js';
import { certainPart, findMatches } from './find-matches.js';
import { caseVariants, foldCase } from './fold-case.js';
import { matchesFilter } from './matches-filter.js';

type Condition = Omit<ResultFilter, 'column'>;
interface Case {
  readonly kind: ColumnKind;
  readonly condition: Condition;
  readonly met: readonly Cell[];
  readonly unmet: readonly Cell[];
}

const CASES: readonly Case[] = [
  {
    kind: 'decimal',
    condition: { op: 'equals', value: '1' },
    met: ['1', '1.0', '1.000', '+1', '1e0'],
    unmet: ['1.01', '', 'one', null],
  },
  {
    kind: 'integer',
    condition: { op: 'equals', value: '9007199254740993' },
    met: ['9007199254740993'],
    unmet: ['9007199254740992'],
  },
  {
    kind: 'decimal',
    condition: { op: 'equals', value: '7'.repeat(100) },
    met: ['7'.repeat(100), `${'7'.repeat(100)}.0`],
    unmet: [`${'7'.repeat(99)}8`],
  },
  {
    kind: 'float',
    condition: { op: 'greater_than', value: '2990' },
    met: ['2990.5', '3e3', 'Infinity'],
    unmet: ['2990', '2990.0', '-1', 'x', null],
  },
  { kind: 'integer', condition: { op: 'less_than', value: '5' }, met: ['4', '-1'], unmet: ['5', '6', 'x', null] },
  { kind: 'date', condition: { op: 'greater_than', value: '2026-01-31' }, met: ['2026-02-01'], unmet: ['2026-01-31'] },
  { kind: 'boolean', condition: { op: 'in', values: ['true'] }, met: ['t', 'true', '1'], unmet: ['f', '0', null] },
  { kind: 'float', condition: { op: 'equals', value: 'nan' }, met: ['NaN'], unmet: ['Infinity', '0', null] },
  { kind: 'float', condition: { op: 'equals', value: '0' }, met: ['-0', '0', '0e5'], unmet: ['5e-324'] },
  { kind: 'integer', condition: { op: 'not_equals', value: '5' }, met: ['6', 'five'], unmet: ['5', '05', null] },
  {
    kind: 'decimal',
    condition: { op: 'between', from: '1', to: '2.5' },
    met: ['1', '1.0', '2.50'],
    unmet: ['0.99', '2.51', 'NaN', 'x', null],
  },
  {
    kind: 'decimal',
    condition: { op: 'between', from: '1', to: null },
    met: ['1', '1e400', 'Infinity', 'NaN'],
    unmet: ['-1', 'x', null],
  },
  {
    kind: 'decimal',
    condition: { op: 'between', from: null, to: '-1' },
    met: ['-1', '-Infinity'],
    unmet: ['0', 'x', null],
  },
  {
    kind: 'date',
    condition: { op: 'between', from: '0044-03-15 BC', to: '0001-01-01' },
    met: ['0001-12-31 BC', '0044-03-15 (BC)'],
    unmet: ['0045-01-01 BC', '2026-01-01', '-infinity', null],
  },
  {
    kind: 'timestamp',
    condition: { op: 'between', from: '0044-03-15 (BC) 00:00:00', to: '0001-01-01 (BC) 00:00:00' },
    met: ['0044-03-15 (BC) 00:00:00', '0002-06-01 (BC) 12:00:00.5', '0002-06-01 12:00:00 BC'],
    unmet: ['0045-01-01 (BC) 00:00:00', '0001-01-02 (BC) 00:00:00', '2026-01-01 00:00:00', 'infinity', null],
  },
  {
    kind: 'date',
    condition: { op: 'equals', value: 'infinity' },
    met: ['infinity'],
    unmet: ['5874897-12-31', '-infinity'],
  },
  {
    kind: 'timestamp',
    condition: { op: 'equals', value: '2026-01-01 00:00:00+00' },
    met: ['2026-01-01 05:30:00+05:30', '2026-01-01 00:00:00.000+00'],
    unmet: ['2026-01-01 00:00:00.000001+00'],
  },
  {
    kind: 'timestamp',
    condition: { op: 'between', from: '2026-05-19', to: '2026-05-20' },
    met: ['2026-05-19 00:00:00', '2026-05-20 00:00:00'],
    unmet: ['2026-05-20 00:00:01'],
  },
  {
    kind: 'time',
    condition: { op: 'between', from: '10:00', to: '11:00' },
    met: ['10:00:00', '10:59:59.9'],
    unmet: ['09:59:59', '24:00:00'],
  },
  {
    kind: 'boolean',
    condition: { op: 'equals', value: 'true' },
    met: ['t', 'true', '1'],
    unmet: ['f', 'false', 'TRUE?', null],
  },
  {
    kind: 'text',
    condition: { op: 'equals', value: 'Straße' },
    met: ['straße', 'STRAẞE'],
    unmet: ['strasse', 'Straße '],
  },
  { kind: 'text', condition: { op: 'equals', value: 'a', case_sensitive: true }, met: ['a'], unmet: ['A', 'ａ'] },
  { kind: 'text', condition: { op: 'equals', value: '' }, met: [''], unmet: [' ', null] },
  { kind: 'text', condition: { op: 'contains', value: 'ΔΟΣ' }, met: ['οδος', 'ΟΔΟΣ', 'οδοσα'], unmet: ['οδο'] },
  { kind: 'text', condition: { op: 'contains', value: 'i' }, met: ['I', 'xiy'], unmet: ['İ', 'ı', '', null] },
  { kind: 'text', condition: { op: 'contains', value: 'k' }, met: ['K', '\u212a'], unmet: ['x'] },
  { kind: 'text', condition: { op: 'contains', value: '' }, met: ['', 'a'], unmet: [null] },
  { kind: 'text', condition: { op: 'not_contains', value: 'é' }, met: ['e', ''], unmet: ['CAFÉ', 'é', null] },
  { kind: 'text', condition: { op: 'starts_with', value: 'null' }, met: ['NULL!'], unmet: [' null', null] },
  { kind: 'text', condition: { op: 'ends_with', value: '😀' }, met: ['a😀'], unmet: ['😀a', '😁'] },
  { kind: 'integer', condition: { op: 'contains', value: '00' }, met: ['1001'], unmet: ['11', null] },
  { kind: 'text', condition: { op: 'in', values: ['A', null] }, met: ['a', 'A', null], unmet: ['b', ''] },
  { kind: 'text', condition: { op: 'in', values: [] }, met: [], unmet: ['b', '', null] },
  { kind: 'decimal', condition: { op: 'in', values: ['1.0', '2'] }, met: ['1', '2.00'], unmet: ['3', null] },
  { kind: 'integer', condition: { op: 'in', values: ['ten', '1'] }, met: ['ten', 'TEN', '1'], unmet: ['tenth', '10'] },
  { kind: 'decimal', condition: { op: 'not_in', values: ['1.0', null] }, met: ['2', 'x'], unmet: ['1', null] },
  { kind: 'json', condition: { op: 'is_null' }, met: [null], unmet: ['null', ''] },
  { kind: 'json', condition: { op: 'is_not_null' }, met: ['null', ''], unmet: [null] },
  { kind: 'text', condition: { op: 'between', from: 'B', to: 'c' }, met: ['b', 'C', 'bz'], unmet: ['a', 'ca', 'CA'] },
  {
    kind: 'text',
    condition: { op: 'between', from: 'B', to: 'c', case_sensitive: true },
    met: ['B', 'a', 'c'],
    unmet: ['A', 'ca'],
  },
  { kind: 'binary', condition: { op: 'equals', value: '\\xDEADBEEF' }, met: ['\\xdeadbeef'], unmet: ['\\xdeadbeef00'] },
];

describe('a condition of a filter', () => {
  it.each(CASES)('on $kind: $condition', ({ kind, condition, met, unmet }) => {
    const isMet = cellPredicate(kind, { column: 0, ...condition });
    expect([met.map(isMet), unmet.map(isMet)]).toEqual([met.map(() => true), unmet.map(() => false)]);
    expect(filterFaults([{ column: 0, ...condition }], [{ name: 'v', kind }])).toEqual([]);
  });

  it.each<ColumnKind>(['integer', 'decimal', 'float', 'date', 'timestamp', 'boolean'])(
    'compares %s as compareCells does',
    (kind) => {
      const cells: Record<string, readonly string[]> = {
        boolean: ['t', 'f', 'true', 'false', '0', '1'],
        date: ['2026-01-01', '0001-01-01', '0044-03-15 BC', 'infinity', '-infinity', '10000-01-01'],
        timestamp: ['2026-01-01 00:00:00+00', '2026-01-01 05:30:00+05:30', '2026-01-01', '0044-03-15 00:00:00 BC'],
      };
      const number = fc.oneof(
        fc.bigInt().map(String),
        fc.double().map(String),
        fc.constantFrom('1', '1.0', '-0', 'NaN'),
      );
      const value = cells[kind] === undefined ? number : fc.constantFrom(...cells[kind]);
      fc.assert(
        fc.property(value, value, (a, b) => {
          const order = compareCells(kind)(a, b);
          expect(cellPredicate(kind, { column: 0, op: 'equals', value: b })(a)).toBe(order === 0);
          expect(cellPredicate(kind, { column: 0, op: 'between', from: b, to: null })(a)).toBe(order >= 0);
          expect(cellPredicate(kind, { column: 0, op: 'between', from: null, to: b })(a)).toBe(order <= 0);
        }),
      );
    },
  );
});

describe('matchesFilter', () => {
  const columns = [{ kind: 'integer' }, { kind: 'text' }] as const;

  it('joins conditions by AND, and without any takes every row', () => {
    const filters: ResultFilter[] = [
      { column: 0, op: 'between', from: '2' },
      { column: 1, op: 'contains', value: 'B' },
    ];
    const rows: Cell[][] = [
      ['1', 'b'],
      ['2', 'abc'],
      ['3', 'c'],
      [null, 'b'],
      ['4', null],
    ];
    expect(rows.map((row) => matchesFilter(row, columns, filters))).toEqual([false, true, false, false, false]);
    expect(rows.every((row) => matchesFilter(row, columns, []))).toBe(true);
  });
});

describe('filterFaults', () => {
  const columns = [
    { name: 'id', kind: 'integer' },
    { name: 'day', kind: 'date' },
    { name: 'at', kind: 'time' },
    { name: 'note', kind: 'text' },
  ] as const;

  it.each<[ResultFilter, keyof ResultFilter, string]>([
    [{ column: 4, op: 'is_null' }, 'column', 'The result has no column 4, counted from 0.'],
    [{ column: 0, op: 'equals' }, 'value', 'equals needs a value.'],
    [{ column: 0, op: 'in' }, 'values', 'in needs values.'],
    [{ column: 0, op: 'in', values: Array<string>(1001).fill('1') }, 'values', 'in takes at most 1000 values.'],
    [{ column: 0, op: 'between', from: null }, 'from', 'between needs from, to or both.'],
    [{ column: 0, op: 'equals', value: 'ten' }, 'value', 'id holds numbers; “ten” is not one.'],
    [{ column: 0, op: 'between', to: '' }, 'to', 'id holds numbers; “” is not one.'],
    [{ column: 1, op: 'equals', value: '12:00' }, 'value', 'day holds dates; “12:00” is not one.'],
    [{ column: 2, op: 'equals', value: '2026-01-01' }, 'value', 'at holds times; “2026-01-01” is not one.'],
    [{ column: 3, op: 'contains', value: '\ud83d' }, 'value', 'The text is not valid Unicode.'],
  ])('says what is wrong ($#)', (filter, member, detail) => {
    expect(filterFaults([{ column: 3, op: 'is_null' }, filter], columns)).toEqual([{ condition: 1, member, detail }]);
  });

  it('accepts texts of any kind for operations on texts, and in lists', () => {
    const filters: ResultFilter[] = [
      { column: 0, op: 'contains', value: '-' },
      { column: 0, op: 'in', values: ['ten', null] },
      { column: 1, op: 'starts_with', value: '2026-' },
    ];
    expect(filterFaults(filters, columns)).toEqual([]);
  });
});

describe('findMatches', () => {
  it.each<[readonly Cell[], string, boolean, number[]]>([
    [['Anna', null, 'banana', ''], 'AN', false, [0, 2]],
    [['Anna', null, 'banana', ''], 'an', true, [2]],
    [[null, 'null', 'NULL'], 'null', false, [1, 2]],
    [['a', ''], '', false, []],
    [['line\nbreak', 'STRASSE', 'straẞe'], 'ß', false, [2]],
  ])('finds in %j the text %j (case-sensitive: %s)', (cells, text, isExact, places) => {
    expect(findMatches(cells, { text, case_sensitive: isExact })).toEqual(places);
  });
});

describe('foldCase', () => {
  it('makes equal what a pattern without case finds equal, for every character', () => {
    const differing: string[] = [];
    for (let code = 0; code < 0x20000; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      const folded = foldCase(character);
      const isFold = folded === character || new RegExp(`^\\u{${code.toString(16)}}$`, 'iu').test(folded);
      if (!isFold || foldCase(folded) !== folded) differing.push(character);
    }
    expect(differing).toEqual([]);
  });

  it('knows all characters of one fold', () => {
    expect(['s', 'K', 'ß', 'ς', 'İ', '1', '😀'].map((one) => [...caseVariants(one)].sort())).toEqual([
      ['S', 's', 'ſ'],
      ['K', 'k', '\u212a'],
      ['ß', 'ẞ'],
      ['Σ', 'ς', 'σ'],
      ['İ'],
      ['1'],
      ['😀'],
    ]);
  });
});

describe('the certain part of a text', () => {
  it.each<[string, boolean, string | null]>([
    ['99999', false, '99999'],
    ['Order 17-A', false, ' 17-'],
    ['Order 17-A', true, 'Order 17-A'],
    ['smith', false, null],
    ['ß', false, null],
    ['é1', false, '1'],
    ['日本k', false, '日本'],
    ['say "1"', false, ' \\"1\\"'],
    ['\n\t', true, '\\n\\t'],
    ['', true, null],
    ['\ud800', true, '\\ud800'],
  ])('%j, with case %s, is %j', (text, isExact, part) => {
    expect(certainPart({ text, case_sensitive: isExact })).toBe(part);
  });

  it('is in the JSON of each row in which the text is found', () => {
    const character = fc.constantFrom(
      'k',
      'K',
      '\u212a',
      's',
      'ſ',
      'ß',
      'ẞ',
      'ı',
      'İ',
      '1',
      '-',
      '"',
      '\\',
      '\n',
      '😀',
      '\ud800',
      'µ',
    );
    const text = fc.array(character, { minLength: 1, maxLength: 4 }).map((all) => all.join(''));
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 4 }), fc.boolean(), (wanted, parts, isExact) => {
        const find = { text: wanted, case_sensitive: isExact };
        const cells = [parts.join(''), `${parts.join('')}${foldCase(wanted)}`, wanted.toUpperCase()];
        const part = certainPart(find);
        if (part === null || findMatches(cells, find).length === 0) return;
        expect(Buffer.from(JSON.stringify(cells)).includes(Buffer.from(part))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
