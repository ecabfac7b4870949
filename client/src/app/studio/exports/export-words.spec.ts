import { describe, expect, it } from '@jest/globals';
import type { StudioExport } from '#libs/api';
import { exportShare, exportWords, isExportOver } from './export-words';

const one = (change: Partial<StudioExport>): StudioExport => ({
  ...{ id: 'e1', format: 'csv', status: 'running', run_id: 'r1', statement: 0, href: '', error: null },
  ...{ rows: 412_000, row_count: 1_000_000, bytes: 113_000_000 },
  ...change,
});

describe('exportWords', () => {
  it.each<[Partial<StudioExport>, string]>([
    [{ status: 'waiting', rows: 0, bytes: 0 }, 'CSV, waiting for the browser'],
    [{}, 'CSV, 412,000 of 1,000,000 rows, 113 MB'],
    [{ row_count: null, run_id: null }, 'CSV, 412,000 rows, 113 MB'],
    [{ format: 'parquet', rows: 0, bytes: 0 }, 'Parquet, making a file of 1,000,000 rows'],
    [{ format: 'parquet', rows: 0, bytes: 0, row_count: null }, 'Parquet, making the file'],
    [{ format: 'parquet' }, 'Parquet, sending a file of 1,000,000 rows, 113 MB'],
    [{ status: 'succeeded', rows: 1, format: 'csv-excel' }, 'CSV for spreadsheets written: 1 row, 113 MB'],
    [{ status: 'cancelled' }, 'CSV cancelled after 412,000 rows; the file is not complete'],
    [{ status: 'failed', error: 'division by zero' }, 'CSV failed: division by zero'],
    [{ status: 'failed' }, 'CSV failed: the server gave no reason'],
  ])('shows %j as "%s"', (change, words) => {
    expect(exportWords(one(change))).toBe(words);
  });
});

describe('exportShare', () => {
  it.each<[Partial<StudioExport>, number | null]>([
    [{}, 0.412],
    [{ row_count: null }, null],
    [{ rows: 0, row_count: 0 }, 1],
    [{ format: 'parquet' }, null],
  ])('of %j is %s', (change, share) => {
    expect(exportShare(one(change))).toBe(share);
  });
});

describe('isExportOver', () => {
  it.each([
    ['waiting', false],
    ['running', false],
    ['succeeded', true],
    ['failed', true],
    ['cancelled', true],
  ] as const)('of %s is %s', (status, isOver) => {
    expect(isExportOver(one({ status }))).toBe(isOver);
  });
});
