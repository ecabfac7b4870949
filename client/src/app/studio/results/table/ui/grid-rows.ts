import type { GridApi } from 'ag-grid-community';
import type { ResultRow } from '#libs/api';
import type { PageSource } from '../../result-pages';
import type { RowRange } from '../../row-selection';
import type { RowSort } from '../../../run/run-state';

/** Reads rows of a grid by their places; has none until a grid is attached. */
export class GridRows {
  private api: GridApi<ResultRow> | null = null;

  attach(api: GridApi<ResultRow>): void {
    this.api = api;
  }

  /** The rows of a grid that has all of `rows`, as they stand there, or as given until they are drawn. */
  all(rows: readonly ResultRow[]): readonly ResultRow[] {
    const drawn = rows.map((_, index) => this.api?.getDisplayedRowAtIndex(index)?.data);
    return drawn.every((row) => row !== undefined) ? drawn : rows;
  }

  /** The rows of some stretches in their order; from `source` where the grid has not all. Rejects with an ApiProblem. */
  read(
    stretches: readonly RowRange[],
    source: PageSource | null,
    sort: RowSort | null,
  ): readonly ResultRow[] | Promise<readonly ResultRow[]> {
    if (source) return source.stretches(stretches, sort);
    const rows: ResultRow[] = [];
    for (const [first, last] of stretches) {
      for (let place = first; place <= last; place += 1) {
        const row = this.api?.getDisplayedRowAtIndex(place)?.data;
        if (row) rows.push(row);
      }
    }
    return rows;
  }
}
