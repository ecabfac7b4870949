import { CdkContextMenuTrigger } from '@angular/cdk/menu';
import {
  afterNextRender,
  Component,
  computed,
  effect,
  inject,
  Injector,
  input,
  linkedSignal,
  output,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import type { ResultColumn, StatementResult } from '#libs/api';
import { PAGE_ROWS } from '#libs/api';
import { pageWindow } from '#libs/results';
import type { PageWindow } from '#libs/results';
import { isModWith } from '../../../../shared/keys/command-key';
import type { PageState, RowSort } from '../../../run/run-state';
import type { Sorting } from './grid-columns';
import { ClipboardText } from '../../clipboard-text';
import { ResultPages } from '../../result-pages';
import { filterQuery } from '../../results-api';
import { RowFocus } from '../../row-focus';
import { FilteredRows } from '../filter/filtered-rows';
import { TableFilters } from '../filter/table-filters';
import { TableFind } from '../find/table-find';
import { TableStatistics } from '../statistics/table-statistics';
import { copiedValue } from '../edit/cell-face';
import { TableEdits } from '../edit/table-edits';
import type { EditedResult } from '../edit/table-edits';
import { EditedCell } from '../edit/ui/edited-cell';
import { shownRows } from '../edit/ui/edited-rows';
import { GridEditing } from '../edit/ui/grid-editing';
import { shareEdits } from '../edit/ui/share-edits';
import { GridMenu } from '../menu/ui/grid-menu';
import { rangeInFoot } from '../range/range-in-foot';
import { RangeStatus } from '../range/ui/range-status';
import { scrollableRows } from './endless-rows';
import { ResultGrid } from './result-grid';
import type { GridColumn } from './grid-column-state';
import type { FocusedCell } from './grid-focus';
import type { Rows } from './grid-rows';
import type { PageRequest } from './page-request';
import { CellViewer } from './cell/cell-viewer';
import { GridFoot } from './grid-foot';
import { isInOtherGrid, keepPlace } from './kept-focus';
import { TableOverlays } from './table-overlays';

/** A result as a table with its foot, and the cell viewer at the right when it is open. */
@Component({
  selector: 'dw-statement-table',
  imports: [CdkContextMenuTrigger, CellViewer, EditedCell, GridFoot, GridMenu, RangeStatus, ResultGrid, TableOverlays],
  templateUrl: './statement-table.html',
  styleUrl: './statement-table.css',
  host: { '(keydown)': 'press($event)' },
  providers: [FilteredRows, GridEditing, TableEdits, TableFilters, TableFind, TableStatistics],
})
export class StatementTable {
  readonly statement = input.required<StatementResult>();
  readonly tabId = input('');
  /** Whether cells can be edited, where the database lets them. */
  readonly canEdit = input(true);
  readonly runId = input('');
  readonly connectionId = input<string | null>(null);
  readonly columns = input.required<readonly ResultColumn[]>();
  /** The page on screen and where it stands; null for a result that came whole. */
  readonly place = input<{ page: PageState; window: PageWindow } | null>(null);
  /** False while another mode lies over the table. */
  readonly isShown = input(true);
  readonly pageAsked = output<PageRequest>();
  /** The chosen rows are to be copied. */
  readonly copyRowsAsked = output();

  private readonly clipboard = inject(ClipboardText);
  private readonly injector = inject(Injector);
  private readonly rowFocus = inject(RowFocus);
  /** The columns in their order in the grid, and which of them are shown. */
  protected readonly gridColumns = signal<readonly GridColumn[]>([]);
  protected readonly grid = viewChild.required(ResultGrid);
  protected readonly menu = viewChild.required(GridMenu);
  private readonly pages = inject(ResultPages);
  protected readonly filtered = inject(FilteredRows);
  /** The conditions on columns. */
  readonly filters = inject(TableFilters);
  readonly find = inject(TableFind);
  readonly editing = inject(GridEditing);
  protected readonly edited = computed<EditedResult>(() => ({
    ...{ tabId: this.tabId(), runId: this.runId(), index: this.index() },
    connectionId: this.canEdit() ? this.connectionId() : null,
  }));
  private readonly overlays = viewChild.required(TableOverlays);
  /** How many rows meet the conditions; null while that is not known, or where there are none. */
  readonly matched = this.filtered.matched;
  private readonly isPaged = computed(() => this.place() !== null);
  private readonly index = computed(() => this.statement().index);
  /** Where the rows of a paged result are read as they come into sight; null where all rows are here. */
  protected readonly source = this.filtered.source;
  protected readonly rows = this.filtered.rows;
  /** The rows that came with the run: all of them, or those that determine how wide the columns are. */
  protected readonly firstRows = computed(() => this.statement().rows);
  protected readonly rowOffset = computed(() => this.place()?.page.offset ?? 0);
  protected readonly rowTotal = computed(() => {
    const place = this.place();
    if (!place) return this.rows().length;
    if (this.filters.isActive()) return this.filtered.scrollable();
    return scrollableRows(place.page.knownRows, this.statement().complete);
  });
  /** The page that the foot says one is on. */
  protected readonly window = computed(() => {
    const place = this.place();
    if (!place || !this.filters.isActive()) return place?.window ?? null;
    const isCounted = this.statement().complete && this.matched() !== null;
    return pageWindow(this.seenOffset(), PAGE_ROWS, this.rowTotal(), isCounted);
  });
  private readonly seenOffset = linkedSignal({ source: () => this.filters.all(), computation: () => 0 });
  /** Sorting needs every row: the grid has them all, or the server does. */
  protected readonly sorting = computed<Sorting>(() => {
    if (!this.statement().complete) return 'none';
    return this.place() === null ? 'grid' : 'server';
  });
  /** Other rows have no focused cell yet, nor have the same in another order. */
  protected readonly cell = linkedSignal<unknown, FocusedCell | null>({
    source: () =>
      this.isPaged() ? `${this.runId()} ${this.sortKey()} ${filterQuery(this.filters.all()) ?? ''}` : this.rows(),
    computation: () => null,
  });
  protected readonly column = computed(() => {
    const cell = this.cell();
    return cell ? (this.columns()[cell.columnIndex] ?? null) : null;
  });
  private readonly sortKey = computed(() => {
    const sort = this.place()?.page.askedSort ?? null;
    return sort ? `${sort.column} ${sort.direction}` : '';
  });
  /** The range of cells that is selected, as the foot says it; null while there is none. */
  protected readonly range = computed(() => {
    const { extent, cellCount } = this.grid().range;
    const selected = extent();
    return selected && rangeInFoot(selected, cellCount(), this.columns());
  });
  protected readonly isViewing = signal(false);
  /** The row that the table itself has announced and not heard of yet: it is in sight already. */
  private pickedRow: number | null = null;
  protected readonly isCopied = signal(false);

  constructor() {
    effect(() => {
      const [runId, statement, columns, isPaged] = [this.runId(), this.statement(), this.columns(), this.isPaged()];
      untracked(() => this.filtered.show({ runId, statement, columns, isPaged }));
    });
    shareEdits(this.editing, this.edited);
    keepPlace(() => this.source() === null, this.grid, this.editing.pending);
    effect(() => {
      const row = this.rowFocus.in(this.runId(), this.index());
      this.firstRows();
      const isOwn = row !== null && row === this.pickedRow;
      this.pickedRow = null;
      if (row !== null && !isOwn && this.isShown()) untracked(() => this.reveal(row));
    });
  }

  /**
   * The rows that were chosen, with what is staged for them, or else the first `limit` of the whole result, in the order on screen. Rejects with an
   * ApiProblem where rows have to be read and cannot be.
   */
  takenRows(limit: number): Rows {
    const [grid, place] = [this.grid(), this.place()];
    if (grid.chosenCount() > 0) return shownRows(this.editing.edits, grid.chosen().rows());
    if (!place) return grid.shownRows().slice(0, limit);
    const view = { sort: place.page.askedSort, filters: this.filters.all() };
    return this.pages.first(this.runId(), this.index(), limit, view);
  }

  /** The order on screen; null where it is the database's own. */
  shownSort(): RowSort | null {
    return this.place()?.page.askedSort ?? this.grid().shownOrder();
  }

  /** How many rows were chosen; 0 where none was. */
  chosenCount(): number {
    return this.grid().chosenCount();
  }

  /** The column of the focused cell, counted from 0; the first where no cell has the focus. */
  focusedColumn(): number {
    return this.cell()?.columnIndex ?? 0;
  }

  focus(): void {
    this.grid().focus();
  }

  /** Shows all rows; the focus goes to the table, since what was pressed is gone. */
  clearFilters(): void {
    this.filters.clearAll();
    this.focus();
  }

  protected press(event: KeyboardEvent): void {
    if (!isModWith(event, 'f')) return;
    event.preventDefault();
    event.stopPropagation();
    this.openFind();
  }

  openFind(): void {
    this.overlays().openFind();
  }

  /** Announces to the other modes which row has the focus; of a page that the server sorted, its place is not known. */
  protected focused(cell: FocusedCell): void {
    this.cell.set(cell);
    const row = this.isPaged() ? this.placeOfPaged(cell) : this.firstRows().indexOf(cell.row);
    const [runId, statement] = [this.runId(), this.index()];
    if (row < 0 || this.rowFocus.in(runId, statement) === row) return;
    this.pickedRow = row;
    this.rowFocus.pick({ runId, statement, row });
  }

  private placeOfPaged({ rowNumber }: FocusedCell): number {
    return this.sortKey() === '' && !this.filters.isActive() ? rowNumber - 1 : -1;
  }

  /** Another page has been scrolled to. */
  protected seen(offset: number): void {
    this.seenOffset.set(offset);
    if (this.filters.isActive()) return;
    const page = this.place()?.page;
    if (page && page.askedOffset !== offset) this.pageAsked.emit({ offset, sort: page.askedSort });
  }

  /** Reads the page that could not be read, and what else the table lacks. */
  protected readAgain(): void {
    const page = this.filters.isActive() ? null : this.place()?.page;
    this.filtered.forgetProblems();
    this.grid().pages.readAgain();
    if (page) this.pageAsked.emit({ offset: page.askedOffset, sort: page.askedSort });
  }

  protected step(by: number): void {
    this.grid().focusing.step(by);
  }

  protected goToColumn(index: number): void {
    this.grid().focusing.moveToColumn(index);
  }

  protected showColumn({ index, isShown }: { index: number; isShown: boolean }): void {
    this.grid().state.show(index, isShown);
  }

  protected resetColumns(): void {
    this.grid().resetColumns();
  }

  /** Brings a row into sight, with the page that it is on. */
  private reveal(row: number): void {
    const [data, place, { injector }] = [this.firstRows()[row], this.place(), this];
    if ((place && this.filters.isActive()) || isInOtherGrid(this.grid())) return;
    if (place && row < place.page.knownRows) {
      // In another order nobody knows where it is.
      if (place.page.askedSort !== null) this.pageAsked.emit({ offset: row - (row % PAGE_ROWS), sort: null });
      afterNextRender(() => this.grid().focusing.moveToRow(row), { injector });
    } else if (!place && data) afterNextRender(() => this.grid().reveal(data), { injector });
  }

  /** Edits a cell, and shows its whole value where it cannot be edited. */
  protected async edit(cell: FocusedCell): Promise<void> {
    if (!(await this.editing.begin(cell))) this.view(cell);
  }

  protected view(cell: FocusedCell): void {
    this.cell.set(cell);
    this.isViewing.set(true);
  }

  protected closeViewer(): void {
    this.isViewing.set(false);
    this.grid().focus();
  }

  protected copyFocused(): void {
    const cell = this.cell();
    if (cell) void this.copy(cell);
  }

  /** The whole value as the database printed it; NULL leaves the clipboard empty. */
  protected async copy(cell: FocusedCell): Promise<void> {
    const value = copiedValue(this.editing.edits.valueOf(cell.row, cell.columnIndex));
    if (await this.clipboard.putCell(value)) this.noteCopied();
  }

  protected noteCopied(): void {
    this.isCopied.set(true);
    setTimeout(() => this.isCopied.set(false), 1500);
  }
}
