import { effect, inject, untracked } from '@angular/core';
import { EditedResults } from '../../../edited-results';
import type { EditedRowsOfResult } from '../../../edited-results';
import type { GridEditing } from './grid-editing';

/** Lets the other modes of a result show and edit what its table has staged. Needs an injection context. */
export function shareEdits(
  editing: GridEditing,
  result: () => { readonly runId: string; readonly index: number },
): void {
  const results = inject(EditedResults);
  const { edits } = editing;
  const rows: EditedRowsOfResult = {
    staging: () => (edits.staging().rows.size === 0 ? null : edits.staging().rows),
    shownRow: (row) => edits.shownRow(row),
    edit: (row, place, columnIndex) =>
      void editing.beginOrRefuse({ row, rowNumber: place + 1, columnIndex, value: row[columnIndex] ?? null }),
  };
  effect((onCleanup) => {
    const { runId, index } = result();
    if (edits.canAsk()) onCleanup(untracked(() => results.add(runId, index, rows)));
  });
}
