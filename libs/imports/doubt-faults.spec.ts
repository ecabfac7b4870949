import { describe, expect, it } from '@jest/globals';
import type { ImportDoubt } from '../api/index.js';
import { doubtFaults, isDoubtfulAs } from './doubt-faults.js';

const day: ImportDoubt = {
  ...{ column: 'd', kind: 'date', sample: '01/02/2024' },
  readings: [
    { as: 'dmy', text: '2024-02-01' },
    { as: 'mdy', text: '2024-01-02' },
  ],
};
const amount: ImportDoubt = {
  ...{ column: 'n', kind: 'number', sample: '1,234' },
  readings: [
    { as: ',', text: '1.234' },
    { as: '.', text: '1234' },
  ],
};
const DAY =
  'Choose the date order for "d": "01/02/2024" is 2024-02-01 (day, month, year) or 2024-01-02 (month, day, year).';
const AMOUNT = 'Choose the decimal sign for "n": "1,234" is 1.234 (decimal comma) or 1234 (decimal point).';

describe('doubtFaults', () => {
  it.each<[string, Record<string, string | null>, string[]]>([
    ['a date', { d: 'date' }, [DAY]],
    ['a time', { d: 'timestamp with time zone' }, [DAY]],
    ['numbers', { n: 'numeric(12,2)', d: 'text' }, [AMOUNT]],
    ['both', { d: 'DATE', n: 'DOUBLE' }, [DAY, AMOUNT]],
    ['texts', { d: 'text', n: 'varchar(20)' }, []],
    ['columns that have one meaning', { x: 'date' }, []],
    ['a type that is not known', { d: null }, []],
    ['kinds that do not meet', { d: 'integer', n: 'date' }, []],
  ])('asks about %s', (_, types, faults) => {
    const columns = Object.keys(types).map((name) => ({ source: name, target: name }));
    expect(doubtFaults([day, amount], columns, ({ target }) => types[target] ?? null)).toEqual(faults);
  });
});

it.each([
  ['date', 'timestamptz', true],
  ['date', 'datetime', true],
  ['date', 'daterange', true],
  ['date', 'text', false],
  ['number', 'bigint', true],
  ['number', 'HUGEINT', true],
  ['number', 'UINTEGER', true],
  ['number', 'double precision', true],
  ['number', 'float8', true],
  ['number', 'int4', true],
  ['number', 'interval', false],
  ['number', 'VARCHAR', false],
] as const)('%s as %s: %s', (kind, type, isDoubtful) => {
  expect(isDoubtfulAs(kind, type)).toBe(isDoubtful);
});
