import { expect, it } from '@jest/globals';
import type { ColumnDetails, ColumnKind, RowUpdate } from '../../api/index.js';
import { temporaryValues, uniqueKeys } from './index.js';

function column(name: string, kind: ColumnKind, more: Partial<ColumnDetails> = {}): ColumnDetails {
  const none = { default: null, is_generated: false, identity: null, comment: null };
  return { name, type: kind, kind, nullable: false, ...none, ...more };
}

it('lists keys and unique indexes once each, and says which can be checked later', () => {
  const index = { is_primary: false, is_valid: true, definition: null };
  const table = {
    columns: ['id', 'a', 'b'].map((name) => column(name, 'text')),
    primary_key: { name: 'p', columns: ['id'] },
    unique_keys: [
      { name: 'u', columns: ['a', 'b'] },
      { name: 'later', columns: ['b'] },
    ],
    indexes: [
      { ...index, name: 'u', columns: ['a', 'b'], is_unique: true },
      { ...index, name: 'plain', columns: ['b'], is_unique: false },
      { ...index, name: 'later', columns: ['b'], is_unique: true },
      { ...index, name: 'at once', columns: ['b'], is_unique: true },
      { ...index, name: 'only', columns: ['a'], is_unique: true },
      { ...index, name: 'expression', columns: ['lower(a)'], is_unique: true },
    ],
    constraints: [
      { name: 'u', definition: "UNIQUE (a, b) -- ' DEFERRABLE'" },
      { name: 'later', definition: 'UNIQUE (b) DEFERRABLE INITIALLY DEFERRED' },
    ],
  };
  expect(uniqueKeys(table)).toEqual([
    { columns: ['id'], deferrable: null },
    { columns: ['a', 'b'], deferrable: null },
    { columns: ['b'], deferrable: 'later' },
    { columns: ['b'], deferrable: null },
    { columns: ['a'], deferrable: null },
  ]);
});

it('counts the columns of expressions and of computed columns', () => {
  const index = { is_primary: false, is_valid: true, is_unique: true, definition: null };
  const table = {
    columns: [
      ...['id', 'a', 'b'].map((name) => column(name, 'text')),
      column('both', 'text', { is_generated: true, default: "(a || 'x'::text) || b" }),
      column('unknown', 'text', { is_generated: true }),
    ],
    ...{ primary_key: null, unique_keys: [{ name: 'u', columns: ['both'] }] },
    indexes: [
      { ...index, name: 'i', columns: ['lower(a)', 'id'] },
      { ...index, name: 'j', columns: ['unknown'] },
      { ...index, name: 'k', columns: ['1 + 1'] },
    ],
  };
  expect(uniqueKeys(table).map(({ columns }) => columns)).toEqual([
    ['a', 'b'],
    ['a', 'id'],
  ]);
});

it.each<[string, string, string | null, string[]]>([
  ['a quoted name', 'lower("E mail")', null, ['E mail']],
  ['a quoted name with quotes', 'lower("a""b")', null, ['a"b']],
  ['a name in another case', '(expression)', 'CREATE UNIQUE INDEX i ON t(lower(EMAIL))', ['email']],
  ['a name in brackets', '(expression)', 'CREATE UNIQUE INDEX i ON t(lower([E Mail]), `email`)', ['E mail', 'email']],
  ['no name of its index or table', '(expression)', 'CREATE UNIQUE INDEX email ON "lower(" (abs(id))', ['id']],
  ['no name of its condition', '(expression)', 'CREATE UNIQUE INDEX i ON t(abs(id)) WHERE email IS NOT NULL', ['id']],
  ['no function', 'lower(email)', null, ['email']],
  ['no type', '((id)::text)', null, ['id']],
  ['no text', "replace(email, 'id', '')", null, ['email']],
])('counts of an expression %s', (_, expression, definition, expected) => {
  const table = {
    columns: ['id', 'E mail', 'email', 'a"b', 'Lower', 'Text'].map((name) => column(name, 'text')),
    ...{ primary_key: null, unique_keys: [] },
    indexes: [{ name: 'i', columns: [expression], is_unique: true, is_primary: false, is_valid: true, definition }],
  };
  expect(uniqueKeys(table).flatMap(({ columns }) => columns)).toEqual(expected);
});

const EDIT: RowUpdate = {
  ...{ kind: 'update', schema: 's', table: 't', key: { id: '1' } },
  ...{ before: { u: 'a' }, values: { u: 'b' } },
};

it.each<[string, ColumnDetails[], string[]]>([
  ['NULL first', [column('u', 'text', { nullable: true })], ['u=null', 'u=workbench 0', 'u=\ue000']],
  [
    'what the edit sets first',
    [column('id', 'uuid'), column('u', 'time')],
    ['u=23:59:58.000000', 'id=00000000-0000-4000-8000-000000000000'],
  ],
  ['no NULL in what finds the row', [column('id', 'boolean', { nullable: true })], []],
  ['nothing for a column that is computed', [column('u', 'integer', { is_generated: true })], []],
  ['nothing for an enum', [column('u', 'text', { choices: ['a', 'b'] })], []],
])('a row in between gets %s', (_, columns, expected) => {
  const found = temporaryValues(EDIT, ['id', 'u'], columns, 0);
  expect(found.map((one) => `${one.column}=${one.value}`)).toEqual(expected);
});

it('a row that others refer to gets no NULL in between, and keeps what its edit does not change', () => {
  const columns = [column('u', 'text', { nullable: true }), column('id', 'integer'), column('n', 'integer')];
  const found = temporaryValues(EDIT, ['id', 'u', 'n'], columns, 0, new Set(['u', 'id']));
  expect(found.map((one) => one.column)).toEqual(['u', 'u', 'n', 'n', 'n']);
  expect(found.every(({ value }) => value !== null)).toBe(true);
});

it('rows that have such a value at the same time have different ones', () => {
  const columns = (['integer', 'decimal', 'float', 'text', 'date', 'timestamp', 'time', 'uuid'] as const).map(
    (kind) => {
      return column(kind, kind);
    },
  );
  const key = columns.map(({ name }) => name);
  const texts = [0, 1, 2].flatMap((place) =>
    temporaryValues(EDIT, key, columns, place).map((one) => `${one.column}=${one.value}`),
  );
  expect(texts.length).toBeGreaterThan(3 * columns.length);
  expect(new Set(texts).size).toBe(texts.length);
});
