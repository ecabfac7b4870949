import { afterRenderEffect, Component, computed, effect, input, output, signal, viewChild } from '@angular/core';
import type { ElementRef } from '@angular/core';
import { columnWidths, diffLines, firstChangedColumn, firstRows, numberColumns, pagesOfLines } from '../data/row-diff';
import type { DiffGroup, RowPages } from '../data/row-diff';
import { ChangeValue } from './change-value';

/** In CSS pixels, as the style says. */
const LINE_HEIGHT = 24;
/** Lines that the box has room for, and those that are drawn around them. */
const SHOWN_LINES = 16;
const LINES_AROUND = 16;
/** Lines around those that are drawn whose rows are read, too. */
const LINES_AHEAD = 200;
/** Characters of a column; longer values are cut. */
const MOST_CHARACTERS = 30;

/** Rows of one table before and after: `-` above `+`, the changed cells in the strong tint. Only lines in sight are drawn. */
@Component({
  selector: 'dw-row-diff-table',
  imports: [ChangeValue],
  templateUrl: './row-diff-table.html',
  styleUrl: './row-diff-table.css',
})
export class RowDiffTable {
  readonly group = input.required<DiffGroup>();
  readonly pages = input.required<RowPages>();
  /** Pages that are in sight, then those around them, as far as they were not read. */
  readonly pagesWanted = output<readonly number[]>();

  private readonly scrollTop = signal(0);
  private readonly firstShown = computed(() => Math.floor(this.scrollTop() / LINE_HEIGHT));
  /** In steps of two lines, so that the colours of lines stay where they are. */
  protected readonly from = computed(() => Math.max(0, Math.floor((this.firstShown() - LINES_AROUND) / 8) * 8));
  protected readonly to = computed(() =>
    Math.min(this.group().lineCount, this.from() + SHOWN_LINES + 2 * LINES_AROUND + 8),
  );
  protected readonly lines = computed(() => diffLines(this.group(), this.pages(), this.from(), this.to()));
  protected readonly above = computed(() => this.from() * LINE_HEIGHT);
  protected readonly below = computed(() => (this.group().lineCount - this.to()) * LINE_HEIGHT);
  private readonly firstRows = computed(() => firstRows(this.group(), this.pages()));
  protected readonly widths = computed(() =>
    columnWidths(this.group().columns, this.firstRows(), MOST_CHARACTERS).map((width) => `${width}ch`),
  );
  protected readonly numbers = computed(() => numberColumns(this.group().columns, this.firstRows()));
  private readonly missing = computed(() => {
    const [group, from, to] = [this.group(), this.from(), this.to()];
    const inSight = pagesOfLines(group, from, to);
    const around = pagesOfLines(group, from - LINES_AHEAD, to + LINES_AHEAD);
    const pages = new Set([...inSight, ...group.pages.slice(0, 1).map(({ page }) => page), ...around]);
    return [...pages].filter((page) => !this.pages().has(page));
  });

  private readonly box = viewChild.required<ElementRef<HTMLElement>>('box');
  private isChangeShown = false;

  constructor() {
    afterRenderEffect(() => {
      if (this.firstRows().length === 0 || this.isChangeShown) return;
      this.isChangeShown = true;
      this.showChange();
    });
    effect(() => {
      const pages = this.missing();
      if (pages.length > 0) this.pagesWanted.emit(pages);
    });
  }

  /** Brings the first changed column into sight, beside the first one, which stays there. */
  private showChange(): void {
    const box = this.box().nativeElement;
    const place = firstChangedColumn(this.group().columns, this.firstRows()) + 1;
    const [first, changed] = [1, place].map((column) =>
      box.querySelector<HTMLElement>(`thead th:nth-child(${column + 1})`),
    );
    if (!first || !changed || changed.offsetLeft + changed.offsetWidth <= box.clientWidth) return;
    box.scrollLeft = changed.offsetLeft - first.offsetLeft - first.offsetWidth;
  }

  protected scrolled(box: HTMLElement): void {
    this.scrollTop.set(box.scrollTop);
  }
}
