import { describe, expect, it } from '@jest/globals';
import type { RowEdit } from '../api/index.js';
import { inReferenceOrder } from './index.js';
import type { KnownEdit, ReferringTable } from './index.js';

const PEOPLE: ReferringTable = { schema: 's', name: 'people', foreign_keys: [] };
const PETS: ReferringTable = {
  ...{ schema: 's', name: 'pets' },
  foreign_keys: [{ columns: ['owner'], references: { schema: 's', table: 'people', columns: ['id'] } }],
};
const TREE: ReferringTable = {
  ...{ schema: 's', name: 'tree' },
  foreign_keys: [{ columns: ['up'], references: { schema: 's', table: 'tree', columns: ['id'] } }],
};
const COLUMNS: Record<string, string[]> = { people: ['id', 'name'], pets: ['id', 'owner'], tree: ['id', 'up'] };

const known = (edit: RowEdit, before: KnownEdit['before']): KnownEdit => ({
  ...{ edit, before },
  columns: COLUMNS[edit.table] ?? [],
});
const remove = (table: string, id: string, other: string | null): KnownEdit =>
  known({ kind: 'delete', schema: 's', table, key: { id }, before: {} }, [id, other]);
const insert = (table: string, values: Record<string, string>): KnownEdit =>
  known({ kind: 'insert', schema: 's', table, values }, null);
const update = (table: string, [id, other]: [string, string], values: Record<string, string>): KnownEdit =>
  known({ kind: 'update', schema: 's', table, key: { id }, before: {}, values }, [id, other]);

describe('edits of rows that refer to each other', () => {
  it.each<[string, ReferringTable[], KnownEdit[], number[] | null]>([
    ['a child behind its parent', [PEOPLE, PETS], [remove('people', '1', 'Ann'), remove('pets', '7', '1')], [1, 0]],
    ['a child before its parent', [PEOPLE, PETS], [remove('pets', '7', '1'), remove('people', '1', 'Ann')], null],
    ['no references', [PEOPLE], [remove('people', '1', 'Ann'), insert('people', { id: '1' })], null],
    [
      'a tree from its root on',
      [TREE],
      [remove('tree', '1', null), remove('tree', '2', '1'), remove('tree', '3', '2')],
      [2, 1, 0],
    ],
    [
      'a new row before its parent',
      [TREE],
      [insert('tree', { id: '5', up: '4' }), insert('tree', { id: '4' })],
      [1, 0],
    ],
    [
      'a row that leaves what goes',
      [PEOPLE, PETS],
      [remove('people', '1', 'Ann'), update('pets', ['7', '1'], { owner: '2' })],
      [1, 0],
    ],
    [
      'a row that turns to what comes',
      [PEOPLE, PETS],
      [update('pets', ['7', '1'], { owner: '3' }), insert('people', { id: '3' })],
      [1, 0],
    ],
  ])('%s', (_, tables, edits, expected) => {
    const ordered = inReferenceOrder(edits, tables);
    expect(ordered?.map((edit) => edits.indexOf(edit)) ?? null).toEqual(expected);
  });
});
