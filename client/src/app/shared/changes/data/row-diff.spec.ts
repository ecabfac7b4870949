import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ChangeRow } from '#libs/api';
import { columnWidths, diffLines, firstChangedColumn, groupRows } from './row-diff';
import type { DiffGroup, DiffLine } from './row-diff';

const ROW: ChangeRow = {
  ...{ item: 0, kind: 'update', schema: 'public', table: 'orders', columns: ['id', 'note'], varying: [] },
  ...{ before: ['1', null], after: ['1', ''] },
};

function groupOf(rows: readonly ChangeRow[]): DiffGroup {
  const [group] = groupRows(rows).groups;
  if (group === undefined) throw new Error('There is no group.');
  return group;
}
const allLines = (rows: readonly ChangeRow[]): DiffLine[] => diffLines(groupOf(rows), 0, Infinity);

describe('the lines of a diff', () => {
  it('put the row before above the row after, and keep NULL and an empty text apart', () => {
    expect(
      allLines([ROW]).map(({ sign, cells }) => [sign, ...cells.map((cell) => [cell.value, cell.isChanged])]),
    ).toEqual([
      ['-', ['1', false], [null, true]],
      ['+', ['1', false], ['', true]],
    ]);
  });

  it('are one for a row that is added or removed, and mark what the database chose', () => {
    const added: ChangeRow = { ...ROW, kind: 'insert', before: null, varying: ['id'] };
    const removed: ChangeRow = { ...ROW, kind: 'delete', after: null, varying: ['id'] };
    expect(
      allLines([added, removed]).map(({ sign, cells }) => [sign, cells[0]?.isVarying, cells[1]?.isChanged]),
    ).toEqual([
      ['+', true, false],
      ['-', false, false],
    ]);
  });

  it('are the same whichever part of them is in sight', () => {
    const kinds = fc.array(fc.constantFrom('insert', 'update', 'delete'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(kinds, fc.integer({ min: -2, max: 26 }), fc.integer({ min: -2, max: 26 }), (given, from, to) => {
        const rows = given.map((kind, place): ChangeRow => {
          const id = String(place);
          const [before, after] = [kind === 'insert' ? null : [id, 'b'], kind === 'delete' ? null : [id, 'a']];
          return { ...ROW, kind, item: place, before, after };
        });
        const group = groupOf(rows);
        const all = diffLines(group, 0, group.lineCount);
        expect(all).toHaveLength(group.lineCount);
        expect(diffLines(group, from, to)).toEqual(all.slice(Math.max(0, from), Math.max(0, to)));
      }),
    );
  });
});

it('groups rows by table and columns', () => {
  const odd: ChangeRow = { ...ROW, schema: 'My Schema', table: 'Weird "Table"' };
  const narrow: ChangeRow = { ...ROW, columns: ['id'], before: ['1'], after: ['2'] };
  expect(groupRows([ROW, ROW, odd, ROW, narrow]).groups.map(({ table, rows }) => [table, rows.length])).toEqual([
    ['public.orders', 3],
    ['My Schema.Weird "Table"', 1],
    ['public.orders', 1],
  ]);
});

it('measures columns by their names and first values, up to a width', () => {
  const long: ChangeRow = { ...ROW, before: ['1234567', 'x'.repeat(90)], after: ['1', null] };
  expect(columnWidths(groupOf([ROW, long]), 40)).toEqual([7, 40]);
  expect(columnWidths(groupOf([ROW, long]), 40, 1)).toEqual([2, 4]);
});

it('finds the first column that changes', () => {
  const added: ChangeRow = { ...ROW, kind: 'insert', before: null, after: ['2', 'x'] };
  expect(firstChangedColumn(groupOf([added, ROW]))).toBe(1);
  expect(firstChangedColumn(groupOf([added]))).toBe(0);
});

it('rows are grouped the same page by page as at once', () => {
  const rows = fc.array(fc.constantFrom(ROW, { ...ROW, table: 'parts' }, { ...ROW, before: null }), { maxLength: 12 });
  fc.assert(
    fc.property(rows, fc.array(fc.nat({ max: 12 })), (all, ends) => {
      const distinct = all.map((row, item) => ({ ...row, item }));
      let known: ReturnType<typeof groupRows> | null = null;
      for (const end of [...ends.sort((a, b) => a - b), distinct.length])
        known = groupRows(distinct.slice(0, end), known);
      expect(known?.groups).toEqual(groupRows(distinct).groups);
    }),
  );
});

it('other rows than those that are known are grouped anew', () => {
  const known = groupRows([ROW, { ...ROW, item: 1 }]);
  expect(groupRows([{ ...ROW, item: 2 }], known).groups.map(({ rows }) => rows.length)).toEqual([1]);
});
