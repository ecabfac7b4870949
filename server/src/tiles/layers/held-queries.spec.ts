import { describe, expect, it } from '@jest/globals';
import type { SavedQuery } from '#libs/api';
import { HeldQueries } from './held-queries.js';

const query = (id: string, sql: string, version = 1, isOwn = false): SavedQuery => ({
  ...{ id, name: id, connection_id: 'db', sql, description: 'Parks' },
  ...{ folder: '', owner_name: 'Ada', shared: true, is_own: isOwn, version, created_at: '', updated_at: '' },
});

describe('held queries', () => {
  it('are those of each reader', () => {
    const held = new HeldQueries(10_000);
    held.put('ada', query('a', 'SELECT 1', 1, true));
    held.put('bob', query('a', 'SELECT 1', 1, false));
    expect(held.get('a', 'ada')).toEqual(query('a', 'SELECT 1', 1, true));
    expect(held.get('a', 'bob')).toEqual(query('a', 'SELECT 1', 1, false));
    expect([held.get('a', 'eve'), held.get('b', 'ada')]).toEqual([undefined, undefined]);
  });

  it('have one text for all their readers', () => {
    const held = new HeldQueries(2_000_000);
    for (let reader = 0; reader < 100; reader += 1) held.put(`reader ${reader}`, query('a', 'x'.repeat(1_000_000)));
    expect(held.chars).toBeLessThan(1_100_000);
    expect(held.get('a', 'reader 0')?.sql).toHaveLength(1_000_000);
  });

  it('are of one version', () => {
    const held = new HeldQueries(10_000);
    held.put('ada', query('a', 'SELECT 1'));
    held.put('bob', query('a', 'SELECT 2', 2));
    expect([held.get('a', 'ada'), held.get('a', 'bob')?.sql]).toEqual([undefined, 'SELECT 2']);
  });

  it('take no more than their limit, also with many readers', () => {
    const held = new HeldQueries(10_000);
    held.put('ada', query('a', 'x'.repeat(6_000)));
    held.put('ada', query('b', 'x'.repeat(6_000)));
    expect([held.get('a', 'ada'), held.get('b', 'ada')?.id]).toEqual([undefined, 'b']);
    for (let reader = 0; reader < 1_000; reader += 1) held.put(`reader ${reader}`, query('c', 'SELECT 1'));
    expect(held.chars).toBeLessThanOrEqual(10_000);
    held.put('ada', query('d', 'x'.repeat(20_000)));
    expect([held.get('d', 'ada'), held.chars]).toEqual([undefined, 0]);
  });

  it('are forgotten with all that they took', () => {
    const held = new HeldQueries(10_000);
    held.put('ada', query('a', 'SELECT 1'));
    held.put('ada', query('b', 'SELECT 1'));
    held.forget('a');
    held.forget('a');
    expect([held.get('a', 'ada'), held.get('b', 'ada')?.id]).toEqual([undefined, 'b']);
    held.clear();
    expect([held.get('b', 'ada'), held.chars]).toEqual([undefined, 0]);
  });
});
