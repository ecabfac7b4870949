import { expect, it } from '@jest/globals';
import { hasCollation } from './collatable-types.js';

it.each<[string, boolean]>([
  ['text', true],
  [' character varying(20)', true],
  ['character(1)[]', true],
  ['"char"', false],
  ['name', true],
  ['integer', false],
  ['INT4', false],
  ['numeric(10,2)', false],
  ['pg_catalog.int4range', false],
  ['double precision', false],
  ['timestamp(3) with time zone', false],
  ['date[]', false],
  ['date_text', true],
  ['path.name', true],
  ['public.citext', true],
])('a column of the type %j takes a collation: %j', (type, expected) => {
  expect(hasCollation(type)).toBe(expected);
});
