/** Where a cell stands: its row from 0, and the id of its column. */
export interface CellPlace {
  readonly row: number;
  readonly columnId: string;
}

/** Where the cell stands that an element is in; null outside of cells. */
export function cellPlaceOf(element: Element): CellPlace | null {
  const cell = element.closest('.ag-cell');
  const row = cell?.closest('[row-index]')?.getAttribute('row-index') ?? null;
  const columnId = cell?.getAttribute('col-id') ?? null;
  return row === null || columnId === null ? null : { row: Number(row), columnId };
}
