import { describe, expect, it } from '@jest/globals';
import { linkOf, saveStateOf } from './save-state';
import type { SaveState } from './save-state';

const query = {
  id: 'q1',
  name: 'Orders',
  connection_id: 'shop',
  sql: 'SELECT 1',
  description: '',
  folder: '',
  shared: false,
  is_own: true,
  owner_name: 'Ann',
  version: 3,
  created_at: '2026-05-18T09:41:00Z',
  updated_at: '2026-05-19T09:41:00Z',
};

describe('saveStateOf', () => {
  it.each<[string, boolean, SaveState]>([
    ['SELECT 1', false, 'new'],
    ['SELECT 1', true, 'saved'],
    ['SELECT 2', true, 'changed'],
    ['SELECT 1 ', true, 'changed'],
    ['', true, 'changed'],
  ])('of %j, linked %s, is %s', (sql, isLinked, state) => {
    expect(saveStateOf({ sql, saved: isLinked ? linkOf(query) : null })).toBe(state);
  });

  it('is changed as long as the saved text is not known', () => {
    expect(saveStateOf({ sql: '', saved: { queryId: 'q1', version: 1, mark: '', savedAt: '' } })).toBe('changed');
  });
});
