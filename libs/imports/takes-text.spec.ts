import { expect, it } from '@jest/globals';
import { takesText } from './takes-text.js';

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
  expect(takesText(type)).toBe(true);
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
  expect(takesText(type)).toBe(false);
});
