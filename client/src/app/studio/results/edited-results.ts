import { Service, signal } from '@angular/core';
import type { ResultRow } from '#libs/api';

/** The rows of a result with what is staged for them, as its table edits them. */
export interface EditedRowsOfResult {
  /** What is staged; another one after each edit. Null while nothing is. */
  readonly staging: () => unknown;
  /** A row with the values that are staged for it; the same row where none are. */
  readonly shownRow: (row: ResultRow) => ResultRow;
  /** Edits a cell in the dialog of its column. `row` counts from 0. */
  readonly edit: (cells: ResultRow, row: number, column: number) => void;
}

/** What the tables of results have staged, for the other modes that show the same rows. */
@Service()
export class EditedResults {
  private readonly known = signal<ReadonlyMap<string, EditedRowsOfResult>>(new Map());

  /** Adds the rows of a table; returns how they are removed. */
  add(runId: string, statement: number, rows: EditedRowsOfResult): () => void {
    const key = keyOf(runId, statement);
    this.known.update((known) => new Map([...known, [key, rows]]));
    return () =>
      this.known.update((known) =>
        known.get(key) === rows ? new Map([...known].filter(([one]) => one !== key)) : known,
      );
  }

  /** The rows of a result that can be edited; null where they cannot. */
  of(runId: string, statement: number): EditedRowsOfResult | null {
    return this.known().get(keyOf(runId, statement)) ?? null;
  }
}

function keyOf(runId: string, statement: number): string {
  return `${runId} ${statement}`;
}
