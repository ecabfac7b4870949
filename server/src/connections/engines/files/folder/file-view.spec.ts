import { describe, expect, it } from '@jest/globals';
import { createFileTable, createFileView, dropFileTable, dropFileView } from './file-view.js';

const reading = { select: "SELECT * FROM read_csv('/d/a.csv')", columnCount: 1, description: [], warnings: [] };

describe('the statements for a file', () => {
  it('quote the name of the table', () => {
    expect(createFileView('x/a"b', reading)).toBe(`CREATE OR REPLACE VIEW main."x/a""b" AS ${reading.select}`);
    expect(createFileTable('x/a"b', reading)).toBe(`CREATE OR REPLACE TABLE main."x/a""b" AS ${reading.select}`);
    expect(dropFileView('a"; DROP')).toBe('DROP VIEW IF EXISTS main."a""; DROP"');
    expect(dropFileTable('a"; DROP')).toBe('DROP TABLE IF EXISTS main."a""; DROP"');
  });
});
