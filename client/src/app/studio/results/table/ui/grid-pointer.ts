import type { GridApi } from 'ag-grid-community';
import type { ResultRow } from '#libs/api';
import { drawnCellOf } from '../drawn-cells';
import type { DrawnCell } from '../drawn-cells';
import type { MenuTarget } from '../menu/menu-target';
import type { GridRange } from '../range/ui/grid-range';
import { dragCells } from '../range/ui/range-drag';
import type { GridColumnState } from './grid-column-state';
import { columnId, columnIndex, ROW_NUMBER_ID } from './grid-columns';
import type { GridSelection } from './grid-selection';

/** What the pointer does to a grid besides what the grid itself does. */
export interface PointerParts {
  readonly selection: GridSelection;
  readonly range: GridRange;
  readonly state: GridColumnState;
  readonly doubleClicked: () => void;
  /** A context menu is to be opened. */
  readonly menuAsked: (target: MenuTarget) => void;
}

/** Draws ranges with the pointer, and finds what a context menu is opened on. */
export class GridPointer {
  private api: GridApi<ResultRow> | null = null;
  private marked: HTMLElement | null = null;
  /** What the context menu was opened on last. */
  private target: MenuTarget | null = null;
  /** The press that is under way is none of the grid's. */
  private isSwallowed = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly parts: PointerParts,
  ) {
    // Before the grid itself hears of it and moves the focus: it does so with the first event, the browser with the second.
    host.addEventListener('pointerdown', (event) => this.pressed(event), { capture: true });
    host.addEventListener('mousedown', (event) => this.isSwallowed && swallow(event), { capture: true });
    const heard = (event: MouseEvent | KeyboardEvent): void => parts.selection.heard(event);
    host.addEventListener('mousedown', heard, { capture: true });
    host.addEventListener('keydown', heard, { capture: true });
    host.addEventListener('contextmenu', (event) => this.menuOpened(event), { capture: true });
    // The grid reports clicks a moment later: the next key may be quicker.
    host.addEventListener('click', (event) => this.clicked(event));
    host.addEventListener('dblclick', ({ target }) => drawnCellOf(target) && parts.doubleClicked());
  }

  attach(api: GridApi<ResultRow>): void {
    this.api = api;
  }

  /** The context menu has gone: its cell is no longer outlined. */
  unmark(): void {
    this.marked?.classList.remove('dw-menu-cell');
    this.marked = null;
  }

  /**
   * Gives the focus to the head or the cell that the menu was opened on, so that keys go on from there; false where it is
   * hidden by now, or belongs to what is selected.
   */
  focusTarget(): boolean {
    const { target, api } = this;
    if (target === null || target.kind === 'row' || !this.isShown(target.column)) return false;
    const id = columnId(target.column);
    if (target.kind === 'header') api?.setFocusedHeader(id);
    else if (this.parts.range.has(target.row, id) || this.parts.selection.isChosen(target.row)) return false;
    else api?.setFocusedCell(target.row, id);
    return document.activeElement !== document.body;
  }

  private isShown(column: number): boolean {
    return this.parts.state.list().some(({ index, isShown }) => index === column && isShown);
  }

  private pressed(event: PointerEvent): void {
    const cell = drawnCellOf(event.target);
    const isNumber = cell?.column === ROW_NUMBER_ID;
    const isExtending = event.button === 0 && event.shiftKey && !isNumber && Boolean(this.api?.getFocusedCell());
    this.isSwallowed = cell !== null && (event.button === 2 || isExtending);
    if (this.isSwallowed) swallow(event);
    if (!cell || event.button !== 0) return;
    if (isExtending) this.extend(cell);
    else this.parts.range.clear();
    const isOfRows = isNumber || event.ctrlKey || event.metaKey;
    if (!isOfRows && event.pointerType === 'mouse') this.drag(cell);
  }

  private clicked(event: MouseEvent): void {
    const cell = drawnCellOf(event.target);
    if (!cell) return;
    const { selection, state } = this.parts;
    const isNumber = cell.column === ROW_NUMBER_ID;
    // With Shift the range has been extended.
    if (isNumber || !event.shiftKey) selection.clicked(cell.row, event, isNumber);
    // Keys go on from there.
    if (isNumber) this.api?.setFocusedCell(cell.row, state.firstShownId());
  }

  private drag(start: DrawnCell): void {
    const viewport = (): HTMLElement | null => this.host.querySelector<HTMLElement>('.ag-grid-viewport');
    dragCells(start, { viewport, over: (cell) => this.extend(cell) });
  }

  /** The range takes the place of selected rows. */
  private extend({ row, column }: DrawnCell): void {
    if (columnIndex(column) === null) return;
    this.parts.selection.none();
    this.parts.range.extendTo(row, column);
  }

  private menuOpened(event: MouseEvent): void {
    this.unmark();
    const target = this.targetOf(event.target);
    this.target = target;
    if (!target) {
      event.stopPropagation();
      return;
    }
    const cell = drawnCellOf(event.target);
    if (target.kind === 'row' && !this.parts.selection.isChosen(target.row)) {
      this.parts.range.clear();
      this.parts.selection.choose(target.row);
    }
    if (cell && target.kind === 'cell') this.mark(cell);
    this.parts.menuAsked(target);
  }

  private mark({ element, row, column }: DrawnCell): void {
    if (this.parts.range.has(row, column)) return;
    this.marked = element;
    element.classList.add('dw-menu-cell');
  }

  private targetOf(element: EventTarget | null): MenuTarget | null {
    const cell = drawnCellOf(element);
    const header = element instanceof Element ? element.closest('.ag-header-cell[col-id]') : null;
    const column = columnIndex(cell?.column ?? header?.getAttribute('col-id') ?? '');
    if (header && column !== null) return { kind: 'header', column };
    if (!cell) return null;
    if (column === null) return { kind: 'row', row: cell.row };
    const data = this.api?.getDisplayedRowAtIndex(cell.row)?.data;
    return data ? { kind: 'cell', column, row: cell.row, data } : null;
  }
}

function swallow(event: MouseEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
