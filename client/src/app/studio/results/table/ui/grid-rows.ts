import type { GridApi } from 'ag-grid-community';
import type { ResultRow } from '#libs/api';
import type { PageSource } from '../../result-pages';
import { countOf } from '../../row-selection';
import type { RowRange } from '../../row-selection';
import type { RowSort } from '../../../run/run-state';

/** Rows that are at hand, or have to be read. */
export type Rows = readonly ResultRow[] | Promise<readonly ResultRow[]>;

/** Rows that are read only when they are wanted. */
export interface RowsToRead {
  readonly count: number;
  /** Rejects with an ApiProblem. */
  readonly rows: () => Rows;
}

/** Reads rows of a grid by their places; has none but added ones until a grid is attached. */
export class GridRows {
  private api: GridApi<ResultRow> | null = null;

  /** `added` stand behind the `rowTotal` rows that the grid has or reads. */
  constructor(
    private readonly rowTotal: () => number,
    private readonly added: () => readonly ResultRow[],
  ) {}

  attach(api: GridApi<ResultRow>): void {
    this.api = api;
  }

  /** The rows of a grid that has all of `rows`, as they stand there, or as given until they are drawn. */
  all(rows: readonly ResultRow[]): readonly ResultRow[] {
    const drawn = rows.map((_, index) => this.api?.getDisplayedRowAtIndex(index)?.data);
    return drawn.every((row) => row !== undefined) ? drawn : rows;
  }

  /** The rows of some stretches as they stand now; they are read when they are wanted. */
  later(stretches: readonly RowRange[], source: PageSource | null, sort: RowSort | null): RowsToRead {
    const atHand = source ? null : this.read(stretches, source, sort);
    return { count: countOf(stretches), rows: () => atHand ?? this.read(stretches, source, sort) };
  }

  /** The rows of some stretches in their order; from `source` where the grid has not all. Rejects with an ApiProblem. */
  read(stretches: readonly RowRange[], source: PageSource | null, sort: RowSort | null): Rows {
    const [total, added] = [this.rowTotal(), this.added()];
    const behind = stretches.flatMap(([first, last]) =>
      added.slice(Math.max(first - total, 0), Math.max(last + 1 - total, 0)),
    );
    const known = stretches.flatMap(([first, last]): RowRange[] =>
      first < total ? [[first, Math.min(last, total - 1)]] : [],
    );
    if (!source) return [...this.drawn(known), ...behind];
    if (known.length === 0) return behind;
    return source.stretches(known, sort).then((rows) => (behind.length > 0 ? [...rows, ...behind] : rows));
  }

  private drawn(stretches: readonly RowRange[]): ResultRow[] {
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
