import { expect, it } from '@jest/globals';
import type { ChangeRow } from '#libs/api';
import { diffGroups } from './row-diff';

const ROW: ChangeRow = {
  ...{ item: 0, kind: 'update', schema: 'public', table: 'orders', columns: ['id', 'note'], varying: [] },
  ...{ before: ['1', null], after: ['1', ''] },
};

it('puts the row before above the row after, and keeps NULL and an empty text apart', () => {
  const [group] = diffGroups([ROW]);
  expect(group?.lines.map(({ sign, cells }) => [sign, ...cells.map((cell) => [cell.value, cell.isChanged])])).toEqual([
    ['-', ['1', false], [null, true]],
    ['+', ['1', false], ['', true]],
  ]);
});

it('has one line for a row that is added or removed, and marks what the database chose', () => {
  const added: ChangeRow = { ...ROW, kind: 'insert', before: null, varying: ['id'] };
  const removed: ChangeRow = { ...ROW, kind: 'delete', after: null, varying: ['id'] };
  const [group] = diffGroups([added, removed]);
  expect(group?.lines.map(({ sign, cells }) => [sign, cells[0]?.isVarying, cells[1]?.isChanged])).toEqual([
    ['+', true, false],
    ['-', false, false],
  ]);
  expect(group?.rowCount).toBe(2);
});

it('begins a group where table or columns change', () => {
  const odd: ChangeRow = { ...ROW, schema: 'My Schema', table: 'Weird "Table"' };
  const narrow: ChangeRow = { ...ROW, columns: ['id'], before: ['1'], after: ['2'] };
  expect(diffGroups([ROW, ROW, odd, ROW, narrow]).map(({ table, rowCount }) => [table, rowCount])).toEqual([
    ['public.orders', 2],
    ['My Schema.Weird "Table"', 1],
    ['public.orders', 1],
    ['public.orders', 1],
  ]);
});
