/** A cell of a table: its row as the rows stand, and the place of its column in the result. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
}

/** The invalid cell behind a cell, row by row, and the first one behind the last; null where there is none. */
export function nextInvalid<Row>(
  rows: readonly Row[],
  from: GridCell | null,
  columnsOf: (row: Row) => readonly number[],
): GridCell | null {
  let first: GridCell | null = null;
  for (const [row, data] of rows.entries()) {
    for (const column of columnsOf(data)) {
      const isBehind = from === null || row > from.row || (row === from.row && column > from.column);
      if (isBehind) return { row, column };
      first ??= { row, column };
    }
  }
  return first;
}
