import { describe, expect, it } from '@jest/globals';
import type { ColumnDetails, StatementError, TableDetails } from '../api/index.js';
import {
  blamedColumns,
  emptyValue,
  formColumns,
  insertSql,
  insertTemplate,
  tableOfColumns,
  typedValue,
} from './index.js';
import type { FormInput, RowEntry, ValueSource } from './index.js';

const column = (name: string, change: Partial<ColumnDetails> = {}): ColumnDetails => ({
  ...{
    name,
    type: 'text',
    kind: 'text',
    nullable: true,
    default: null,
    is_generated: false,
    identity: null,
    comment: null,
  },
  ...change,
});

describe('insertSql', () => {
  it.each(['postgres', 'duckdb', 'sqlite'] as const)('gives each column a place, in %s', (dialect) => {
    expect(insertSql({ schema: 'shop', table: 'my orders' }, ['select', 'a'], dialect)).toBe(
      'INSERT INTO shop."my orders" ("select", a) VALUES ($1, $2) RETURNING *',
    );
  });

  it('leaves everything to its default where no column is given', () => {
    expect(insertSql({ schema: 'a', table: 'b"c' }, [], 'postgres')).toBe(
      'INSERT INTO a."b""c" DEFAULT VALUES RETURNING *',
    );
  });
});

describe('insertTemplate', () => {
  const place = { schema: 'shop', table: 'orders' };

  it('asks for what has no default, with its type', () => {
    const columns = formColumns(
      {
        columns: [
          column('id', { default: '1' }),
          column('code', { type: 'varchar(5)' }),
          column('my note', { nullable: false }),
        ],
      },
      'postgres',
    );
    expect(insertTemplate(place, columns, 'postgres')).toBe(
      'INSERT INTO shop.orders (\n  code,\n  "my note"\n) VALUES (\n  :code, -- varchar(5)\n  :value_2 -- text\n);\n',
    );
  });

  it('leaves everything to its default where there is nothing to ask', () => {
    const columns = formColumns({ columns: [column('id', { default: '1' })] }, 'postgres');
    expect(insertTemplate(place, columns, 'duckdb')).toBe('INSERT INTO shop.orders DEFAULT VALUES;\n');
  });

  it('keeps what the form has: literals, empty strings, NULL, refused texts, and parameters for what is missing', () => {
    const columns = formColumns(
      {
        columns: [
          column('id', { kind: 'integer', nullable: false }),
          column('price', { kind: 'decimal', type: 'numeric' }),
          column('name', { nullable: false }),
          column('path'),
          column('note', { default: "'none'" }),
          column('tag', { default: "'none'" }),
          column('paid', { kind: 'boolean', type: 'boolean' }),
          column('mood', { choices: ['ok', ''], type: 'mood' }),
          column('raw', { kind: 'binary', type: 'bytea' }),
          column('none', { kind: 'binary', type: 'bytea' }),
        ],
      },
      'postgres',
    );
    const entries = new Map<string, RowEntry>([
      ['id', { source: 'value', text: null }],
      ['price', { source: 'value', text: '1,5' }],
      ['name', { source: 'value', text: "O'Brien" }],
      ['path', { source: 'value', text: 'c:\\new' }],
      ['note', { source: 'default', text: 'typed before' }],
      ['tag', { source: 'empty', text: null }],
      ['paid', { source: 'null', text: null }],
      ['mood', { source: 'value', text: '' }],
      ['raw', { source: 'value', text: '00 ff' }],
      ['none', { source: 'empty', text: null }],
    ]);
    const values = insertTemplate(place, columns, 'postgres', entries).split('VALUES (\n')[1];
    expect(values?.split('\n')).toEqual([
      '  :id, -- text',
      "  '1,5', -- numeric",
      "  'O''Brien', -- text",
      "  E'c:\\\\new', -- text",
      "  '', -- text",
      '  NULL, -- boolean',
      "  '', -- mood",
      "  E'\\\\x00ff', -- bytea",
      "  E'\\\\x' -- bytea",
      ');',
      '',
    ]);
  });
});

describe('the table of a result', () => {
  it('is one where all columns of a result that have a table have the same', () => {
    const of = (...tables: (string | null)[]) => tableOfColumns(tables.map((table) => ({ table })));
    expect(of('public.a', null, 'public.a')).toEqual({ schema: 'public', table: 'a' });
    expect(of('public.a', 'public.b')).toBeNull();
    expect(of(null)).toBeNull();
    expect(of()).toBeNull();
  });
});

describe('the columns of the form', () => {
  it.each<[string, Partial<ColumnDetails>, ValueSource[], ValueSource, boolean]>([
    ['that may be NULL', {}, ['value', 'empty', 'null'], 'null', false],
    ['that may not', { nullable: false }, ['value', 'empty'], 'value', true],
    ['of bytes', { kind: 'binary', nullable: false }, ['value', 'empty'], 'value', true],
    ['of a type of its own', { kind: 'other', type: 'citext', nullable: false }, ['value', 'empty'], 'value', true],
    ['of an enum', { choices: ['a', ''], nullable: false }, ['value'], 'value', true],
    ['of numbers', { kind: 'integer' }, ['value', 'null'], 'null', false],
    ['of arrays', { kind: 'array' }, ['value', 'null'], 'null', false],
    ['with a default', { default: "'x'" }, ['value', 'empty', 'null', 'default'], 'default', false],
    [
      'with a default that may not be NULL',
      { default: "'x'", nullable: false },
      ['value', 'empty', 'default'],
      'default',
      false,
    ],
    [
      'with a number of its own',
      { kind: 'integer', identity: 'by_default', nullable: false },
      ['value', 'default'],
      'default',
      false,
    ],
  ])('offer %s its sources', (_, change, sources, beginsWith, isRequired) => {
    expect(formColumns({ columns: [column('a', change)] }, 'postgres')).toMatchObject([
      { sources, beginsWith, isRequired },
    ]);
  });

  it('leave out what the database always computes', () => {
    const columns = [column('a', { is_generated: true }), column('b', { identity: 'always' }), column('c')];
    expect(formColumns({ columns }, 'postgres').map(({ name }) => name)).toEqual(['c']);
  });

  it.each<[Partial<ColumnDetails>, FormInput]>([
    [{ kind: 'integer' }, 'number'],
    [{ kind: 'decimal' }, 'number'],
    [{ kind: 'float' }, 'number'],
    [{ kind: 'boolean' }, 'boolean'],
    [{ kind: 'timestamp' }, 'moment'],
    [{ kind: 'json', type: 'jsonb' }, 'json'],
    [{ kind: 'json', type: 'STRUCT(a INTEGER)' }, 'text'],
    [{ kind: 'json', type: 'jsonpath' }, 'text'],
    [{ kind: 'binary' }, 'binary'],
    [{ kind: 'array' }, 'text'],
    [{ kind: 'uuid' }, 'text'],
    [{ choices: ['a'] }, 'choice'],
  ])('ask for %j by %s', (change, input) => {
    expect(formColumns({ columns: [column('a', change)] }, 'postgres')).toMatchObject([{ input }]);
  });
});

it('asks for the booleans of SQLite by number', () => {
  expect(formColumns({ columns: [column('a', { kind: 'boolean' })] }, 'sqlite')).toMatchObject([{ input: 'number' }]);
});

describe('what is typed', () => {
  it.each<[FormInput, string, string]>([
    ['text', ' x ', ' x '],
    ['number', ' 12345678901234567890.10 ', '12345678901234567890.10'],
    ['number', '-1e400', '-1e400'],
    ['number', 'NaN', 'NaN'],
    ['number', '-Infinity', '-Infinity'],
    ['json', '{"a":  1e400}', '{"a":  1e400}'],
    ['binary', '00 ff', '\\x00ff'],
    ['binary', '\\xDEAD', '\\xdead'],
    ['binary', '0x01', '\\x01'],
    ['moment', 'infinity', 'infinity'],
  ])('as %s, %j is sent as %j', (input, text, sent) => {
    expect(typedValue({ input, sources: ['value'] }, text, 'postgres')).toEqual({ kind: 'valid', text: sent });
  });

  it('is bytes in the form of the engine', () => {
    const bytes = { input: 'binary', sources: ['value'] } as const;
    expect(typedValue(bytes, '00ff', 'duckdb')).toEqual({
      kind: 'valid',
      text: '\\x00\\xFF',
    });
    expect(typedValue(bytes, '00ff', 'sqlite')).toEqual({ kind: 'valid', text: "X'00FF'" });
  });

  it.each<[FormInput, string, RegExp]>([
    ['number', '1,5', /“1,5” is not a number/],
    ['number', '0x10', /is not a number/],
    ['json', '{a: 1}', /^This is not valid JSON: /],
    ['binary', 'xyz', /pairs of hexadecimal digits/],
    ['binary', 'abc', /pairs of hexadecimal digits/],
  ])('as %s, %j is refused', (input, text, sentence) => {
    expect(typedValue({ input, sources: ['value'] }, text, 'postgres')).toEqual({
      kind: 'mistake',
      sentence: expect.stringMatching(sentence),
    });
  });

  it.each<[FormInput, string, ValueSource[], string]>([
    ['text', '', ['value'], 'Enter a value.'],
    ['text', '', ['value', 'empty'], 'Enter a value, or choose Empty.'],
    ['text', '', ['value', 'empty', 'null', 'default'], 'Enter a value, or choose Empty, NULL or Default.'],
    ['number', ' ', ['value', 'null'], 'Enter a value, or choose NULL.'],
    ['moment', ' ', ['value', 'default'], 'Enter a value, or choose Default.'],
    ['json', '', ['value'], 'Enter a value.'],
    ['binary', '', ['value', 'empty', 'null'], 'Enter a value, or choose Empty or NULL.'],
  ])('as %s, %j is nothing, and the sentence names what else %j offers', (input, text, sources, sentence) => {
    expect(typedValue({ input, sources }, text, 'postgres')).toEqual({ kind: 'mistake', sentence });
  });

  it.each([
    ['text', 'postgres', ''],
    ['text', 'sqlite', ''],
    ['binary', 'postgres', '\\x'],
    ['binary', 'duckdb', ''],
    ['binary', 'sqlite', "X''"],
  ] as const)('an empty %s is %s: %j', (input, dialect, sent) => {
    expect(emptyValue({ input }, dialect)).toBe(sent);
  });
});

describe('the columns that an error blames', () => {
  const table: Pick<TableDetails, 'columns' | 'primary_key' | 'unique_keys' | 'foreign_keys'> = {
    columns: ['id', 'a', 'b', 'a, b'].map((name) => column(name)),
    primary_key: { name: 't_pkey', columns: ['id'] },
    unique_keys: [{ name: 'both', columns: ['a', 'b'] }],
    foreign_keys: [{ name: 'far', columns: ['b'], references: { schema: 's', table: 'u', columns: ['x'] } }],
  };
  const error = (change: Partial<StatementError>): StatementError => ({
    ...{ message: '', sqlstate: null, position: null, detail: null, hint: null },
    ...change,
  });
  it.each<[Partial<StatementError>, string[]]>([
    [{ column: 'a' }, ['a']],
    [{ column: 'gone' }, []],
    [{ constraint: 't_pkey' }, ['id']],
    [{ constraint: 'both' }, ['a', 'b']],
    [{ constraint: 'far' }, ['b']],
    [{ constraint: 'some_check' }, []],
    [{ detail: 'It is the value of the parameter "b".' }, ['b']],
    [{ detail: 'It is the value of the column "b".' }, ['b']],
    [{ message: 'NOT NULL constraint failed: t.a' }, ['a']],
    [{ message: 'UNIQUE constraint failed: t.a, t.b' }, ['a', 'b']],
    [{ message: 'cannot store TEXT value in INTEGER column t.b' }, ['b']],
    [{ message: 'CHECK constraint failed: b > 0' }, []],
    [{ message: 'Constraint Error: NOT NULL constraint failed: t.a' }, ['a']],
    [{ message: 'Duplicate key "id: 1" violates primary key constraint.' }, ['id']],
    [{ message: 'Duplicate key "a: 1, b: x" violates unique constraint.' }, ['a', 'b']],
    [{ message: 'something else' }, []],
  ])('%j: %j', (change, columns) => {
    expect(blamedColumns(error(change), table)).toEqual(columns);
  });
});
