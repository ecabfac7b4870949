import type {
  ColDef,
  ColGroupDef,
  SuppressKeyboardEventParams,
  ValueFormatterParams,
  ValueGetterParams,
} from 'ag-grid-community';
import type { Cell, ResultColumn, ResultRow } from '#libs/api';
import { formatCell, columnWidth, compareCells, countText, isRightAligned } from '#libs/results';
import type { FilterFields } from '../filter/filter-fields';
import { FilterField, NoFilter } from '../filter/ui/filter-field';
import type { FilterFieldParams } from '../filter/ui/filter-field';
import { GridHeader } from './grid-header';

/** Cells that are looked at to find a column's first width. */
const SAMPLE_ROWS = 50;

/** The id of the column of row numbers. */
export const ROW_NUMBER_ID = 'row';

export type ResultColDef = ColDef<ResultRow, Cell>;

/** Who sorts: nobody, the grid, or the server, whose rows then stay in the order in which they came. */
export type Sorting = 'none' | 'grid' | 'server';

/** What the grid's columns need to know of their surroundings. */
export interface ColumnSetting {
  readonly sorting: Sorting;
  /** Characters of the greatest row number. */
  readonly rowNumberCharacters: number;
  /** Where the conditions of the fields under the heads are kept; null where there are no fields. */
  readonly filterFields: FilterFields | null;
  readonly isOwnKey: (params: SuppressKeyboardEventParams<ResultRow>) => boolean;
}

/** The id of a column: its place, because two columns of a result may have one name. */
export function columnId(index: number): string {
  return `c${index}`;
}

/** The place of a column in the result, or null for the column of row numbers. */
export function columnIndex(id: string): number | null {
  return /^c\d+$/.test(id) ? Number(id.slice(1)) : null;
}

/** The grid's columns: the row numbers fixed at the left, then one for each column of the result. */
export function gridColumns(
  columns: readonly ResultColumn[],
  rows: readonly ResultRow[],
  setting: ColumnSetting,
): (ColDef<ResultRow> | ColGroupDef<ResultRow>)[] {
  const sample = rows.slice(0, SAMPLE_ROWS);
  return [rowNumberColumn(setting), ...columns.map((column, index) => valueColumn(column, index, sample, setting))];
}

function valueColumn(
  column: ResultColumn,
  index: number,
  sample: readonly ResultRow[],
  setting: ColumnSetting,
): ResultColDef {
  const name = column.name === '' ? '(no name)' : column.name;
  const compare = compareCells(column.kind);
  return {
    colId: columnId(index),
    headerName: name,
    headerComponentParams: { innerHeaderComponent: GridHeader, innerHeaderComponentParams: { type: column.type } },
    initialWidth: columnWidth(
      name,
      column.type,
      sample.map((row) => row[index] ?? null),
    ),
    type: isRightAligned(column.kind) ? 'rightAligned' : undefined,
    lockPinned: true,
    sortable: setting.sorting !== 'none',
    comparator: setting.sorting === 'server' ? () => 0 : (a, b) => compare(a ?? null, b ?? null),
    // A row that is still on its way has no values, which is not NULL.
    valueGetter: ({ data }: ValueGetterParams<ResultRow, Cell>) => (data ? (data[index] ?? null) : undefined),
    valueFormatter: ({ value }: ValueFormatterParams<ResultRow, Cell>) =>
      value === undefined ? '' : formatCell(value).text,
    cellClassRules: { 'dw-null': ({ value }) => value === null, 'dw-empty': ({ value }) => value === '' },
    suppressKeyboardEvent: setting.isOwnKey,
    ...(setting.filterFields ? filterField(column, index, setting.filterFields) : {}),
  };
}

function filterField({ name, kind }: ResultColumn, column: number, fields: FilterFields): ResultColDef {
  return {
    filter: NoFilter,
    floatingFilter: true,
    floatingFilterComponent: FilterField,
    floatingFilterComponentParams: { column, name, kind, fields } satisfies FilterFieldParams,
    suppressFloatingFilterButton: true,
    suppressHeaderFilterButton: true,
    suppressHeaderMenuButton: true,
  };
}

function rowNumberColumn(setting: ColumnSetting): ColDef<ResultRow> {
  return {
    colId: ROW_NUMBER_ID,
    headerName: 'Row',
    headerClass: 'dw-row-head',
    cellClass: 'dw-row-number',
    pinned: 'left',
    lockPinned: true,
    lockPosition: 'left',
    suppressMovable: true,
    width: Math.max(36, setting.rowNumberCharacters * 7 + 16),
    sortable: false,
    resizable: false,
    suppressNavigable: true,
    suppressHeaderKeyboardEvent: () => false,
    valueGetter: ({ node }) => countText((node?.rowIndex ?? 0) + 1),
  };
}
