import { Component, input, output } from '@angular/core';
import type { DiffGroup, RowPages } from '../data/row-diff';
import { RowDiffTable } from './row-diff-table';

/** Rows before and after, a table for each table of the database. Pages of rows are asked for as they come into sight. */
@Component({
  selector: 'dw-row-diff',
  imports: [RowDiffTable],
  template: `
    @for (group of groups(); track group.key) {
      <dw-row-diff-table [group]="group" [pages]="pages()" (pagesWanted)="want(group.key, $event)" />
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
  readonly groups = input.required<readonly DiffGroup[]>();
  readonly pages = input.required<RowPages>();
  readonly pagesWanted = output<readonly number[]>();

  /** What each table wants, by the key of its group. */
  private readonly wanted = new Map<string, readonly number[]>();

  protected want(key: string, pages: readonly number[]): void {
    this.wanted.delete(key);
    this.pagesWanted.emit([...new Set([...pages, ...[...this.wanted.values()].flat()])]);
    this.wanted.set(key, pages);
  }
}
