import { describe, expect, it } from '@jest/globals';
import type { ColDef } from 'ag-grid-community';
import type { Cell, ResultColumn, ResultRow } from '#libs/api';
import { columnSample } from '../../../../../testing/run-samples';
import { columnId, columnIndex, gridColumns } from './grid-columns';

const setting = {
  sorting: 'grid' as const,
  rowNumberCharacters: 3,
  filterFields: null,
  edits: null,
  isOwnKey: () => false,
};

function columnsOf(columns: readonly ResultColumn[], rows: readonly ResultRow[] = []): ColDef<ResultRow, Cell>[] {
  return gridColumns(columns, rows, setting) as ColDef<ResultRow, Cell>[];
}

describe('gridColumns', () => {
  it('shows two columns of one name, each with its own values', () => {
    const [, first, second] = columnsOf([columnSample('x'), columnSample('x', 'integer')]);
    expect([first?.headerName, second?.headerName, first?.colId, second?.colId]).toEqual(['x', 'x', 'c0', 'c1']);
    const value = (column: ColDef<ResultRow, Cell> | undefined): unknown =>
      typeof column?.valueGetter === 'function' ? column.valueGetter({ data: ['a', '1'] } as never) : undefined;
    expect([value(first), value(second)]).toEqual(['a', '1']);
  });

  it('gives a column without a name one that can be read', () => {
    expect(columnsOf([columnSample('')])[1]?.headerName).toBe('(no name)');
  });

  it.each([
    ['integer', 'rightAligned'],
    ['decimal', 'rightAligned'],
    ['float', 'rightAligned'],
    ['boolean', undefined],
    ['text', undefined],
    ['timestamp', undefined],
  ] as const)('aligns %s as %s', (kind, type) => {
    expect(columnsOf([columnSample('x', kind)])[1]?.type).toBe(type);
  });

  it.each<[Cell, string, boolean, boolean]>([
    [null, 'NULL', true, false],
    ['', "''", false, true],
    ['NULL', 'NULL', false, false],
    ['9223372036854775807', '9223372036854775807', false, false],
  ])('draws %j as %s', (value, text, isNull, isEmpty) => {
    const column = columnsOf([columnSample('x')])[1];
    const rules = column?.cellClassRules as Record<string, (params: { value: Cell }) => boolean>;
    const format = column?.valueFormatter as (params: { value: Cell }) => string;
    expect([format({ value }), rules['dw-null']?.({ value }), rules['dw-empty']?.({ value })]).toEqual([
      text,
      isNull,
      isEmpty,
    ]);
  });

  it('draws nothing of a row that is still on its way', () => {
    const column = columnsOf([columnSample('x')])[1];
    const value = typeof column?.valueGetter === 'function' ? column.valueGetter({ data: undefined } as never) : null;
    const format = column?.valueFormatter as (params: { value: unknown }) => string;
    const rules = column?.cellClassRules as Record<string, (params: { value: unknown }) => boolean>;
    expect([format({ value }), rules['dw-null']?.({ value })]).toEqual(['', false]);
  });

  it('numbers rows over the whole result', () => {
    const [numbers] = columnsOf([columnSample('x')]);
    const getter = numbers?.valueGetter as (params: { node: { rowIndex: number } }) => string;
    expect([getter({ node: { rowIndex: 0 } }), getter({ node: { rowIndex: 800 } })]).toEqual(['1', '801']);
    expect([numbers?.pinned, numbers?.sortable]).toEqual(['left', false]);
  });

  it('makes 1,600 columns', () => {
    const columns = Array.from({ length: 1_600 }, (_, index) => columnSample(`c${index}`));
    expect(columnsOf(columns, [columns.map(() => 'value')])).toHaveLength(1_601);
  });
});

describe('columnIndex', () => {
  it('is the way back from an id, and knows the row numbers for none', () => {
    expect([columnIndex(columnId(12)), columnIndex('row'), columnIndex('c')]).toEqual([12, null, null]);
  });
});
