import { describe, expect, it } from '@jest/globals';
import { folderFileName, folderNameFault } from './folder-file.js';

describe('folderFileName', () => {
  it.each([
    ['orders.csv', 'orders.csv'],
    ['Orders.CSV', 'Orders.CSV'],
    ['lines.jsonl', 'lines.jsonl'],
    ['export.2024.txt', 'export.2024.csv'],
    ['a.tab', 'a.tsv'],
    ['notes', 'notes'],
  ])('of %s is %s', (name, expected) => {
    expect(folderFileName(name)).toBe(expected);
  });
});

describe('folderNameFault', () => {
  it.each([
    ['orders.csv', 'csv'],
    ['My "Weird" Orders.CSV', 'csv'],
    ['größe.tsv', 'tsv'],
    ['lines.jsonl', 'ndjson'],
    ['lines.ndjson', 'ndjson'],
    [`${'x'.repeat(251)}.csv`, 'csv'],
  ] as const)('of %s as %s is none', (name, format) => {
    expect(folderNameFault(name, format)).toBeNull();
  });

  it.each([
    ['', 'csv', 'Name the file.'],
    [' ', 'csv', 'Name the file.'],
    ['../orders.csv', 'csv', 'slashes'],
    ['a/b.csv', 'csv', 'slashes'],
    ['a\\b.csv', 'csv', 'slashes'],
    ['a\0.csv', 'csv', 'control'],
    ['.hidden.csv', 'csv', 'hidden'],
    ['.csv', 'csv', 'hidden'],
    ['orders', 'csv', '.csv'],
    ['orders.txt', 'csv', '.csv'],
    ['orders.json', 'csv', '.csv'],
    ['orders.csv.gz', 'csv', '.csv'],
    [`${'ö'.repeat(126)}.csv`, 'csv', '255 bytes'],
  ] as const)('of %j as %s', (name, format, words) => {
    expect(folderNameFault(name, format)).toContain(words);
  });
});
