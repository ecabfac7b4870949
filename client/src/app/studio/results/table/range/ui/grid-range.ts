import { computed, signal } from '@angular/core';
import type { GridApi } from 'ag-grid-community';
import type { ResultRow } from '#libs/api';
import { drawnCells, isSamePlace, watchDrawnCells } from '../../drawn-cells';
import { columnId, columnIndex, ROW_NUMBER_ID } from '../../ui/grid-columns';
import { boxCells, isInBox, rangeBox, withStep } from '../cell-range';
import type { CellPlace, CellRange, RangeBox, RangeStep } from '../cell-range';

/** The rows of a range, and the places of its columns in the result. */
export interface RangeExtent {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly columns: readonly number[];
}

const EDGES = ['top', 'bottom', 'left', 'right'] as const;

/** The rectangle of cells that is selected in a grid; a single cell is none. Draws itself on the cells. */
export class GridRange {
  private readonly current = signal<CellRange | null>(null);
  private api: GridApi<ResultRow> | null = null;
  private stopWatching: (() => void) | null = null;
  /** Where the focus was when a range was shown that nobody had selected. */
  private shownFrom: CellPlace | null = null;

  /** What is selected; null where no more than one cell is. */
  readonly extent = computed<RangeExtent | null>(() => {
    const range = this.current();
    if (!range || isSamePlace(range.anchor, range.lead)) return null;
    const { top, bottom, left, right } = rangeBox(range);
    const columns = this.columnIds().slice(left, right + 1);
    return { firstRow: top, lastRow: bottom, columns: columns.map((id) => columnIndex(id) ?? 0) };
  });
  readonly cellCount = computed(() => {
    const range = this.current();
    return range ? boxCells(rangeBox(range)) : 0;
  });

  constructor(private readonly host: HTMLElement) {}

  attach(api: GridApi<ResultRow>): void {
    this.api = api;
  }

  isActive(): boolean {
    return this.extent() !== null;
  }

  has(row: number, column: string): boolean {
    const [range, place] = [this.current(), this.placeOf(row, column)];
    return range !== null && place !== null && isInBox(rangeBox(range), place);
  }

  /** Whether a cell of a column, by its place in the result, is selected. */
  hasColumn(row: number, column: number): boolean {
    return this.has(row, columnId(column));
  }

  /** Selects from the focused cell to this one; the focus stays where it is. */
  extendTo(row: number, column: string): void {
    const [anchor, lead] = [this.current()?.anchor ?? this.focusedPlace(), this.placeOf(row, column)];
    if (anchor && lead) this.set({ anchor, lead });
  }

  /** Moves the end of the range with an arrow key; false for any other key. */
  step(step: RangeStep): boolean {
    const anchor = this.current()?.anchor ?? this.focusedPlace();
    if (!anchor || !this.api) return false;
    const limits = { rows: this.api.getDisplayedRowCount(), columns: this.columnIds().length };
    const moved = withStep(this.current() ?? { anchor, lead: anchor }, step, limits);
    if (!moved) return false;
    this.set(moved);
    this.api.ensureIndexVisible(moved.lead.row);
    this.api.ensureColumnVisible(this.columnIds()[moved.lead.column] ?? '');
    return true;
  }

  /** Selects rows of some columns that stand side by side until the focus moves, and scrolls to the end of them. */
  select({ firstRow, lastRow, columns }: RangeExtent): void {
    const anchor = this.placeOf(firstRow, columnId(columns[0] ?? 0));
    const lead = this.placeOf(lastRow, columnId(columns.at(-1) ?? 0));
    if (!anchor || !lead) return;
    this.set({ anchor, lead });
    this.shownFrom = this.focusedPlace();
    this.api?.ensureIndexVisible(lastRow);
  }

  /** The focus is on a cell: what a person does next is not meant for what was only shown. */
  focused(): void {
    const at = this.focusedPlace();
    if (this.shownFrom && at && !isSamePlace(at, this.shownFrom)) this.clear();
  }

  clear(): void {
    this.set(null);
  }

  private set(range: CellRange | null): void {
    const before = this.current();
    if (range === before) return;
    this.shownFrom = null;
    this.current.set(range);
    this.stopWatching?.();
    this.stopWatching = range ? watchDrawnCells(this.host, () => this.draw(range)) : null;
    if (!range) this.draw(null);
  }

  private draw(range: CellRange | null): void {
    const box = range && !isSamePlace(range.anchor, range.lead) ? rangeBox(range) : null;
    const places = new Map(this.columnIds().map((id, place) => [id, place]));
    for (const { element, row, column } of drawnCells(this.host)) {
      const place = { row, column: places.get(column) ?? -1 };
      if (column === ROW_NUMBER_ID) {
        element.classList.toggle('dw-range-row', box !== null && box.top <= row && row <= box.bottom);
      } else drawOn(element, box, place, range);
    }
  }

  private focusedPlace(): CellPlace | null {
    const at = this.api?.getFocusedCell();
    return at ? this.placeOf(at.rowIndex, at.column.getColId()) : null;
  }

  private placeOf(row: number, column: string): CellPlace | null {
    const place = this.columnIds().indexOf(column);
    return place < 0 ? null : { row, column: place };
  }

  private columnIds(): string[] {
    // A grid that is gone may still be about to draw.
    if (!this.api || this.api.isDestroyed()) return [];
    const ids = this.api.getAllDisplayedColumns().map((column) => column.getColId());
    return ids.filter((id) => columnIndex(id) !== null);
  }
}

function drawOn({ classList }: HTMLElement, box: RangeBox | null, place: CellPlace, range: CellRange | null): void {
  const isIn = box !== null && isInBox(box, place);
  if (!isIn && !classList.contains('dw-in-range')) return;
  classList.toggle('dw-in-range', isIn);
  classList.toggle('dw-range-anchor', isIn && range !== null && isSamePlace(range.anchor, place));
  for (const edge of EDGES) {
    const isVertical = edge === 'top' || edge === 'bottom';
    classList.toggle(`dw-range-${edge}`, isIn && box[edge] === (isVertical ? place.row : place.column));
  }
}
