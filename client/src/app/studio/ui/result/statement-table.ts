import { Clipboard } from '@angular/cdk/clipboard';
import { Component, computed, inject, input, linkedSignal, output, signal, viewChild } from '@angular/core';
import type { ResultColumn, ResultRow, StatementResult } from '#libs/api';
import type { PageWindow } from '#libs/results';
import type { PageState, RowSort } from '../../data/run-state';
import type { Sorting } from '../grid/grid-columns';
import { ResultGrid } from '../grid/result-grid';
import type { FocusedCell } from '../grid/result-grid';
import { CellViewer } from './cell-viewer';
import { GridFoot } from './grid-foot';

/** The page that is wanted: where it begins, and in which order; null is the one in which the rows came. */
export interface PageWish {
  readonly offset: number;
  readonly sort: RowSort | null;
}

/** A result as a table with its foot, and the cell viewer at the right when it is open. */
@Component({
  selector: 'dw-statement-table',
  imports: [CellViewer, GridFoot, ResultGrid],
  template: `
    <div class="table" data-dw-region-start>
      <dw-result-grid
        [columns]="columns()"
        [rows]="rows()"
        [rowOffset]="rowOffset()"
        [rowTotal]="rowTotal()"
        [sorting]="sorting()"
        [sort]="place()?.page?.askedSort ?? null"
        (sortAsked)="pageAsked.emit({ offset: 0, sort: $event })"
        (cellFocused)="cell.set($event)"
        (viewAsked)="view($event)"
        (copyAsked)="copy($event)"
      />
      @if (rows().length === 0 && !place()?.page?.isLoading) {
        <p class="no-rows">No rows</p>
      }
      @if (place()?.page?.isLoading) {
        <span class="progress" role="progressbar" aria-label="Reading the page"></span>
      }
      @if (isViewing() && cell(); as shown) {
        <dw-cell-viewer
          [cell]="shown"
          [column]="columns()[shown.columnIndex]"
          (copied)="copy(shown)"
          (closed)="closeViewer()"
        />
      }
    </div>
    <dw-grid-foot
      [cell]="cell()"
      [column]="column()"
      [window]="place()?.window ?? null"
      [problem]="place()?.page?.problem ?? null"
      [isCopied]="isCopied()"
      (copyAsked)="copyFocused()"
      (viewAsked)="isViewing.set(true)"
      (pageAsked)="pageAsked.emit({ offset: $event, sort: place()?.page?.askedSort ?? null })"
    />
  `,
  styleUrl: './statement-table.css',
})
export class StatementTable {
  readonly statement = input.required<StatementResult>();
  readonly columns = input.required<readonly ResultColumn[]>();
  /** The page on screen and where it stands; null for a result that came whole. */
  readonly place = input<{ page: PageState; window: PageWindow } | null>(null);
  readonly pageAsked = output<PageWish>();

  private readonly clipboard = inject(Clipboard);
  private readonly grid = viewChild.required(ResultGrid);
  protected readonly rows = computed(() => this.place()?.page.rows ?? this.statement().rows);
  protected readonly rowOffset = computed(() => this.place()?.page.offset ?? 0);
  protected readonly rowTotal = computed(() => this.place()?.page.knownRows ?? this.statement().rows.length);
  /** Sorting needs every row: the grid has them all, or the server does. */
  protected readonly sorting = computed<Sorting>(() => {
    if (!this.statement().complete) return 'none';
    return this.place() === null ? 'grid' : 'server';
  });
  /** Other rows have no focused cell yet. */
  protected readonly cell = linkedSignal<unknown, FocusedCell | null>({ source: this.rows, computation: () => null });
  protected readonly column = computed(() => {
    const cell = this.cell();
    return cell ? (this.columns()[cell.columnIndex] ?? null) : null;
  });
  protected readonly isViewing = signal(false);
  protected readonly isCopied = signal(false);

  /** The rows on screen, in the order in which they stand there. */
  shownRows(): readonly ResultRow[] {
    return this.grid().shownRows();
  }

  /** Puts the focus into the table. */
  focus(): void {
    this.grid().focus();
  }

  protected view(cell: FocusedCell): void {
    this.cell.set(cell);
    this.isViewing.set(true);
  }

  protected closeViewer(): void {
    this.isViewing.set(false);
    this.grid().focus();
  }

  protected copyFocused(): void {
    const cell = this.cell();
    if (cell) this.copy(cell);
  }

  /** The whole value as the database printed it; NULL leaves the clipboard empty. */
  protected copy(cell: FocusedCell): void {
    const isCopied = this.clipboard.copy(cell.value ?? '');
    this.isCopied.set(isCopied);
    setTimeout(() => this.isCopied.set(false), 1500);
  }
}
