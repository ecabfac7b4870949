import { ChangeDetectorRef, Component, inject, input, viewChild } from '@angular/core';
import type { ResultColumn, ValueCount } from '#libs/api';
import { FilteredRows } from '../filter/filtered-rows';
import { focusFilterRow } from '../filter/ui/focus-filter-row';
import { FilterPopover } from '../filter/ui/filter-popover';
import type { MatchSource, WantedText } from '../find/match-source';
import { TableFind } from '../find/table-find';
import { FindBar } from '../find/ui/find-bar';
import { FindMarks } from '../find/ui/find-marks';
import { StatisticsPopover } from '../statistics/ui/statistics-popover';
import type { ResultGrid } from './result-grid';

/** What stands over a table: find with its marks, the editor of a condition, the statistics of a column. */
@Component({
  selector: 'dw-table-overlays',
  imports: [FilterPopover, FindBar, FindMarks, StatisticsPopover],
  template: `
    @if (find.isOpen()) {
      <dw-find-marks [rowTotal]="rowTotal()" />
      <dw-find-bar [grid]="grid()" [rows]="filtered.rows()" [sourceOf]="matchesOf" />
    }
    <dw-filter-popover [columns]="columns()" [readTop]="readTop" />
    <dw-statistics-popover [grid]="grid()" [columns]="columns()" />
  `,
  styles: `
    :host {
      display: contents;
    }
  `,
})
export class TableOverlays {
  readonly grid = input.required<ResultGrid>();
  readonly columns = input.required<readonly ResultColumn[]>();
  readonly rowTotal = input.required<number>();

  protected readonly filtered = inject(FilteredRows);
  protected readonly find = inject(TableFind);
  private readonly view = inject(ChangeDetectorRef);
  private readonly findBar = viewChild(FindBar);
  protected readonly readTop = (column: number): Promise<readonly ValueCount[]> => this.filtered.top(column);
  protected readonly matchesOf = (wanted: WantedText): MatchSource =>
    this.filtered.matches(wanted, this.grid().shownOrder(), () => this.grid().shownRows());

  constructor() {
    focusFilterRow();
  }

  /** Opens find, or puts the focus into it. Draws it at once: the next key may come before its turn. */
  openFind(): void {
    this.find.open();
    this.view.detectChanges();
    this.findBar()?.focus();
  }
}
