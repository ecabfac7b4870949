import type { CellPosition, GridApi, TabToNextCellParams } from 'ag-grid-community';
import type { Cell, ResultRow } from '#libs/api';
import type { GridColumnState } from './grid-column-state';
import type { DrawnPlace } from '../drawn-cells';
import type { GridJump } from '../grid-keys';
import { columnId, columnIndex } from './grid-columns';
import type { GridSelection } from './grid-selection';

/** A cell of the result: its column's place, its row's number from 1 over the whole result, and its value. */
export interface FocusedCell {
  readonly columnIndex: number;
  readonly rowNumber: number;
  readonly value: Cell;
  /** All cells of its row. */
  readonly row: ResultRow;
}

/** Where Tab goes: along its row, and from the ends of the row out of the grid, whose rows may be millions. */
export function tabTarget({
  backwards,
  previousCellPosition: from,
  nextCellPosition: to,
}: Pick<TabToNextCellParams, 'backwards' | 'previousCellPosition' | 'nextCellPosition'>): CellPosition | false {
  if (to?.rowIndex === from.rowIndex) return to;
  // The heads are before the rows.
  return backwards ? { rowIndex: -1, rowPinned: null, column: from.column } : false;
}

/** Reads and moves the focus of a grid; does nothing else until a grid is attached. Rows count from 0 as they stand. */
export class GridFocus {
  private api: GridApi<ResultRow> | null = null;
  /** Where the focus goes once a grid is attached. */
  private wanted: { readonly row: number; readonly column: number } | null = null;

  /** `selection` follows the focus; `state` knows which columns are shown. */
  constructor(
    private readonly selection: GridSelection,
    private readonly state: GridColumnState,
  ) {}

  attach(api: GridApi<ResultRow>): void {
    this.api = api;
    if (this.wanted) this.moveTo(this.wanted.row, this.wanted.column);
    this.wanted = null;
  }

  /** The cell with the focus; null where none of the result has it, or its row has not been read yet. */
  cell(): FocusedCell | null {
    const at = this.place();
    const row = at && this.rowAt(at.row);
    return row ? { columnIndex: at.column, rowNumber: at.row + 1, value: row[at.column] ?? null, row } : null;
  }

  /** Where the focus is, although its row may not have been read yet; null where no cell of the result has it. */
  place(): { readonly row: number; readonly column: number } | null {
    const at = this.api?.getFocusedCell();
    const column = at ? columnIndex(at.column.getColId()) : null;
    return at && column !== null ? { row: at.rowIndex, column } : null;
  }

  /** The first cell that is shown. */
  first(): { readonly row: number; readonly column: number } {
    return { row: 0, column: columnIndex(this.state.firstShownId()) ?? 0 };
  }

  /** The row at a place as they stand, where it is at hand. */
  rowAt(place: number): ResultRow | undefined {
    return this.api?.getDisplayedRowAtIndex(place)?.data;
  }

  /** Puts the focus on the cell that had it, or else on `lost` or the first one; on the first column where its own is hidden. */
  restore(lost: DrawnPlace | null = null): void {
    const at = this.api?.getFocusedCell();
    const last = Math.max((this.api?.getDisplayedRowCount() ?? 1) - 1, 0);
    const column = at?.column ?? (lost && this.api?.getColumn(lost.column));
    const columnId = column?.isVisible() === true ? column.getColId() : this.state.firstShownId();
    this.api?.setFocusedCell(Math.min(at?.rowIndex ?? lost?.row ?? 0, last), columnId);
  }

  /** Notes the focus of a cell that something else than the grid has set, such as a screen reader. */
  note({ row, column }: DrawnPlace): void {
    const at = this.api?.getFocusedCell();
    if (at?.rowIndex !== row || at.column.getColId() !== column) this.api?.setFocusedCell(row, column);
  }

  /** Moves the focus up or down in its column, within the rows. */
  step(by: number): void {
    const at = this.api?.getFocusedCell();
    const row = Math.min(Math.max((at?.rowIndex ?? 0) + by, 0), (this.api?.getDisplayedRowCount() ?? 1) - 1);
    if (at) this.move(row, at.column.getColId());
  }

  /** Moves the focus to the first or last cell of its row, or of all rows. */
  jump(to: GridJump): void {
    const column = to.endsWith('start') ? this.dataColumns()[0] : this.dataColumns().at(-1);
    const last = (this.api?.getDisplayedRowCount() ?? 0) - 1;
    const current = this.api?.getFocusedCell()?.rowIndex ?? 0;
    const row = to === 'table-start' ? 0 : to === 'table-end' ? last : current;
    if (column !== undefined && last >= 0) this.move(row, column);
  }

  /** Moves the focus to another column of its row, and shows that column. */
  moveToColumn(index: number): void {
    const at = this.api?.getFocusedCell();
    this.state.show(index, true);
    if (at) this.move(at.rowIndex, columnId(index));
  }

  /** Moves the focus to a row, and scrolls it into view. */
  moveToRow(row: number): void {
    const at = this.api?.getFocusedCell();
    if (at?.rowIndex === row) this.api?.ensureIndexVisible(row);
    else this.move(row, at?.column.getColId() ?? this.state.firstShownId());
  }

  /** Moves the focus to a cell, and shows its column; at once, or when a grid is attached. */
  moveTo(row: number, column: number): void {
    if (this.api === null) {
      this.wanted = { row, column };
      return;
    }
    this.state.show(column, true);
    this.move(row, columnId(column));
  }

  /** Scrolls a cell into view without moving the focus, and shows its column. */
  show(row: number, column: number): void {
    this.state.show(column, true);
    this.api?.ensureIndexVisible(row);
    this.api?.ensureColumnVisible(columnId(column));
  }

  /** Moves the focus to the row with these cells among the first `rowCount` rows, wherever the sort order puts it. */
  moveToData(data: ResultRow, rowCount: number): void {
    const row = this.rowWith(data, rowCount);
    if (row !== null) this.moveToRow(row);
  }

  private rowWith(data: ResultRow, rowCount: number): number | null {
    const isThere = (row: number): boolean => this.api?.getDisplayedRowAtIndex(row)?.data === data;
    const at = this.api?.getFocusedCell();
    if (at && isThere(at.rowIndex)) return at.rowIndex;
    for (let row = 0; row < rowCount; row += 1) if (isThere(row)) return row;
    return null;
  }

  private move(row: number, column: string): void {
    this.selection.heard(new KeyboardEvent('keydown'));
    const isSameColumn = this.api?.getFocusedCell()?.column.getColId() === column;
    // Taking the focus lays the page out: before rows are drawn that scrolling brings, there is little to lay out.
    const isDrawn = this.isDrawn(row, column);
    if (isDrawn) this.api?.setFocusedCell(row, column);
    this.api?.ensureIndexVisible(row);
    // It lays the page out, and a column with the focus is in sight.
    if (!isSameColumn) this.api?.ensureColumnVisible(column);
    if (!isDrawn) this.api?.setFocusedCell(row, column);
  }

  /** The columns of the result that are shown, as they stand. */
  private dataColumns(): readonly string[] {
    const shown = this.api?.getAllDisplayedColumns().map((column) => column.getColId()) ?? [];
    return shown.filter((id) => columnIndex(id) !== null);
  }

  private isDrawn(row: number, column: string): boolean {
    const isColumnDrawn = this.api?.getAllDisplayedVirtualColumns().some((drawn) => drawn.getColId() === column);
    return isColumnDrawn === true && this.api?.getRenderedNodes().some(({ rowIndex }) => rowIndex === row) === true;
  }
}
