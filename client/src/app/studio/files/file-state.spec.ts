import { describe, expect, it } from '@jest/globals';
import type { SqlFile } from '#libs/api';
import { fileLinkOf, fileStateOf, compareFile } from './file-state';
import type { FileComparison } from './file-state';

const file = (change: Partial<SqlFile> = {}): SqlFile => ({
  id: 'f1',
  name: 'monthly.sql',
  path: '/files/monthly.sql',
  state: 'present',
  bytes: 8,
  modified_at: '2026-05-19T09:41:00Z',
  etag: 'one',
  ...change,
});
const link = fileLinkOf({ id: 'f1', name: 'monthly.sql', etag: 'one', sql: 'SELECT 1' });

describe('comparing a file', () => {
  it.each<[string, SqlFile | undefined, FileComparison]>([
    ['the same version', file(), 'same'],
    ['another version', file({ etag: 'two' }), 'other-version'],
    ['a file that is gone', file({ state: 'missing', etag: null }), 'gone'],
    ['a file that leads out', file({ state: 'refused', etag: null }), 'gone'],
    ['nothing known yet', undefined, 'same'],
  ])('of %s', (_, now, meeting) => {
    expect(compareFile(link, now)).toBe(meeting);
  });

  it('reads a file whose text is not known here', () => {
    expect(compareFile({ ...link, mark: '' }, file())).toBe('other-version');
  });
});

describe('fileStateOf', () => {
  it.each([
    ['SELECT 1', 'saved'],
    ['SELECT 2', 'changed'],
  ])('of %j is %s', (sql, state) => {
    expect(fileStateOf({ sql, file: link })).toBe(state);
  });
});
