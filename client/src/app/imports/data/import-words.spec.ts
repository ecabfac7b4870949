import { describe, expect, it } from '@jest/globals';
import type { DataImport } from '#libs/api';
import {
  cancelWords,
  continueRefusal,
  failureHeading,
  failureWords,
  meanwhileWords,
  previewedText,
  rowWords,
  statusWords,
  uploadWords,
} from './import-words';
import type { Upload } from './uploads';

const RECORD = {
  ...{ size_bytes: 10_000_000, received_bytes: 5_000_000, status: 'uploading', imported_rows: 500, rejected_rows: 0 },
  copy: null,
  preview: { columns: [], rows: [], row_count: 1000, sheets: [], notes: [], detected: null, doubts: [] },
} as unknown as DataImport;
const UPLOAD: Upload = {
  file: new File([], 'a.csv'),
  sentBytes: 5_000_000,
  rate: 1_000_000,
  isWaiting: false,
  problem: null,
};

describe('uploadWords', () => {
  it.each<[string, Partial<Upload>, string]>([
    ['goes on', {}, '5.0 MB of 10 MB, 1.0 MB/s, 5 s left'],
    ['has just begun', { rate: null, sentBytes: 0 }, '0 B of 10 MB'],
    ['waits', { isWaiting: true }, '5.0 MB of 10 MB, waiting for the server'],
  ])('of one that %s', (_, change, expected) => {
    expect(uploadWords(RECORD, { ...UPLOAD, ...change })).toBe(expected);
  });
});

describe('previewedText', () => {
  it.each([
    [3, 3, 'all 3 rows'],
    [1, 1, '1 row'],
    [0, 0, 'no rows'],
    [100, 50_000, 'first 100 of 50,000 rows'],
  ])('says how many rows of the file are shown: %d of %d', (shown, total, expected) => {
    expect(previewedText(shown, total)).toBe(expected);
  });
});

describe('rowWords', () => {
  it.each<[string, Partial<DataImport>, number | null, string]>([
    ['has just begun', { imported_rows: 0 }, null, '0 of 1,000 rows'],
    ['goes on', {}, 100, '500 of 1,000 rows, 100 rows/s, 5 s left'],
    ['has rejects', { rejected_rows: 3 }, null, '500 of 1,000 rows, 3 rejected'],
  ])('of one that %s', (_, change, rate, expected) => {
    expect(rowWords({ ...RECORD, ...change }, rate)).toBe(expected);
  });
});

describe('cancelWords', () => {
  const copy = { connection_id: 'drop', file_name: 'a.csv', replaces: false };
  it.each<[string, Partial<DataImport>, string]>([
    ['while it was read', { preview: null }, 'Reading was cancelled.'],
    ['while its rows were imported', { imported_rows: 0 }, 'The import was cancelled. The table is as it was.'],
    [
      'into a new table',
      { imported_rows: 0, request: { is_new: true } as DataImport['request'] },
      'The import was cancelled. No table was created.',
    ],
    ['whose batches are committed', {}, 'The import was cancelled. The table keeps 500 rows of it.'],
    ['while it was copied', { copy }, 'The copy was cancelled. The folder is as it was.'],
  ])('of a file %s', (_, change, expected) => {
    expect(cancelWords({ ...RECORD, ...change })).toBe(expected);
  });
});

describe('meanwhileWords', () => {
  it.each<[boolean, string]>([
    [true, 'Others see the table when all rows are imported. Cancel creates no table.'],
    [false, 'Others see the rows when all are imported. Cancel leaves the table as it was.'],
  ])('of a table that is new (%j)', (isNew, expected) => {
    expect(meanwhileWords({ ...RECORD, request: { is_new: isNew } as DataImport['request'] })).toBe(expected);
  });
});

describe('failureHeading', () => {
  it.each<[string, Partial<DataImport>]>([
    ['Nothing was imported', { imported_rows: 0 }],
    ['500 rows imported before it failed', {}],
    ['The rows may have been imported', { imported_rows: 0, is_outcome_unknown: true }],
    ['The file was not added', { copy: { connection_id: 'drop', file_name: 'a.csv', replaces: false } }],
  ])('%s', (expected, change) => {
    expect(failureHeading({ ...RECORD, is_outcome_unknown: false, ...change })).toBe(expected);
  });
});

describe('failureWords', () => {
  it.each([
    [null, null, 'no'],
    [1234, null, 'Row 1,234: no'],
    [1234, 'n', 'Row 1,234, column n: no'],
    [null, 'n', 'Column n: no'],
  ])('at row %s and column %s', (row, column, expected) => {
    expect(failureWords({ ...RECORD, error: { message: 'no', row, column } })).toBe(expected);
  });
});

describe('statusWords', () => {
  it.each<[Partial<DataImport>, string]>([
    [{}, '50 % sent'],
    [{ status: 'succeeded' }, 'Imported'],
    [{ status: 'unreadable' }, "Couldn't be read"],
  ])('of %j is %s', (change, expected) => {
    expect(statusWords({ ...RECORD, ...change })).toBe(expected);
  });
});

describe('an upload that stopped', () => {
  const record = { ...RECORD, file_name: 'a.csv', size_bytes: 3, last_modified: 1000 };

  it.each<[string, Partial<DataImport>, string | null]>([
    ['the same file', {}, null],
    ['a file that was sent without its time', { last_modified: null }, null],
    ['a file with another name', { file_name: 'b.csv' }, 'Another file'],
    ['a file of another size', { size_bytes: 4 }, 'Another file'],
    ['a file that was changed since', { last_modified: 999 }, 'The file has changed'],
  ])('goes on with the same file only: %s', (_, change, heading) => {
    const file = new File(['abc'], 'a.csv', { lastModified: 1000 });
    expect(continueRefusal({ ...record, ...change }, file)?.heading ?? null).toBe(heading);
  });
});
