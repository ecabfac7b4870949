import { Component, computed, input, linkedSignal, output } from '@angular/core';
import type { ChangeRow } from '#libs/api';
import { groupRows } from '../data/row-diff';
import type { GroupedRows } from '../data/row-diff';
import { RowDiffTable } from './row-diff-table';

/** Rows before and after, a table for each table of the database. More rows are asked for as the end comes into sight. */
@Component({
  selector: 'dw-row-diff',
  imports: [RowDiffTable],
  template: `
    @for (group of groups(); track $index) {
      <dw-row-diff-table [group]="group" [hasMore]="hasMore()" (endSeen)="moreRows.emit()" />
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-3);
    }
  `,
})
export class RowDiff {
  readonly rows = input.required<readonly ChangeRow[]>();
  /** Whether there are rows behind these. */
  readonly hasMore = input(false);
  readonly moreRows = output();

  /** A page more costs as much as its rows, however many there are. */
  private readonly grouped = linkedSignal<readonly ChangeRow[], GroupedRows>({
    source: this.rows,
    computation: (rows, previous) => groupRows(rows, previous?.value ?? null),
  });
  protected readonly groups = computed(() => this.grouped().groups);
}
