import type { CellPlace } from './range/cell-range';

/** Where the grid has drawn a cell or row number: its row from 0, and the id of its column. */
export interface DrawnPlace {
  readonly row: number;
  readonly column: string;
}

/** A cell or row number that the grid has drawn. */
export interface DrawnCell extends DrawnPlace {
  readonly element: HTMLElement;
}

/** The cell that an element of the grid is in; null where it is in none. */
export function drawnCellOf(element: EventTarget | null): DrawnCell | null {
  const cell = element instanceof Element ? element.closest<HTMLElement>('.ag-cell[col-id]') : null;
  const row = Number(cell?.closest('.ag-row')?.getAttribute('row-index') ?? Number.NaN);
  const column = cell?.getAttribute('col-id') ?? null;
  return cell && column !== null && Number.isInteger(row) ? { element: cell, row, column } : null;
}

/** The cells that the grid has drawn, row numbers included. */
export function drawnCells(host: HTMLElement): DrawnCell[] {
  return [...host.querySelectorAll<HTMLElement>('.ag-row .ag-cell[col-id]')].flatMap((element) => {
    const cell = drawnCellOf(element);
    return cell ? [cell] : [];
  });
}

/**
 * Calls `draw` at once and whenever the grid has drawn other cells, before they are painted; only while something has to
 * be drawn on cells, since it costs time while scrolling. Returns the way to stop.
 */
export function watchDrawnCells(host: HTMLElement, draw: () => void): () => void {
  const observer = new MutationObserver(draw);
  const body = host.querySelector('.ag-grid-viewport') ?? host;
  observer.observe(body, { childList: true, subtree: true });
  draw();
  return () => observer.disconnect();
}

/** Whether two places are the same cell. */
export function isSamePlace(a: CellPlace, b: CellPlace): boolean {
  return a.row === b.row && a.column === b.column;
}
