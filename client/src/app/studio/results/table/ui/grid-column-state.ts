import { inject } from '@angular/core';
import type { GridApi } from 'ag-grid-community';
import type { ResultColumn, ResultRow } from '#libs/api';
import { isSameSort } from '../../../run/run-state';
import type { RowSort } from '../../../run/run-state';
import { sortOf } from './endless-rows';
import { TabColumns } from '../layout/tab-columns';
import { columnId, columnIndex, ROW_NUMBER_ID } from './grid-columns';

/** A column as it stands in the grid. */
export interface GridColumn {
  readonly index: number;
  readonly name: string;
  readonly isShown: boolean;
  /** It stays at the left while the others are scrolled. */
  readonly isPinned: boolean;
}

/** Order, visibility and sort order of a grid's columns; does nothing until a grid is attached. */
export class GridColumnState {
  private api: GridApi<ResultRow> | null = null;
  private readonly remembered = inject(TabColumns, { optional: true });

  /** `columns` returns the columns of the result, by which the grid's are named. */
  constructor(private readonly columns: () => readonly ResultColumn[]) {}

  attach(api: GridApi<ResultRow>): void {
    this.api = api;
    this.restore();
    const remember = (): void => this.remember();
    for (const event of ['columnVisible', 'columnPinned', 'columnMoved'] as const)
      api.addEventListener(event, remember);
    this.keepScroll(api);
    api.addEventListener('columnResized', ({ finished, source }) => finished && source !== 'flex' && remember());
  }

  /** A grid of the same columns in the same tab, such as one with the rows after a change, is scrolled as the one before. */
  private keepScroll(api: GridApi<ResultRow>): void {
    const { remembered } = this;
    if (!remembered) return;
    const leftmost = remembered.leftmost(this.columns());
    if (leftmost !== null) api.ensureColumnVisible(leftmost, 'start');
    api.addEventListener('bodyScroll', ({ direction, left }) => {
      if (direction !== 'horizontal') return;
      const columns = api.getDisplayedCenterColumns();
      const rightOf = (one: (typeof columns)[number]): number => (one.getLeft() ?? 0) + one.getActualWidth();
      const last = columns.at(-1);
      const isAtEnd = last !== undefined && api.getHorizontalPixelRange().right >= rightOf(last);
      const place = isAtEnd ? last : columns.find((one) => rightOf(one) > left);
      remembered.rememberLeftmost(this.columns(), left > 0 ? (place?.getColId() ?? null) : null);
    });
  }

  /** Gives the columns the places that they had when a result of this shape was shown last. */
  private restore(): void {
    const places = this.remembered?.find(this.columns());
    if (!places) return;
    const state = places.map(({ index, width, isShown, isPinned }) => {
      return { colId: columnId(index), width, hide: !isShown, pinned: isPinned ? ('left' as const) : null };
    });
    this.api?.applyColumnState({ state: [{ colId: ROW_NUMBER_ID }, ...state], applyOrder: true });
  }

  private remember(): void {
    const places = (this.api?.getColumnState() ?? []).flatMap(({ colId, width, hide, pinned }) => {
      const index = columnIndex(colId);
      return index === null || !width ? [] : [{ index, width, isShown: hide !== true, isPinned: Boolean(pinned) }];
    });
    if (places.length === this.columns().length) this.remembered?.remember(this.columns(), places);
  }

  /** The columns of the result in the order in which they stand now. */
  list(): GridColumn[] {
    return (this.api?.getColumnState() ?? []).flatMap(({ colId, hide, pinned }) => {
      const index = columnIndex(colId);
      const name = index === null ? undefined : this.columns()[index]?.name;
      return index === null || name === undefined
        ? []
        : [{ index, name, isShown: hide !== true, isPinned: Boolean(pinned) }];
    });
  }

  /** The id of the leftmost column that is shown. */
  firstShownId(): string {
    return columnId(this.list().find(({ isShown }) => isShown)?.index ?? 0);
  }

  /** Shows or hides a column; the last one that is shown stays. */
  show(index: number, isShown: boolean): void {
    const shown = this.list().filter((column) => column.isShown);
    if (isShown || shown.length > 1) this.api?.setColumnsVisible([columnId(index)], isShown);
  }

  /** Keeps a column at the left while the others are scrolled, or no longer. */
  pin(index: number, isPinned: boolean): void {
    this.api?.setColumnsPinned([columnId(index)], isPinned ? 'left' : null);
  }

  /** Sorts the rows by a column; null gives them the order in which the database sent them. */
  sortBy(sort: RowSort | null): void {
    this.showSort(sort);
  }

  /** Gives every column the place and the width that it had at first, and shows it; the order of rows stays. */
  reset(): void {
    const sorts = this.api
      ?.getColumnState()
      .flatMap(({ colId, sort, sortIndex }) => (sort ? [{ colId, sort, sortIndex }] : []));
    this.api?.resetColumnState();
    if (sorts) this.api?.applyColumnState({ state: sorts });
    this.remembered?.forget(this.columns());
  }

  /** The order in which the rows stand on screen; null where it is the database's own. */
  sort(): RowSort | null {
    return sortOf((this.api?.getColumnState() ?? []).flatMap(({ colId, sort }) => (sort ? [{ colId, sort }] : [])));
  }

  /** Marks the column that the rows are sorted by; null marks none. */
  showSort(sort: RowSort | null): void {
    if (isSameSort(this.sort(), sort)) return;
    const state = sort ? [{ colId: columnId(sort.column), sort: sort.direction }] : [];
    this.api?.applyColumnState({ state, defaultState: { sort: null } });
  }
}
