import { describe, expect, it } from '@jest/globals';
import { createFileView, dropFileView } from './file-view.js';

describe('createFileView', () => {
  it('quotes the name of the table and the path', () => {
    const view = createFileView("/data/o'hara", { path: 'x/a"b.csv', format: 'csv', table: 'x/a"b' });
    expect(view).toBe(
      `CREATE OR REPLACE VIEW main."x/a""b" AS SELECT * FROM read_csv('/data/o''hara/x/a"b.csv', hive_partitioning = false)`,
    );
  });

  it('takes a path for one file, never for a pattern', () => {
    expect(createFileView('/d', { path: 'a*?[b].parquet', format: 'parquet', table: 'a' })).toContain(
      "'/d/a[*][?][[]b].parquet'",
    );
  });
});

describe('dropFileView', () => {
  it('quotes the name', () => {
    expect(dropFileView('a"; DROP')).toBe('DROP VIEW IF EXISTS main."a""; DROP"');
  });
});
