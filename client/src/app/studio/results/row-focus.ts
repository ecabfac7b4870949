import { Service, signal } from '@angular/core';

/** A row of a result: `row` counts from 0 in the order in which the database sent the rows. */
export interface FocusedRow {
  readonly runId: string;
  readonly statement: number;
  readonly row: number;
}

/** The row that somebody picked, so that it is the same one in the table, on the map and in the JSON. */
@Service()
export class RowFocus {
  private readonly picked = signal<FocusedRow | null>(null);
  readonly current = this.picked.asReadonly();

  /** Picks a row, or none. */
  pick(row: FocusedRow | null): void {
    this.picked.set(row);
  }

  /** The picked row where it is one of that result, else null. */
  in(runId: string, statement: number): number | null {
    const row = this.picked();
    return row?.runId === runId && row.statement === statement ? row.row : null;
  }
}
