import { signal } from '@angular/core';
import type { CellPosition, GridApi, IRowNode } from 'ag-grid-community';
import type { ResultRow } from '#libs/api';
import { hasRow, NO_ROWS, rowCount, withAll, withOnly, withRange, withToggled } from '../../row-selection';
import type { RowSelection, RowRange } from '../../row-selection';

/** Keys that were held. */
export type HeldKeys = Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>;

const NO_KEYS: HeldKeys = { shiftKey: false, ctrlKey: false, metaKey: false };

/**
 * The rows that are selected in a grid: the one with the focus, or those that were chosen with Shift, Ctrl or by their
 * number. The grid's own selection only draws it, because it knows no stretches by keyboard.
 */
export class GridSelection {
  private readonly current = signal<RowSelection>(NO_ROWS);
  private api: GridApi<ResultRow> | null = null;
  private held: HeldKeys = NO_KEYS;
  private isPointer = false;
  /** The cell whose focus the selection has followed. */
  private followed: string | null = null;

  /** Rows that were chosen; the row that merely holds the focus is none. */
  readonly chosenCount = (): number => (this.current().isChosen ? rowCount(this.current()) : 0);

  attach(api: GridApi<ResultRow>): void {
    this.api = api;
  }

  /** Notes what moves the focus next. The grid reports a focus a moment after it has moved: the next key may be quicker. */
  heard(event: MouseEvent | KeyboardEvent): void {
    const at = this.api?.getFocusedCell();
    if (at) this.focused(at);
    this.isPointer = event instanceof MouseEvent;
    this.held = event;
  }

  /** A key, or the page itself, has put the focus on a cell; a click is reported by `clicked`. */
  focused({ rowIndex, column }: CellPosition): void {
    const place = `${String(rowIndex)} ${column.getColId()}`;
    if (place === this.followed) return;
    this.followed = place;
    if (this.isPointer) return;
    this.set(this.held.shiftKey ? withRange(this.current(), rowIndex) : withOnly(rowIndex, false));
    this.held = NO_KEYS;
  }

  /** A cell of a row was clicked; a click on the number of the row chooses the row. */
  clicked(row: number, keys: HeldKeys, isNumber: boolean): void {
    if (keys.shiftKey) this.set(withRange(this.current(), row));
    else if (keys.ctrlKey || keys.metaKey) this.set(withToggled(this.current(), row));
    else this.set(withOnly(row, isNumber));
  }

  all(): void {
    this.set(withAll(this.api?.getDisplayedRowCount() ?? 0));
  }

  /** No row at all: a range of cells is selected. */
  none(): void {
    if (this.current() !== NO_ROWS) this.set(NO_ROWS);
  }

  /** One row alone, as if its number had been clicked. */
  choose(row: number): void {
    this.set(withOnly(row, true));
  }

  /** True for a row that was chosen. */
  isChosen(row: number): boolean {
    return this.current().isChosen && hasRow(this.current(), row);
  }

  /** Other rows, or another order: what was chosen is no longer where it was. */
  reset(focusedRow: number | null): void {
    if (focusedRow === null) this.followed = null;
    this.set(focusedRow === null ? NO_ROWS : withOnly(focusedRow, false));
  }

  /** Where the chosen rows are. */
  stretches(): readonly RowRange[] {
    return this.current().stretches;
  }

  /** Draws what is selected; rows that have just come may be among it. */
  draw(): void {
    const { api } = this;
    if (!api) return;
    const selection = this.current();
    const nodes: IRowNode<ResultRow>[] = [];
    // Only rows that are there: asking for one by its place would have it read.
    api.forEachNode((node) => {
      if (node.rowIndex !== null && hasRow(selection, node.rowIndex)) nodes.push(node);
    });
    api.deselectAll();
    if (nodes.length > 0) api.setNodesSelected({ nodes, newValue: true });
  }

  private set(selection: RowSelection): void {
    this.current.set(selection);
    this.draw();
  }
}
