import { describe, expect, it } from '@jest/globals';
import type { ChangeCounts } from '#libs/api';
import { applyText, authorIcon, editedRowsText, sizeText, statusOf, tablesText } from './change-labels';

const NONE: ChangeCounts = { inserts: 0, updates: 0, deletes: 0, statements: 0 };

describe('the labels of change sets', () => {
  it.each<[Partial<ChangeCounts>, string, string]>([
    [{ updates: 1 }, '1 row', 'Apply 1 change'],
    [{ inserts: 1, updates: 2, deletes: 1 }, '4 rows', 'Apply 4 changes'],
    [{ statements: 1 }, '1 statement', 'Apply 1 statement'],
    [{ updates: 12_804, statements: 2 }, '12,804 rows, 2 statements', 'Apply 12,806 changes'],
    [{}, 'Empty', 'Apply 0 statements'],
  ])('say how much %j is', (counts, size, apply) => {
    expect(sizeText({ ...NONE, ...counts })).toBe(size);
    expect(applyText({ ...NONE, ...counts })).toBe(apply);
  });

  it.each<[Partial<ChangeCounts>, string]>([
    [{ updates: 12_804 }, '12,804'],
    [{ updates: 1, statements: 2 }, '1'],
    [{ statements: 1 }, ''],
    [{}, '0'],
  ])('count the rows of %j', (counts, rows) => {
    expect(editedRowsText({ ...NONE, ...counts })).toBe(rows);
  });

  it('leave a status open while the database has not answered', () => {
    expect(statusOf({ state: 'draft', is_uncertain: true }).label).toBe('Uncertain');
    expect(statusOf({ state: 'applied', is_uncertain: false }).label).toBe('Applied');
  });

  it('distinguish programs from people', () => {
    expect(authorIcon({ id: '1', name: 'Ann', kind: 'user' })).toBe('user');
    expect(authorIcon({ id: '1', name: 'support', kind: 'agent' })).toBe('bot');
    expect(authorIcon({ id: '1', name: 'support', kind: 'token' })).toBe('bot');
  });

  it('name three tables and count the others', () => {
    const tables = ['a', 'b', 'c', 'd', 'e'].map((table) => ({ schema: table === 'a' ? 'public' : 's', table }));
    expect(tablesText(tables)).toBe('a, s.b, s.c, +2');
    expect(tablesText([])).toBe('');
  });
});
