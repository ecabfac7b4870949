import { expect, it } from '@jest/globals';
import { dialectOf } from '../dialects/index.js';
import { takesText } from './takes-text.js';

const POSTGRES = dialectOf('postgres');
const SQLITE = dialectOf('sqlite');

it.each([
  'text',
  'varchar(10)',
  'character varying',
  'CHAR(1)',
  'bpchar',
  'citext',
  'numeric',
  'numeric(10,2)',
  'DECIMAL',
  'mood',
  'public.price',
  '',
  null,
])('%s takes the texts of a file', (type) => {
  expect(takesText(type, 'DOUBLE', POSTGRES)).toBe(true);
});

it.each([
  'integer',
  'int4',
  'BIGINT',
  'UTINYINT',
  'double precision',
  'real',
  'boolean',
  'date',
  'time without time zone',
  'timestamp with time zone',
  'TIMESTAMP_NS',
  'timestamptz',
  'interval',
  'uuid',
  'jsonb',
  'text[]',
])('%s takes values as they are printed', (type) => {
  expect(takesText(type, 'DOUBLE', POSTGRES)).toBe(false);
});

it.each([
  ['DATE', 'TEXT', false],
  ['TIME', 'TEXT', false],
  ['TIMESTAMP WITH TIME ZONE', 'TEXT', false],
  ['DOUBLE', 'TEXT', true],
  ['BOOLEAN', 'TEXT', true],
  ['BOOLEAN', 'VARCHAR(5)', true],
  ['BOOLEAN', 'NUMERIC', false],
  ['BOOLEAN', '', false],
  ['BOOLEAN', null, false],
])('of values read as %s, a column of the type %j of SQLite has the texts: %s', (read, type, expected) => {
  expect(takesText(type, read, SQLITE)).toBe(expected);
});

it.each(['DATE', 'TIMESTAMP', 'BOOLEAN'])('a column of text in Postgres has the texts of values read as %s', (read) => {
  expect(takesText('text', read, POSTGRES)).toBe(true);
});
