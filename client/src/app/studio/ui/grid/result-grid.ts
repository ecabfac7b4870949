import { Component, ViewEncapsulation, computed, effect, input, output, untracked } from '@angular/core';
import { AgGridAngular } from 'ag-grid-angular';
import {
  CellApiModule,
  CellStyleModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  EventApiModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  ScrollApiModule,
} from 'ag-grid-community';
import type { GridApi, GridReadyEvent, RowSelectionOptions, SuppressKeyboardEventParams } from 'ag-grid-community';
import type { Cell, ResultColumn, ResultRow } from '#libs/api';
import { countText } from '#libs/results';
import { isSameSort } from '../../data/run-state';
import type { RowSort } from '../../data/run-state';
import { columnId, columnIndex, gridColumns, ROW_NUMBER_ID } from './grid-columns';
import type { Sorting } from './grid-columns';
import { GRID_THEME } from './grid-theme';

const MODULES = [
  CellApiModule,
  CellStyleModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  EventApiModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  ScrollApiModule,
];

/** A cell of the result: its column's place, its row's number from 1 over the whole result, and its value. */
export interface FocusedCell {
  readonly columnIndex: number;
  readonly rowNumber: number;
  readonly value: Cell;
}

/** The rows of a result as a table: two-line head, values as the database printed them, one Tab stop, arrows move. */
@Component({
  selector: 'dw-result-grid',
  imports: [AgGridAngular],
  templateUrl: './result-grid.html',
  styleUrl: './result-grid.css',
  encapsulation: ViewEncapsulation.None,
})
export class ResultGrid {
  readonly columns = input.required<readonly ResultColumn[]>();
  readonly rows = input.required<readonly ResultRow[]>();
  readonly rowOffset = input(0);
  readonly rowTotal = input(0);
  readonly sorting = input<Sorting>('none');
  /** The order in which the server has been asked for the rows, where it is the server that sorts. */
  readonly sort = input<RowSort | null>(null);
  readonly label = input('Result');
  readonly cellFocused = output<FocusedCell>();
  readonly viewAsked = output<FocusedCell>();
  readonly copyAsked = output<FocusedCell>();
  /** Another order is wanted of the server; null is the one in which the rows came. */
  readonly sortAsked = output<RowSort | null>();

  protected readonly theme = GRID_THEME;
  protected readonly modules = MODULES;
  protected readonly rowSelection: RowSelectionOptions = {
    mode: 'singleRow',
    checkboxes: false,
    enableClickSelection: false,
  };
  protected readonly rowData = computed(() => this.rows() as ResultRow[]);
  private readonly digits = computed(() => countText(this.rowTotal()).length);
  /** Made anew only for other columns: another page must not touch widths and sort orders. */
  protected readonly columnDefs = computed(() =>
    gridColumns(this.columns(), untracked(this.rows), {
      sorting: this.sorting(),
      rowNumberCharacters: this.digits(),
      rowOffset: () => this.rowOffset(),
      isOwnKey: (params) => this.isOwnKey(params),
    }),
  );

  private api: GridApi<ResultRow> | null = null;

  constructor() {
    effect(() => {
      this.rowOffset();
      this.api?.ensureIndexVisible(0, 'top');
    });
    effect(() => {
      if (this.sorting() === 'server') this.showSort(this.sort());
    });
  }

  /** Puts the focus on a cell, the first one when none had it. */
  focus(): void {
    const api = this.api;
    if (!api) return;
    const cell = api.getFocusedCell();
    api.setFocusedCell(cell?.rowIndex ?? 0, cell?.column.getColId() ?? columnId(0));
  }

  protected ready(event: GridReadyEvent<ResultRow>): void {
    this.api = event.api;
    event.api.setGridAriaProperty('label', this.label());
    if (this.sorting() === 'server') this.showSort(this.sort());
  }

  /** The rows in the order in which they stand in the grid, or will stand once it has drawn them. */
  shownRows(): readonly ResultRow[] {
    const { length } = this.rows();
    const drawn = Array.from({ length }, (_, index) => this.api?.getDisplayedRowAtIndex(index)?.data);
    return drawn.every((row) => row !== undefined) ? drawn : this.rows();
  }

  /** Tells which cell has the focus, again when other rows have come under it. */
  protected focused(): void {
    const at = this.api?.getFocusedCell();
    const cell = this.focusedCell();
    if (!at || !cell) return;
    this.api?.getDisplayedRowAtIndex(at.rowIndex)?.setSelected(true, true);
    this.cellFocused.emit(cell);
  }

  /** Rows are numbered as they stand, so a new order numbers them anew. */
  protected sorted(): void {
    const sort = this.shownSort();
    if (this.sorting() === 'server' && !isSameSort(sort, this.sort())) this.sortAsked.emit(sort);
    this.api?.refreshCells({ columns: [ROW_NUMBER_ID], force: true });
    this.focused();
  }

  protected doubleClicked(): void {
    const cell = this.focusedCell();
    if (cell) this.viewAsked.emit(cell);
  }

  private showSort(sort: RowSort | null): void {
    if (isSameSort(this.shownSort(), sort)) return;
    const state = sort ? [{ colId: columnId(sort.column), sort: sort.direction }] : [];
    this.api?.applyColumnState({ state, defaultState: { sort: null } });
  }

  private shownSort(): RowSort | null {
    const state = this.api?.getColumnState().find(({ sort }) => sort);
    const column = state ? columnIndex(state.colId) : null;
    return column === null ? null : { column, direction: state?.sort === 'desc' ? 'desc' : 'asc' };
  }

  private isOwnKey({ event }: SuppressKeyboardEventParams<ResultRow>): boolean {
    const isCopy =
      (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'c';
    const isView = (event.key === ' ' || event.key === 'Enter') && !event.ctrlKey && !event.metaKey && !event.altKey;
    const cell = isCopy || isView ? this.focusedCell() : null;
    if (!cell) return false;
    event.preventDefault();
    (isCopy ? this.copyAsked : this.viewAsked).emit(cell);
    return true;
  }

  private focusedCell(): FocusedCell | null {
    const cell = this.api?.getFocusedCell();
    const index = cell ? columnIndex(cell.column.getColId()) : null;
    if (!cell || index === null) return null;
    const row = this.api?.getDisplayedRowAtIndex(cell.rowIndex)?.data;
    if (!row) return null;
    return { columnIndex: index, rowNumber: this.rowOffset() + cell.rowIndex + 1, value: row[index] ?? null };
  }
}
