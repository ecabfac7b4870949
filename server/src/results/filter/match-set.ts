import { RowSet } from './row-set.js';

/** Cells of a result by row and column, a bit for each row of a column that has any. */
export class MatchSet {
  /** Rows with a cell that is in it. */
  readonly rows = new RowSet();
  private readonly columns: (RowSet | undefined)[] = [];

  /** Takes a cell. */
  add(row: number, column: number): void {
    this.rows.add(row);
    const known = this.columns[column];
    const set = known ?? new RowSet();
    if (known === undefined) this.columns[column] = set;
    set.add(row);
  }

  /** The columns of a row's cells, in ascending order. */
  columnsOf(row: number): number[] {
    const places: number[] = [];
    for (const [column, set] of this.columns.entries()) if (set?.has(row) === true) places.push(column);
    return places;
  }

  /** How many cells are in the rows before `row`, only in those of `among` where it is given. */
  countBefore(row: number, among: RowSet | null): number {
    let count = 0;
    for (const set of this.columns) count += set?.countBefore(row, among) ?? 0;
    return count;
  }
}
