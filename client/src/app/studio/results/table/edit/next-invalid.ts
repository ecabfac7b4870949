/** A cell of a table: its row as the rows stand, and the place of its column in the result. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
}

/** The rows of a table as they stand, of which some have to be read. */
export interface SearchedRows<Row> {
  readonly total: number;
  /** The rows from one place to another, both included. */
  readonly read: (first: number, last: number) => Promise<readonly Row[]> | readonly Row[];
  /** The invalid columns of a row, in their order. */
  readonly columnsOf: (row: Row) => readonly number[];
}

/** Rows that are read at once. */
const PIECE = 5_000;

/**
 * Finds the invalid cell behind a cell, row by row, and the first one of all behind the last; null where there is none. Rows
 * are read in pieces until it is found.
 */
export async function nextInvalid<Row>(rows: SearchedRows<Row>, from: GridCell | null): Promise<GridCell | null> {
  const start = from === null || from.row >= rows.total ? { row: 0, column: -1 } : from;
  const behind = await firstInvalid(rows, start.row, rows.total - 1, start.column);
  return behind ?? firstInvalid(rows, 0, Math.min(start.row, rows.total - 1), -1);
}

/** The first invalid cell from one row to another; in the first of them, behind a column. */
async function firstInvalid<Row>(
  { read, columnsOf }: SearchedRows<Row>,
  first: number,
  last: number,
  behind: number,
): Promise<GridCell | null> {
  for (let start = first; start <= last; start += PIECE) {
    const piece = await read(start, Math.min(start + PIECE - 1, last));
    for (const [place, data] of piece.entries()) {
      const row = start + place;
      const column = columnsOf(data).find((one) => row > first || one > behind);
      if (column !== undefined) return { row, column };
    }
  }
  return null;
}
