import {
  Component,
  ElementRef,
  ViewEncapsulation,
  computed,
  effect,
  inject,
  input,
  output,
  untracked,
} from '@angular/core';
import { AgGridAngular } from 'ag-grid-angular';
import type {
  CellClickedEvent,
  GridApi,
  GridReadyEvent,
  RowSelectionOptions,
  SuppressKeyboardEventParams,
} from 'ag-grid-community';
import type { Cell, ResultColumn, ResultRow } from '#libs/api';
import { PAGE_ROWS } from '#libs/api';
import { countText } from '#libs/results';
import { KeyGroups } from '../../../shared/keys/key-groups';
import { readStretches } from '../../data/results/result-pages';
import type { PageSource } from '../../data/results/result-pages';
import { isSameSort } from '../../data/run/run-state';
import type { RowSort } from '../../data/run/run-state';
import { endlessRows, rowOfPage, sortOf } from './endless-rows';
import { columnId, columnIndex, gridColumns, ROW_NUMBER_ID } from './grid-columns';
import type { Sorting } from './grid-columns';
import { GridFlight } from './grid-flight';
import { GRID_MODULES, GRID_SIZES, RESULT_KEYS } from './grid-options';
import { GridSelection } from './grid-selection';
import { GRID_THEME } from './grid-theme';

/** A cell of the result: its column's place, its row's number from 1 over the whole result, and its value. */
export interface FocusedCell {
  readonly columnIndex: number;
  readonly rowNumber: number;
  readonly value: Cell;
  /** All cells of its row. */
  readonly row: ResultRow;
}

/** A column as it stands in the grid. */
export interface GridColumn {
  readonly index: number;
  readonly name: string;
  readonly isShown: boolean;
}

/** The rows of a result as a table: two-line head, values as the database printed them, one Tab stop, arrows move. */
@Component({
  selector: 'dw-result-grid',
  imports: [AgGridAngular, GridFlight],
  templateUrl: './result-grid.html',
  styleUrl: './result-grid.css',
  encapsulation: ViewEncapsulation.None,
})
export class ResultGrid {
  readonly columns = input.required<readonly ResultColumn[]>();
  readonly rows = input.required<readonly ResultRow[]>();
  /** Where the rows are read that are scrolled to; null where `rows` are all there are. Stays what it was at first. */
  readonly source = input<PageSource | null>(null);
  /** Rows that can be scrolled through. */
  readonly rowTotal = input(0);
  /** The row that is at the top when the grid is shown first. */
  readonly firstTop = input(0);
  readonly sorting = input<Sorting>('none');
  /** The order in which the server has been asked for the rows, where it is the server that sorts. */
  readonly sort = input<RowSort | null>(null);
  readonly label = input('Result');
  readonly cellFocused = output<FocusedCell>();
  readonly viewAsked = output<FocusedCell>();
  readonly copyAsked = output<FocusedCell>();
  /** The chosen rows are to be copied. */
  readonly copyRowsAsked = output();
  /** The columns in the order in which they stand now. */
  readonly columnsChanged = output<readonly GridColumn[]>();
  /** Another order is wanted of the server; null is the one in which the rows came. */
  readonly sortAsked = output<RowSort | null>();
  /** The place of the first row of the page that has been scrolled to. */
  readonly pageSeen = output<number>();

  protected readonly theme = GRID_THEME;
  protected readonly modules = GRID_MODULES;
  protected readonly sizes = GRID_SIZES;
  protected readonly rowSelection: RowSelectionOptions = {
    mode: 'multiRow',
    checkboxes: false,
    headerCheckbox: false,
    enableClickSelection: false,
  };
  protected readonly rowData = computed(() => (this.source() ? undefined : (this.rows() as ResultRow[])));
  /** The grid takes these once and for all. */
  protected readonly rowModel = computed(() => (untracked(this.source) ? 'infinite' : 'clientSide'));
  protected readonly initialRowCount = computed(() => untracked(this.rowTotal));
  protected readonly datasource = computed(() => {
    const source = this.source();
    const reading = { rowCount: () => this.rowTotal(), cameShort: () => (this.hasShortPage = true) };
    return source ? endlessRows(source, reading) : undefined;
  });
  private readonly digits = computed(() => countText(this.rowTotal()).length);
  /** Made anew only for other columns: another page must not touch widths and sort orders. */
  protected readonly columnDefs = computed(() =>
    gridColumns(this.columns(), untracked(this.rows), {
      sorting: this.sorting(),
      rowNumberCharacters: this.digits(),
      isOwnKey: (params) => this.isOwnKey(params),
    }),
  );

  protected readonly selection = new GridSelection();
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private api: GridApi<ResultRow> | null = null;
  private hasShortPage = false;
  private seenPage = 0;
  /** The focus is on a row whose cells are not there yet. */
  private isAwaiting = false;

  constructor() {
    inject(KeyGroups).add(RESULT_KEYS);
    const { host } = this;
    const heard = (event: MouseEvent | KeyboardEvent): void => this.selection.heard(event);
    // Before the grid itself hears of it and moves the focus.
    host.addEventListener('mousedown', heard, { capture: true });
    host.addEventListener('keydown', heard, { capture: true });
    effect(() => {
      const [source, count] = [this.source(), this.rowTotal()];
      if (source) untracked(() => this.grow(count));
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
    this.selection.attach(event.api);
    event.api.setGridAriaProperty('label', this.label());
    if (this.sorting() === 'server') this.showSort(this.sort());
    this.emitColumns();
    if (this.firstTop() > 0) this.scrollTo(this.firstTop());
  }

  /** Brings a row to the top. */
  scrollTo(row: number): void {
    this.api?.ensureIndexVisible(Math.min(row, Math.max(this.rowTotal() - 1, 0)), 'top');
  }

  /** Reads what could not be read once more. */
  readAgain(): void {
    this.api?.refreshInfiniteCache();
  }

  /** Gives a row of a grid that reads its rows the focus, and shows it. */
  revealRow(row: number): void {
    const at = this.api?.getFocusedCell();
    if (at?.rowIndex === row) this.api?.ensureIndexVisible(row);
    else
      this.focusCell(
        row,
        at?.column.getColId() ?? columnId(this.columnList().find(({ isShown }) => isShown)?.index ?? 0),
      );
  }

  /** Shows or hides a column; the last one that is shown stays. */
  showColumn(index: number, isShown: boolean): void {
    const shown = this.columnList().filter((column) => column.isShown);
    if (isShown || shown.length > 1) this.api?.setColumnsVisible([columnId(index)], isShown);
  }

  /** Gives every column the place and the width that it had at first, and shows it; the order of rows stays. */
  resetColumns(): void {
    const sorts = this.api
      ?.getColumnState()
      .flatMap(({ colId, sort, sortIndex }) => (sort ? [{ colId, sort, sortIndex }] : []));
    this.api?.resetColumnState();
    if (sorts) this.api?.applyColumnState({ state: sorts });
    this.emitColumns();
  }

  /** Puts the focus on the same column of the row before or behind. */
  step(by: number): void {
    const at = this.api?.getFocusedCell();
    const row = Math.min(Math.max((at?.rowIndex ?? 0) + by, 0), (this.api?.getDisplayedRowCount() ?? 1) - 1);
    if (at) this.focusCell(row, at.column.getColId());
  }

  /** Puts the focus on another column of the same row, and shows it. */
  focusColumn(index: number): void {
    const at = this.api?.getFocusedCell();
    this.showColumn(index, true);
    if (at) this.focusCell(at.rowIndex, columnId(index));
  }

  /** Brings a row into sight and gives it the focus, in whatever order the rows stand. */
  reveal(data: ResultRow): void {
    const api = this.api;
    if (!api) return;
    const at = api.getFocusedCell();
    if (at && api.getDisplayedRowAtIndex(at.rowIndex)?.data === data) {
      api.ensureIndexVisible(at.rowIndex);
      return;
    }
    const { length } = this.rows();
    const found = Array.from({ length }, (_, index) => index).findIndex(
      (index) => api.getDisplayedRowAtIndex(index)?.data === data,
    );
    const first = this.columnList().find((column) => column.isShown)?.index ?? 0;
    if (found >= 0) this.focusCell(found, at?.column.getColId() ?? columnId(first));
  }

  private focusCell(row: number, column: string): void {
    this.selection.heard(new KeyboardEvent('keydown'));
    this.api?.ensureIndexVisible(row);
    this.api?.ensureColumnVisible(column);
    this.api?.setFocusedCell(row, column);
  }

  protected emitColumns(): void {
    this.columnsChanged.emit(this.columnList());
  }

  private columnList(): GridColumn[] {
    return (this.api?.getColumnState() ?? []).flatMap(({ colId, hide }) => {
      const index = columnIndex(colId);
      const name = index === null ? undefined : this.columns()[index]?.name;
      return index === null || name === undefined ? [] : [{ index, name, isShown: hide !== true }];
    });
  }

  /** The rows in the order in which they stand in a grid that has them all, or will stand once it has drawn them. */
  shownRows(): readonly ResultRow[] {
    const { length } = this.rows();
    const drawn = Array.from({ length }, (_, index) => this.api?.getDisplayedRowAtIndex(index)?.data);
    return drawn.every((row) => row !== undefined) ? drawn : this.rows();
  }

  /** The order in which the rows stand on screen; null where it is the database's own. */
  shownOrder(): RowSort | null {
    return this.shownSort();
  }

  /** How many rows were chosen; none where a cell merely has the focus. */
  chosenCount(): number {
    return this.selection.chosenCount();
  }

  /** The chosen rows in their order on screen; those that are not at hand are read. Rejects with an ApiProblem. */
  chosenRows(): readonly ResultRow[] | Promise<readonly ResultRow[]> {
    const source = this.source();
    return source ? readStretches(source, this.selection.stretches(), this.shownSort()) : this.selection.chosenRows();
  }

  /** Reports which cell has the focus. */
  protected focused(): void {
    const at = this.api?.getFocusedCell();
    const cell = this.focusedCell();
    this.isAwaiting = at !== undefined && at !== null && cell === null;
    if (!at || columnIndex(at.column.getColId()) === null) return;
    this.selection.focused(at);
    if (cell) this.cellFocused.emit(cell);
  }

  /** Rows have come, of a grid that reads them. */
  protected arrived(): void {
    if (!this.source()) return;
    if (this.chosenCount() > 1) this.selection.draw();
    const cell = this.isAwaiting ? this.focusedCell() : null;
    if (!cell) return;
    this.isAwaiting = false;
    this.cellFocused.emit(cell);
  }

  /** Reports when another page has come to the top; at the very end it is the last one. */
  protected scrolled(): void {
    if (!this.source() || !this.api) return;
    const row = rowOfPage(this.api, this.host, this.rowTotal());
    const page = row - (row % PAGE_ROWS);
    if (page === this.seenPage || page < 0) return;
    this.seenPage = page;
    this.pageSeen.emit(page);
  }

  private grow(count: number): void {
    this.api?.setRowCount(count, true);
    if (this.hasShortPage) this.api?.refreshInfiniteCache();
    this.hasShortPage = false;
  }

  protected clicked({ rowIndex, column, event }: CellClickedEvent<ResultRow>): void {
    if (rowIndex === null || !(event instanceof MouseEvent)) return;
    this.selection.clicked(rowIndex, event, column.getColId() === ROW_NUMBER_ID);
  }

  /** Other rows, or the same in another order, have come under the focus. */
  protected rearranged(): void {
    const cell = this.focusedCell();
    this.selection.reset(cell ? (this.api?.getFocusedCell()?.rowIndex ?? null) : null);
    if (cell) this.cellFocused.emit(cell);
  }

  /** Rows are numbered as they stand, so a new order numbers them anew. */
  protected sorted(): void {
    const sort = this.shownSort();
    if (this.sorting() === 'server' && !isSameSort(sort, this.sort())) this.sortAsked.emit(sort);
    if (this.source()) this.api?.ensureIndexVisible(0, 'top');
    else this.api?.refreshCells({ columns: [ROW_NUMBER_ID], force: true });
    this.rearranged();
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
    return sortOf((this.api?.getColumnState() ?? []).flatMap(({ colId, sort }) => (sort ? [{ colId, sort }] : [])));
  }

  private isOwnKey({ event }: SuppressKeyboardEventParams<ResultRow>): boolean {
    const isPlain = !event.shiftKey && !event.altKey;
    const letter = isPlain && (event.ctrlKey || event.metaKey) ? event.key.toLowerCase() : '';
    const isView = (event.key === ' ' || event.key === 'Enter') && !event.ctrlKey && !event.metaKey && !event.altKey;
    const cell = letter === 'c' || isView ? this.focusedCell() : null;
    if (letter === 'a') this.selection.all();
    else if (!cell) return false;
    else if (isView) this.viewAsked.emit(cell);
    else if (this.chosenCount() > 0) this.copyRowsAsked.emit();
    else this.copyAsked.emit(cell);
    event.preventDefault();
    return true;
  }

  private focusedCell(): FocusedCell | null {
    const cell = this.api?.getFocusedCell();
    const index = cell ? columnIndex(cell.column.getColId()) : null;
    if (!cell || index === null) return null;
    const row = this.api?.getDisplayedRowAtIndex(cell.rowIndex)?.data;
    if (!row) return null;
    return { columnIndex: index, rowNumber: cell.rowIndex + 1, value: row[index] ?? null, row };
  }
}
