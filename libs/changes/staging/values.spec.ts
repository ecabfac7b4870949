import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ChangeValue, ColumnKind, EditableColumn } from '../../api/index.js';
import { checkValue, pastedValue, planPaste, readPastedBlock, suggestedNumber } from './index.js';
import type { SqlDialect } from '../../dialects/index.js';
import type { PasteTarget } from './index.js';

const column = (type: string, kind: ColumnKind, change: Partial<EditableColumn> = {}): EditableColumn => ({
  ...{ index: 0, column: 'a', type, kind, is_key: false, nullable: true, has_default: false },
  ...{ is_writable: true, reason: null, ...change },
});
const MONEY = column('numeric(12,2)', 'decimal');

describe('a value', () => {
  it.each<[EditableColumn, ChangeValue]>([
    [column('integer', 'integer'), '2147483647'],
    [column('integer', 'integer'), ' -2147483648 '],
    [column('bigint', 'integer'), '9223372036854775807'],
    [column('numeric', 'decimal'), '9007199254740993.00000000000000000001'],
    [MONEY, '0009999999999.9900'],
    [MONEY, '.5'],
    [MONEY, 'NaN'],
    [MONEY, '1e3'],
    [column('numeric(3,5)', 'decimal'), '0.00123'],
    [column('numeric(3,5)', 'decimal'), '1.23e-3'],
    [MONEY, '1.25e1'],
    [MONEY, '12500e-2'],
    [MONEY, '1e9'],
    [MONEY, '0e-99'],
    [column('numeric(3,5)', 'decimal'), '-.00999'],
    [column('numeric(3,5)', 'decimal'), '0.00'],
    [column('double precision', 'float'), '-Infinity'],
    [column('boolean', 'boolean'), 'TRUE'],
    [column('date', 'date'), '2024-02-29'],
    [column('date', 'date'), 'tomorrow'],
    [column('date', 'date'), '0001-02-29 BC'],
    [column('DATE', 'date'), '0001-02-29 (BC)'],
    [column('TIMESTAMP', 'timestamp'), '0001-02-29 (BC) 00:00:00'],
    [column('timestamp with time zone', 'timestamp'), '2026-05-19 09:44:00.123456+01'],
    [column('uuid', 'uuid'), 'A0EEBC99-9c0b-4ef8-bb6d-6bb9bd380a11'],
    [column('jsonb', 'json'), '{"a": [1, null]}'],
    [column('hstore', 'json'), 'a=>1'],
    [column('integer[]', 'array'), '{1,NULL}'],
    [column('character varying(3)', 'text'), '😀😀😀'],
    [column('text', 'text'), ''],
    [column('mood', 'text', { choices: ['sad', ''] }), ''],
    [column('text', 'text'), null],
    [column('text', 'text', { nullable: false, has_default: true }), { default: true }],
  ])('of %j may be %j', (of, value) => {
    expect(checkValue(of, value, 'postgres')).toBeNull();
  });

  it.each<[EditableColumn, ChangeValue, RegExp]>([
    [column('integer', 'integer'), '2147483648', /out of the range of integer/],
    [column('smallint', 'integer'), '-32769', /out of the range/],
    [column('integer', 'integer'), '1.5', /“1\.5” is not a value of integer\./],
    [column('integer', 'integer'), '', /An empty string/],
    [MONEY, '332,57', /Use a point as the decimal sign/],
    [MONEY, '1.005', /keeps 2 digits after the point/],
    [MONEY, '12345678901', /takes 10 digits before the point/],
    [MONEY, '.', /is not a value/],
    [column('numeric(3)', 'decimal'), '1.5', /keeps 0 digits/],
    [MONEY, '5e-3', /keeps 2 digits after the point, and 5e-3 has more/],
    [MONEY, '1.2555e1', /keeps 2 digits/],
    [MONEY, '1e10', /takes 10 digits before the point/],
    [MONEY, '1e999999999999', /takes 10 digits/],
    [MONEY, '1e-999999999999', /keeps 2 digits/],
    [MONEY, '.', /not a/],
    [MONEY, 'e5', /not a/],
    [column('numeric(3,5)', 'decimal'), '1e-2', /takes numbers below 1e-2\./],
    [column('numeric(3,5)', 'decimal'), '0.01', /takes numbers below 1e-2\./],
    [column('numeric(3,5)', 'decimal'), '1', /takes numbers below 1e-2\./],
    [column('numeric(3,5)', 'decimal'), '0.001234', /keeps 5 digits/],
    [column('double precision', 'float'), 'x', /is not a value/],
    [column('boolean', 'boolean'), 'maybe', /Enter true or false/],
    [column('date', 'date'), '2026-02-29', /There is no 2026-02-29/],
    [column('date', 'date'), '2026-13-01', /There is no/],
    [column('date', 'date'), 'soon', /Enter it as in/],
    [column('time without time zone', 'time'), 'noon', /is not a time/],
    [column('uuid', 'uuid'), 'x', /not a UUID/],
    [column('json', 'json'), '{a}', /This is not JSON/],
    [column('text[]', 'array'), 'a', /in braces/],
    [column('character varying(3)', 'text'), 'abcd', /takes 3 characters, and this has 4/],
    [column('text', 'text'), 'a\0', /has a NUL character, which this database/],
    [column('text', 'text'), '\ud800', /no database stores/],
    [column('mood', 'text', { choices: ['sad'] }), 'SAD', /not a value of mood/],
    [column('text', 'text', { nullable: false }), null, /NOT NULL/],
    [column('text', 'text', { nullable: false }), { default: true }, /has no default/],
    [column('text', 'text', { is_writable: false, reason: 'Computed.' }), 'a', /^Computed\.$/],
  ])('of %j is not %j', (of, value, reason) => {
    expect(checkValue(of, value, 'postgres')).toMatch(reason);
  });

  it.each<[EditableColumn, ChangeValue, SqlDialect]>([
    [column('INTEGER', 'integer'), '1764482337000', 'sqlite'],
    [column('INTEGER', 'integer'), '-9223372036854775808', 'sqlite'],
    [column('SMALLINT', 'integer'), '70000', 'sqlite'],
    [column('VARCHAR(3)', 'text'), 'abcd', 'sqlite'],
    [column('DECIMAL(10,2)', 'decimal'), '1.234', 'sqlite'],
    [column('DECIMAL(3,2)', 'decimal'), '1234', 'sqlite'],
    [column('TEXT', 'text'), 'a\0b', 'sqlite'],
    [column('VARCHAR', 'text'), 'a\0b', 'duckdb'],
    [column('INTEGER', 'integer'), '2147483647', 'duckdb'],
  ])('of %j may be %j in %s', (of, value, dialect) => {
    expect(checkValue(of, value, dialect)).toBeNull();
  });

  it.each<[EditableColumn, ChangeValue, SqlDialect, RegExp]>([
    [column('INTEGER', 'integer'), '9223372036854775808', 'sqlite', /out of the range of INTEGER/],
    [column('INTEGER', 'integer'), '1.5', 'sqlite', /is not a value of INTEGER/],
    [column('DECIMAL(10,2)', 'decimal'), 'x', 'sqlite', /is not a value/],
    [column('TEXT', 'text'), '\ud800', 'sqlite', /no database stores/],
    [column('INTEGER', 'integer'), '2147483648', 'duckdb', /out of the range of INTEGER/],
    [column('SMALLINT', 'integer'), '70000', 'duckdb', /out of the range/],
    [column('DECIMAL(10,2)', 'decimal'), '1.234', 'duckdb', /keeps 2 digits/],
  ])('of %j is not %j in %s', (of, value, dialect, reason) => {
    expect(checkValue(of, value, dialect)).toMatch(reason);
  });

  it.each([
    ['332,57', '332.57'],
    [' -1,5 ', '-1.5'],
    ['1,234,567', null],
    ['a', null],
  ])('%j was probably meant as %j', (text, suggested) => {
    expect(suggestedNumber(text)).toBe(suggested);
  });
});

describe('a block from a spreadsheet', () => {
  const texts = (text: string) => readPastedBlock(text).map((row) => row.map((cell) => cell.text));

  it.each<[string, string[][]]>([
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a', [['a']]],
    ['', [['']]],
    ['a\n\nb', [['a'], [''], ['b']]],
    ['\t\n', [['', '']]],
    ['"a\tb"\t"c\nd"\n"say ""hi"""', [['a\tb', 'c\nd'], ['say "hi"']]],
    ['"a" b\t"', [['"a" b', '"']]],
    ['""\t"', [['', '"']]],
    ['5" pipe\tx', [['5" pipe', 'x']]],
    ['a\rb', [['a'], ['b']]],
  ])('%j is %j', (text, block) => {
    expect(texts(text)).toEqual(block);
  });

  it('comes back from the text that a spreadsheet makes of it', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', 'é') });
    const block = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
      );
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(block, (rows) => {
        const text = rows.map((row) => row.map(quoted).join('\t')).join('\r\n');
        expect(texts(text)).toEqual(rows);
      }),
    );
  });

  it('takes time in proportion to its length', () => {
    const text = '"'.repeat(200_001).concat('\t"'.repeat(200_000));
    const started = performance.now();
    readPastedBlock(text);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('a pasted cell', () => {
  const cell = (text: string, isQuoted = false) => ({ text, isQuoted });

  it.each<[string, ReturnType<typeof cell>, EditableColumn, ChangeValue]>([
    ['empty where NULL may be', cell(''), column('text', 'text'), null],
    ['empty in quotation marks', cell('', true), column('text', 'text'), ''],
    [
      'empty with a default',
      cell(''),
      column('text', 'text', { nullable: false, has_default: true }),
      { default: true },
    ],
    ['empty without either', cell(''), column('text', 'text', { nullable: false }), ''],
    ['the word NULL', cell('NULL'), column('text', 'text'), 'NULL'],
  ])('%s', (_, pasted, of, value) => {
    expect(pastedValue(pasted, of)).toEqual(value);
  });

  const id = column('bigint', 'integer', { column: 'id', is_writable: false, reason: 'Numbered.', nullable: false });
  const total = { ...MONEY, column: 'total' };
  const target = (change: Partial<PasteTarget> = {}): PasteTarget => ({
    ...{ dialect: 'postgres', columns: [id, total], selected: { rows: 1, columns: 1 } },
    cellAt: (row) => (row === 0 ? '1' : undefined),
    ...change,
  });
  const plan = (text: string, change: Partial<PasteTarget> = {}) => planPaste(readPastedBlock(text), target(change));

  it('is placed; columns of the database are passed over in added rows and where they are the same', () => {
    expect(plan('1\t2\n7\t3')).toEqual({
      ...{ kind: 'values', rows: 2 },
      values: [
        { row: 0, column: total, value: '2' },
        { row: 1, column: total, value: '3' },
      ],
    });
  });

  it('sets NULL where the default is staged, and nothing where NULL is there', () => {
    const staged = plan('\t', { columns: [total, total], cellAt: () => ({ default: true }) });
    expect(staged.kind === 'values' && staged.values.map(({ value }) => value)).toEqual([null, null]);
    expect(plan('\t', { columns: [total, total], cellAt: () => null })).toMatchObject({ values: [] });
  });

  it('that is alone fills the selection', () => {
    const filled = plan('5', { columns: [total, total], selected: { rows: 2, columns: 2 } });
    expect(filled.kind === 'values' && filled.values.length).toBe(4);
  });

  it('is checked by the types of the dialect', () => {
    const columns = [column('SMALLINT', 'integer')];
    expect(plan('70000', { columns, dialect: 'sqlite' }).kind).toBe('values');
    expect(plan('70000', { columns, dialect: 'duckdb' }).kind).toBe('refused');
  });

  it.each<[string, string, Partial<PasteTarget>, RegExp]>([
    ['too wide', '1\t2\t3', {}, /has 3 columns, and 2 are there/],
    ['with a wrong value', '1\t2\n2\t3,5', {}, /^Row 2: total: “3,5” is not a value/],
    ['on a column of the database', '2\t2', {}, /^Row 1: id: Numbered\./],
    ['on a column of another table', '1', { columns: [null] }, /not one of the table/],
  ])('in a block %s is refused', (_, text, change, reason) => {
    const refused = plan(text, change);
    expect(refused.kind === 'refused' && refused.reason).toMatch(reason);
  });
});
