import { expect, it } from '@jest/globals';
import { importFormat } from './import-format.js';

it.each([
  ['a.csv', 'csv'],
  ['A.CSV', 'csv'],
  ['a.b.tsv', 'tsv'],
  ['notes.txt', 'csv'],
  ['a.tab', 'tsv'],
  ['a.jsonl', 'ndjson'],
  ['a.ndjson', 'ndjson'],
  ['a.json', 'json'],
  ['a.parquet', 'parquet'],
  ['a.xls', null],
  ['csv', null],
  ['a.constructor', null],
  ['', null],
])('knows the format of %j', (name, format) => {
  expect(importFormat(name)).toBe(format);
});
