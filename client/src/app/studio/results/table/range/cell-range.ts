/** A cell on screen: its row as the rows stand, and its column among those that are shown, both from 0. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** A rectangle of cells: from the cell where it began to the cell where it ends. */
export interface CellRange {
  readonly anchor: CellPlace;
  readonly lead: CellPlace;
}

/** The edges of a rectangle of cells, all included. */
export interface RangeBox {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The edges of a range, whichever way it was drawn. */
export function rangeBox({ anchor, lead }: CellRange): RangeBox {
  return {
    top: Math.min(anchor.row, lead.row),
    bottom: Math.max(anchor.row, lead.row),
    left: Math.min(anchor.column, lead.column),
    right: Math.max(anchor.column, lead.column),
  };
}

/** How many cells a rectangle has. */
export function boxCells({ top, bottom, left, right }: RangeBox): number {
  return (bottom - top + 1) * (right - left + 1);
}

export function isInBox({ top, bottom, left, right }: RangeBox, { row, column }: CellPlace): boolean {
  return top <= row && row <= bottom && left <= column && column <= right;
}

/** How far an arrow key moves the end of a range: one cell, or with `isFar` to the edge. */
export interface RangeStep {
  readonly key: string;
  readonly isFar: boolean;
}

/** The range with its end moved by an arrow key within so many rows and columns; null for any other key. */
export function withStep(
  { anchor, lead }: CellRange,
  { key, isFar }: RangeStep,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): CellRange | null {
  const by = (place: number, step: number, count: number): number =>
    isFar ? (step < 0 ? 0 : count - 1) : Math.min(Math.max(place + step, 0), count - 1);
  switch (key) {
    case 'ArrowUp':
      return { anchor, lead: { ...lead, row: by(lead.row, -1, rows) } };
    case 'ArrowDown':
      return { anchor, lead: { ...lead, row: by(lead.row, 1, rows) } };
    case 'ArrowLeft':
      return { anchor, lead: { ...lead, column: by(lead.column, -1, columns) } };
    case 'ArrowRight':
      return { anchor, lead: { ...lead, column: by(lead.column, 1, columns) } };
    default:
      return null;
  }
}
