import { describe, expect, it } from '@jest/globals';
import { dataFiles } from './data-file.js';

const named = (...paths: string[]): Record<string, string> =>
  Object.fromEntries(dataFiles(paths).map(({ path, table }) => [path, table]));

describe('dataFiles', () => {
  it('calls a table like its file without the extension', () => {
    expect(named('orders.csv', 'a.b.json', '2024/q1.parquet', 'Big.NDJSON', 'zipped.tsv.gz')).toEqual({
      'orders.csv': 'orders',
      'a.b.json': 'a.b',
      '2024/q1.parquet': '2024/q1',
      'Big.NDJSON': 'Big',
      'zipped.tsv.gz': 'zipped',
    });
  });

  it('leaves out what is no data file', () => {
    expect(named('readme.md', '.csv', 'csv', 'a.csv.bak', 'a.parquet.gz', 'a.csv/')).toEqual({});
  });

  it('adds the extension where names meet, without regard to case', () => {
    expect(named('a.csv', 'A.json', 'b.csv')).toEqual({ 'a.csv': 'a_csv', 'A.json': 'A_json', 'b.csv': 'b' });
  });

  it('keeps the names that are known', () => {
    const known = new Map([['a.json', 'a']]);
    expect(dataFiles(['a.csv', 'a.json', 'a.txt'], known).map(({ table }) => table)).toEqual(['a_csv', 'a']);
  });

  it('counts where even these meet', () => {
    const tables = Object.values(named('a.csv', 'A.csv', 'a_csv.csv', 'a.csv.gz'));
    expect(new Set(tables.map((table) => table.toLowerCase())).size).toBe(tables.length);
  });

  it('gives the same names whatever the order of the files', () => {
    const paths = ['a.csv', 'a.json', 'a_csv.csv', 'b/a.csv'];
    expect(named(...[...paths].reverse())).toEqual(named(...paths));
  });

  it('knows the format by the extension', () => {
    expect(
      dataFiles(['a.csv', 'b.tsv', 'c.json', 'd.ndjson', 'e.jsonl', 'f.parquet']).map(({ format }) => format),
    ).toEqual(['csv', 'tsv', 'json', 'ndjson', 'ndjson', 'parquet']);
  });
});
