import { afterNextRender, Component, computed, effect, input, output, signal, viewChild } from '@angular/core';
import type { ElementRef } from '@angular/core';
import { columnWidths, diffLines, firstChangedColumn } from '../data/row-diff';
import type { DiffGroup } from '../data/row-diff';
import { ChangeValue } from './change-value';

/** In CSS pixels, as the style says. */
const LINE_HEIGHT = 24;
/** Lines that the box has room for, and those that are drawn around them. */
const SHOWN_LINES = 16;
const LINES_AROUND = 16;
/** Lines before the end at which more rows are asked for. */
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
  readonly hasMore = input.required<boolean>();
  readonly endSeen = output();

  private readonly scrollTop = signal(0);
  private readonly firstShown = computed(() => Math.floor(this.scrollTop() / LINE_HEIGHT));
  /** In steps of two lines, so that the colours of lines stay where they are. */
  protected readonly from = computed(() => Math.max(0, Math.floor((this.firstShown() - LINES_AROUND) / 8) * 8));
  protected readonly to = computed(() =>
    Math.min(this.group().lineCount, this.from() + SHOWN_LINES + 2 * LINES_AROUND + 8),
  );
  protected readonly lines = computed(() => diffLines(this.group(), this.from(), this.to()));
  protected readonly above = computed(() => this.from() * LINE_HEIGHT);
  protected readonly below = computed(() => (this.group().lineCount - this.to()) * LINE_HEIGHT);
  protected readonly widths = computed(() => columnWidths(this.group(), MOST_CHARACTERS).map((width) => `${width}ch`));

  private readonly box = viewChild.required<ElementRef<HTMLElement>>('box');

  constructor() {
    afterNextRender(() => this.showChange());
    effect(() => {
      const isNear = this.firstShown() + SHOWN_LINES + LINES_AHEAD >= this.group().lineCount;
      if (this.hasMore() && isNear) this.endSeen.emit();
    });
  }

  /** Brings the first changed column into sight, beside the first one, which stays there. */
  private showChange(): void {
    const box = this.box().nativeElement;
    const [first, changed] = [1, firstChangedColumn(this.group()) + 1].map((place) =>
      box.querySelector<HTMLElement>(`thead th:nth-child(${place + 1})`),
    );
    if (!first || !changed || changed.offsetLeft + changed.offsetWidth <= box.clientWidth) return;
    box.scrollLeft = changed.offsetLeft - first.offsetLeft - first.offsetWidth;
  }

  protected scrolled(box: HTMLElement): void {
    this.scrollTop.set(box.scrollTop);
  }
}
