import {
  Component,
  ElementRef,
  ViewEncapsulation,
  computed,
  effect,
  inject,
  input,
  output,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { AgGridAngular } from 'ag-grid-angular';
import type { GridApi } from 'ag-grid-community';
import type { ResultColumn, ResultRow } from '#libs/api';
import { countText } from '#libs/results';
import { KeyGroups } from '../../../../shared/keys/key-groups';
import type { PageSource } from '../../result-pages';
import type { FilterFields } from '../filter/filter-fields';
import { GridMarks } from '../edit/ui/grid-marks';
import { TableEdits } from '../edit/table-edits';
import type { MenuTarget } from '../menu/menu-target';
import { GridRange } from '../range/ui/grid-range';
import { isSameSort } from '../../../run/run-state';
import type { RowSort } from '../../../run/run-state';
import { GridColumnState } from './grid-column-state';
import type { GridColumn } from './grid-column-state';
import { columnId, columnIndex, gridColumns, ROW_NUMBER_ID } from './grid-columns';
import type { Sorting } from './grid-columns';
import { FastScrollLabel } from './fast-scroll-label';
import { GridFocus, tabTarget } from './grid-focus';
import type { FocusedCell } from './grid-focus';
import { GridKeyboard } from './grid-keyboard';
import { GRID_MODULES, GRID_SIZES, RESULT_KEYS, ROW_SELECTION } from './grid-options';
import { GridPages, watchRowsRead } from './grid-pages';
import { GridPointer } from './grid-pointer';
import { GridRows } from './grid-rows';
import type { Rows, RowsToRead } from './grid-rows';
import { GridSelection } from './grid-selection';
import { GRID_THEME } from './grid-theme';
import { KeptFocus } from './kept-focus';

/** The rows of a result as a table: two-line head, values as the database printed them, one Tab stop, arrows move. */
@Component({
  selector: 'dw-result-grid',
  imports: [AgGridAngular, FastScrollLabel],
  templateUrl: './result-grid.html',
  styleUrl: './result-grid.css',
  encapsulation: ViewEncapsulation.None,
  host: { '[class.has-filter-row]': 'filterFields() !== null' },
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
  /** Where the conditions of the fields under the heads are kept; null hides the fields. */
  readonly filterFields = input<FilterFields | null>(null);
  readonly label = input('Result');
  /** Takes the keys by which rows are edited; false for any other key. */
  readonly editKeys = input<(event: KeyboardEvent) => boolean>(() => false);
  readonly cellFocused = output<FocusedCell>();
  readonly viewAsked = output<FocusedCell>();
  readonly editAsked = output<FocusedCell>();
  readonly copyAsked = output<FocusedCell>();
  /** The chosen rows are to be copied. */
  readonly copyRowsAsked = output();
  /** The cells of the range are to be copied. */
  readonly copyRangeAsked = output();
  /** A context menu opens on a cell, the number of a row or the head of a column. */
  readonly menuAsked = output<MenuTarget>();
  /** The columns in the order in which they stand now. */
  readonly columnsChanged = output<readonly GridColumn[]>();
  /** Another order is wanted of the server; null is the one in which the rows came. */
  readonly sortAsked = output<RowSort | null>();
  /** The place of the first row of the page that has been scrolled to. */
  readonly pageSeen = output<number>();
  protected readonly theme = GRID_THEME;
  protected readonly modules = GRID_MODULES;
  protected readonly sizes = GRID_SIZES;
  protected readonly rowSelection = ROW_SELECTION;
  protected readonly tabTarget = tabTarget;
  protected readonly rowData = computed(() => (this.source() ? undefined : [...this.rows(), ...untracked(this.added)]));
  /** The grid takes these once and for all. */
  protected readonly rowModel = computed(() => (untracked(this.source) ? 'infinite' : 'clientSide'));
  protected readonly initialRowCount = computed(() => untracked(this.rowTotal));
  protected readonly datasource = computed(() => {
    const source = this.source();
    return source ? this.pages.datasource(source) : undefined;
  });
  private readonly digits = computed(() => countText(this.rowTotal()).length);
  /** Made anew only for other columns: another page must not touch widths and sort orders. */
  protected readonly columnDefs = computed(() =>
    gridColumns(this.columns(), untracked(this.rows), {
      sorting: this.sorting(),
      rowNumberCharacters: this.digits(),
      filterFields: this.filterFields(),
      edits: this.edits,
      isOwnKey: ({ event }) => this.keyboard.press(event),
    }),
  );

  private readonly edits = inject(TableEdits, { optional: true });
  private readonly added = (): readonly ResultRow[] => this.edits?.added() ?? [];
  readonly element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  /** Grows whenever other rows, or the same in another order, stand in the grid. */
  readonly arrangement = signal(0);
  private readonly selection = new GridSelection();
  /** Which columns are shown, pinned and sorted by. */
  readonly state = new GridColumnState(() => this.columns());
  readonly range = new GridRange(this.element);
  /** Which cell has the focus. */
  readonly focusing = new GridFocus(this.selection, this.state);
  private readonly gridRows = new GridRows(() => this.rowTotal(), this.added);
  private readonly pointer = new GridPointer(this.element, {
    selection: this.selection,
    range: this.range,
    state: this.state,
    doubleClicked: () => {
      const cell = this.focusing.cell();
      if (cell) this.editAsked.emit(cell);
    },
    menuAsked: (target) => this.menuAsked.emit(target),
  });
  private readonly keyboard = new GridKeyboard(
    { selection: this.selection, focusing: this.focusing, range: this.range },
    {
      edit: (event) => this.editKeys()(event),
      editCell: (cell) => this.editAsked.emit(cell),
      view: (cell) => this.viewAsked.emit(cell),
      copyCell: (cell) => this.copyAsked.emit(cell),
      copyRows: () => this.copyRowsAsked.emit(),
      copyRange: () => this.copyRangeAsked.emit(),
    },
  );
  readonly pages = new GridPages({
    host: this.element,
    rowTotal: () => this.rowTotal(),
    added: this.added,
    seen: (offset) => this.pageSeen.emit(offset),
  });
  private readonly marks = this.edits && new GridMarks(this.edits, () => (this.source() ? this.pages : null));
  private readonly grid = viewChild.required<AgGridAngular<ResultRow>>(AgGridAngular);
  private api: GridApi<ResultRow> | null = null;
  /** The focus is on a row whose cells are not there yet. */
  private isAwaiting = false;
  private readonly keptFocus = new KeptFocus(this.element, this.focusing);

  constructor() {
    inject(KeyGroups).add(RESULT_KEYS);
    effect(() => {
      // A cell with the focus goes with its row, and a filter field with the others.
      const [source, count] = [this.source(), this.rowTotal(), this.rows(), this.filterFields()];
      this.keptFocus.hold();
      if (source !== null) untracked(() => this.pages.grow(count));
    });
    watchRowsRead(this.source, () => this.rearranged());
    effect(() => {
      if (this.sorting() === 'server') this.state.showSort(this.sort());
    });
  }

  /** Tab and F6 come to the cell that had the focus, not to the head of each column first. Without rows, to the heads. */
  protected readonly enter = (): boolean => {
    // Rows are drawn, and may be entered, a moment before the grid says that it is ready.
    this.attach(this.grid().api);
    this.focus();
    return (this.api?.getDisplayedRowCount() ?? 0) > 0;
  };

  /** Puts the focus on a cell, the first one when none had it. */
  focus(): void {
    this.focusing.restore();
  }

  protected attach(api: GridApi<ResultRow>): void {
    if (this.api === api) return;
    this.api = api;
    const { selection, state, focusing, range, gridRows, pointer, pages, marks } = this;
    for (const part of [selection, state, focusing, range, gridRows, pointer, pages, marks]) part?.attach(api);
    api.setGridAriaProperty('label', this.label());
    if (this.sorting() === 'server') this.state.showSort(this.sort());
    this.emitColumns();
    if (this.firstTop() > 0) this.scrollTo(this.firstTop());
  }

  /** Brings a row to the top. */
  scrollTo(row: number): void {
    this.api?.ensureIndexVisible(Math.min(row, Math.max(this.rowTotal() - 1, 0)), 'top');
  }

  /** Gives every column the place and the width that it had at first, and shows it; the order of rows stays. */
  resetColumns(): void {
    this.state.reset();
    this.emitColumns();
  }

  /** Brings a row into sight and gives it the focus, in whatever order the rows stand. */
  reveal(data: ResultRow): void {
    this.focusing.moveToData(data, this.rows().length);
  }

  protected emitColumns(): void {
    this.range.clear();
    this.columnsChanged.emit(this.state.list());
  }

  /** The rows in the order in which they stand in a grid that has them all, or will stand once it has drawn them. */
  shownRows(): readonly ResultRow[] {
    return this.gridRows.all(this.rows());
  }

  /** The order in which the rows stand on screen; null where it is the database's own. */
  shownOrder(): RowSort | null {
    return this.state.sort();
  }

  /** How many rows were chosen; none where a cell merely has the focus. */
  chosenCount(): number {
    return this.selection.chosenCount();
  }

  /** The rows that are chosen now, in their order on screen. */
  chosen(): RowsToRead {
    return this.gridRows.later(this.selection.stretches(), this.source(), this.state.sort());
  }

  /** The rows from one to another as they stand; those that are not at hand are read. Rejects with an ApiProblem. */
  rowsBetween(first: number, last: number): Rows {
    return this.gridRows.read([[first, last]], this.source(), this.state.sort());
  }

  /** True for a row that was chosen. */
  isChosen(row: number): boolean {
    return this.selection.isChosen(row);
  }

  /** The head of a column, where it is drawn. */
  headOf(column: number): HTMLElement | null {
    return this.element.querySelector<HTMLElement>(`.ag-header-row-column [col-id="${columnId(column)}"]`);
  }

  /** The context menu has gone. */
  menuClosed(): void {
    this.pointer.unmark();
    // What the menu opened keeps the focus; the menu itself is gone a moment later.
    setTimeout(() => document.activeElement === document.body && (this.pointer.focusTarget() || this.focus()));
  }

  /** Reports which cell has the focus. */
  protected focused(): void {
    const at = this.api?.getFocusedCell();
    const cell = this.focusing.cell();
    this.isAwaiting = at !== undefined && at !== null && cell === null;
    if (!at || columnIndex(at.column.getColId()) === null) return;
    this.selection.focused(at);
    this.range.focused();
    if (cell) this.cellFocused.emit(cell);
  }

  /** Rows have come, of a grid that reads them. */
  protected arrived(): void {
    if (!this.source()) return;
    this.keptFocus.release();
    if (this.chosenCount() > 1) this.selection.draw();
    const cell = this.isAwaiting ? this.focusing.cell() : null;
    if (!cell) return;
    this.isAwaiting = false;
    this.cellFocused.emit(cell);
  }

  /** Other rows, or the same in another order, have come under the focus. */
  protected rearranged(): void {
    this.arrangement.update((count) => count + 1);
    this.range.clear();
    const cell = this.focusing.cell();
    this.selection.reset(cell ? (this.api?.getFocusedCell()?.rowIndex ?? null) : null);
    if (cell) this.cellFocused.emit(cell);
  }

  /** Rows are numbered as they stand, so a new order numbers them anew. */
  protected sorted(): void {
    const sort = this.state.sort();
    if (this.sorting() === 'server' && !isSameSort(sort, this.sort())) this.sortAsked.emit(sort);
    if (this.source()) this.api?.ensureIndexVisible(0, 'top');
    else this.api?.refreshCells({ columns: [ROW_NUMBER_ID], force: true });
    this.rearranged();
  }
}
