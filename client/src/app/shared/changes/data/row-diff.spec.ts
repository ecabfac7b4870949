import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ChangeRow } from '#libs/api';
import { ROWS_PER_PAGE, rowOutline } from '#libs/changes';
import {
  columnWidths,
  diffGroups,
  diffLines,
  firstChangedColumn,
  firstRows,
  numberColumns,
  pagesOfLines,
} from './row-diff';
import type { DiffGroup, DiffLine, RowPages } from './row-diff';

const ROW: ChangeRow = {
  ...{ item: 0, kind: 'update', schema: 'public', table: 'orders', columns: ['id', 'note'], varying: [] },
  ...{ before: ['1', null], after: ['1', ''] },
};

/** Rows as they come: a page each `ROWS_PER_PAGE`, all of them read. */
function pagesOf(rows: readonly ChangeRow[]): RowPages {
  const pages = Math.ceil(rows.length / ROWS_PER_PAGE);
  return new Map(
    Array.from({ length: pages }, (_, page) => [page, rows.slice(page * ROWS_PER_PAGE, (page + 1) * ROWS_PER_PAGE)]),
  );
}
function groupOf(rows: readonly ChangeRow[]): DiffGroup {
  const [group] = diffGroups(rowOutline(rows));
  if (group === undefined) throw new Error('There is no group.');
  return group;
}
const allLines = (rows: readonly ChangeRow[]): DiffLine[] =>
  diffLines(groupOf(rows), pagesOf(rows), 0, Infinity).filter((line) => line !== null);

describe('the lines of a diff', () => {
  it('put the row before above the row after, and keep NULL and an empty text apart', () => {
    expect(
      allLines([ROW]).map(({ sign, cells }) => [sign, ...cells.map((cell) => [cell.value, cell.isChanged])]),
    ).toEqual([
      ['−', ['1', false], [null, true]],
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
      ['−', false, false],
    ]);
  });

  it('are the same whichever part of them is in sight, and empty where their page was not read', () => {
    const kinds = fc.array(fc.constantFrom('insert', 'update', 'delete', 'other'), { minLength: 1, maxLength: 700 });
    const place = fc.integer({ min: -2, max: 1_402 });
    fc.assert(
      fc.property(kinds, place, place, fc.nat({ max: 3 }), (given, from, to, missing) => {
        const rows = [ROW, ...given].map((kind, item): ChangeRow => {
          const id = String(item);
          const [before, after] = [kind === 'insert' ? null : [id, 'b'], kind === 'delete' ? null : [id, 'a']];
          return { ...ROW, table: kind === 'other' ? 'parts' : 'orders', item, before, after };
        });
        const group = groupOf(rows);
        const all = diffLines(group, pagesOf(rows), 0, group.lineCount);
        expect(all).toHaveLength(group.lineCount);
        expect(diffLines(group, pagesOf(rows), from, to)).toEqual(all.slice(Math.max(0, from), Math.max(0, to)));
        const some = new Map([...pagesOf(rows)].filter(([page]) => page !== missing));
        diffLines(group, some, 0, group.lineCount).forEach((line, index) => {
          const isMissing = pagesOfLines(group, index, index + 1).includes(missing);
          expect(line).toEqual(isMissing ? null : all[index]);
        });
      }),
    );
  });
});

it('groups rows by table and columns', () => {
  const odd: ChangeRow = { ...ROW, schema: 'My Schema', table: 'Weird "Table"' };
  const narrow: ChangeRow = { ...ROW, columns: ['id'], before: ['1'], after: ['2'] };
  const groups = diffGroups(rowOutline([ROW, ROW, odd, ROW, narrow]));
  expect(groups.map(({ table, lineCount }) => [table, lineCount])).toEqual([
    ['public.orders', 6],
    ['My Schema.Weird "Table"', 2],
    ['public.orders', 2],
  ]);
  expect(groups.map((group) => firstRows(group, pagesOf([ROW, ROW, odd, ROW, narrow])))).toEqual([
    [ROW, ROW, ROW],
    [odd],
    [narrow],
  ]);
});

it('measures columns by their names and first values, up to a width', () => {
  const long: ChangeRow = { ...ROW, before: ['1234567', 'x'.repeat(90)], after: ['1', null] };
  expect(columnWidths(ROW.columns, [ROW, long], 40)).toEqual([7, 40]);
  expect(columnWidths(ROW.columns, [ROW], 40)).toEqual([2, 4]);
});

it('finds the first column that changes', () => {
  const added: ChangeRow = { ...ROW, kind: 'insert', before: null, after: ['2', 'x'] };
  expect(firstChangedColumn(ROW.columns, [added, ROW])).toBe(1);
  expect(firstChangedColumn(ROW.columns, [added])).toBe(0);
});

it.each<[boolean, (string | null)[]]>([
  [true, ['1', '20', null]],
  [true, ['0.00', '-49.80', '1e+20', 'NaN', '-Infinity']],
  [true, ['0', '0.5']],
  [false, [null]],
  [false, []],
  [false, ['1', 'two']],
  [false, ['1', '']],
  [false, ['00420', '10115']],
  [false, ['2026-05-18', '2026']],
  [false, ['0x10', '1,204']],
])('says %j for a column of %j', (isNumber, values) => {
  const rows = values.map((value): ChangeRow => ({ ...ROW, columns: ['n'], before: [value], after: null }));
  expect(numberColumns(['n'], rows)).toEqual([isNumber]);
});
