import { expect, it } from '@jest/globals';
import { createTableSql, isTypeName } from './create-table.js';

it.each([
  ['integer', true],
  ['double precision', true],
  ['numeric(12,2)', true],
  ['numeric( 12 , -2 )', true],
  ['timestamp(3) with time zone', true],
  ['text[]', true],
  ['DECIMAL(18,3)', true],
  ['public.mood', true],
  ['', false],
  ['1', false],
  ['int DEFAULT 1', false],
  ['int NOT NULL', false],
  ['int, b int', false],
  ['int) AS SELECT 1 --', false],
  ["text CHECK ('a')", false],
  ['text; DROP TABLE x', false],
  [`a${'b'.repeat(100)}`, false],
])('takes %j for a type: %s', (type, expected) => {
  expect(isTypeName(type)).toBe(expected);
});

it('creates a table with quoted names', () => {
  const columns = [
    { source: 'a', target: 'Order', type: 'integer' },
    { source: 'b', target: 'note', type: 'text' },
  ];
  expect(createTableSql({ schema: 'public', table: 'my "t"' }, columns, 'postgres')).toBe(
    'CREATE TABLE public."my ""t""" (\n  "Order" integer,\n  note text\n)',
  );
});

it('creates nothing with what is no type', () => {
  const columns = [{ source: 'a', target: 'a', type: 'int, b int' }];
  expect(() => createTableSql({ schema: 's', table: 't' }, columns, 'postgres')).toThrow('is not the name of a type');
});
