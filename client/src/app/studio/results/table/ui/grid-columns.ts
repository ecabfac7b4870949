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
import { copiedValue, faceText, INVALID_SIGN, SIGNS } from '../edit/cell-face';
import type { GridEdits } from '../edit/cell-face';
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
  /** What is staged; null where rows are not edited. */
  readonly edits: GridEdits | null;
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
    comparator:
      setting.sorting === 'server' ? () => 0 : withAddedLast(setting, (a, b) => compare(a ?? null, b ?? null)),
    // A row that is still on its way has no values, which is not NULL.
    valueGetter: ({ data }: ValueGetterParams<ResultRow, Cell>) => (data ? (data[index] ?? null) : undefined),
    valueFormatter: ({ value, data }: ValueFormatterParams<ResultRow, Cell>) => {
      const face = data ? (setting.edits?.face(data, index) ?? null) : null;
      if (face !== null && typeof face.value === 'object' && face.value !== null) return faceText(face.value);
      const shown = face === null ? value : copiedValue(face.value);
      return shown === undefined ? '' : formatCell(shown).text;
    },
    cellClassRules: cellClasses(index, setting),
    suppressKeyboardEvent: setting.isOwnKey,
    ...(setting.filterFields ? filterField(column, index, setting.filterFields) : {}),
  };
}

type CellClassRules = NonNullable<ResultColDef['cellClassRules']>;
type Comparator = (a: Cell | undefined, b: Cell | undefined) => number;

function cellClasses(index: number, { edits }: ColumnSetting): CellClassRules {
  if (edits === null) return { 'dw-null': ({ value }) => value === null, 'dw-empty': ({ value }) => value === '' };
  type Params = Parameters<Extract<CellClassRules[string], (...params: never[]) => unknown>>[0];
  const face = ({ data }: Params) => (data ? edits.face(data, index) : null);
  const value = (params: Params) => {
    const shown = face(params);
    return shown === null ? params.value : shown.value;
  };
  return {
    'dw-null': (params) => value(params) === null,
    'dw-empty': (params) => value(params) === '',
    'dw-default': (params) => typeof value(params) === 'object' && value(params) !== null,
    'dw-cell-invalid': (params) => (face(params)?.fault ?? null) !== null,
    'dw-cell-changed': (params) => face(params)?.isChanged === true,
    'dw-cell-added': ({ data }) => data !== undefined && edits.mark(data) === 'added',
    'dw-cell-deleted': ({ data }) => data !== undefined && edits.mark(data) === 'deleted',
  };
}

/** Rows that are to be added stay behind all others, whatever the order. */
function withAddedLast({ edits }: ColumnSetting, compare: Comparator): NonNullable<ResultColDef['comparator']> {
  return (a, b, first, second, isDescending) => {
    const [isFirst, isSecond] = [first, second].map(({ data }) => Boolean(data && edits?.mark(data) === 'added'));
    if (isFirst !== isSecond) return isFirst === isDescending ? -1 : 1;
    return compare(a, b);
  };
}

function rowClasses({ edits }: ColumnSetting): NonNullable<ColDef<ResultRow>['cellClassRules']> {
  const marks = ['added', 'changed', 'deleted'] as const;
  const isInvalid = (data: ResultRow | undefined): boolean => Boolean(data && edits?.isInvalid(data));
  return {
    ...Object.fromEntries(
      marks.map((mark) => [
        `dw-row-${mark}`,
        ({ data }: { data?: ResultRow }) => Boolean(data && !isInvalid(data) && edits?.mark(data) === mark),
      ]),
    ),
    'dw-row-invalid': ({ data }) => isInvalid(data),
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
    width: Math.max(36, setting.rowNumberCharacters * 7 + (setting.edits ? 26 : 16)),
    sortable: false,
    resizable: false,
    suppressNavigable: true,
    suppressHeaderKeyboardEvent: () => false,
    valueGetter: ({ node, data }) => {
      const mark = data ? (setting.edits?.mark(data) ?? null) : null;
      const number = mark === 'added' ? '' : countText((node?.rowIndex ?? 0) + 1);
      const sign = data && setting.edits?.isInvalid(data) ? INVALID_SIGN : mark && SIGNS[mark];
      return sign ? `${sign} ${number}`.trimEnd() : number;
    },
    cellClassRules: rowClasses(setting),
  };
}
