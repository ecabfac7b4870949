import { expect, it } from '@jest/globals';
import { PREVIEW_TEXTS, rowQuery, rowTextsOf, sourceText } from './row-query.js';

it.each([
  ['VARCHAR', '"a"', '"a"'],
  ['BIGINT', 'CAST("a" AS VARCHAR)', 'CAST("a" AS VARCHAR)'],
  ['BOOLEAN', 'CAST("a" AS VARCHAR)', 'CAST(CAST("a" AS TINYINT) AS VARCHAR)'],
  ['BLOB', String.raw`'\x' || lower(hex("a"))`, 'lower(hex("a"))'],
  ['INTEGER[]', 'CAST(to_json("a") AS VARCHAR)', 'CAST(to_json("a") AS VARCHAR)'],
  ['DATE', `replace(CAST("a" AS VARCHAR), ' (BC)', ' BC')`, `replace(CAST("a" AS VARCHAR), ' (BC)', ' BC')`],
])('writes a value of %s', (type, copied, inserted) => {
  expect(sourceText({ name: 'a', type }, PREVIEW_TEXTS)).toBe(copied);
  expect(sourceText({ name: 'a', type }, rowTextsOf('sqlite'))).toBe(inserted);
});

it('keeps the era of a date as DuckDB reads it', () => {
  expect(sourceText({ name: 'a', type: 'TIMESTAMP' }, rowTextsOf('duckdb'))).toBe('CAST("a" AS VARCHAR)');
});

const COLUMNS = [
  { name: 'n', type: 'BIGINT' },
  { name: 'a "b"', type: 'VARCHAR' },
];

it('reads lines of CSV for a copy', () => {
  const text = '"a ""b"""';
  const open = `CASE WHEN ${text} IS NULL THEN ',' ELSE ',"' END`;
  const cell = `CASE WHEN contains(${text}, '"') THEN replace(${text}, '"', '""') ELSE ${text} END`;
  const close = `CASE WHEN ${text} IS NULL THEN '' ELSE '"' END`;
  expect(rowQuery('t', COLUMNS, rowTextsOf('postgres'))).toBe(
    `SELECT concat(CAST("n" AS VARCHAR), ${open}, ${cell}, ${close}, chr(10)) AS line FROM t`,
  );
});

it('reads arrays in JSON for an insert', () => {
  expect(rowQuery('t', COLUMNS, rowTextsOf('duckdb'))).toBe(
    'SELECT CAST(to_json([CAST("n" AS VARCHAR), "a ""b"""]) AS VARCHAR) AS line FROM t',
  );
});
