import { Directive, effect, inject, input } from '@angular/core';
import type { ResultColumn } from '#libs/api';
import { RangeSummary } from '../../../range-summary';
import type { ResultGrid } from '../../ui/result-grid';
import { cellCountText, MOST_SUMMED_ROWS, rangeSumText } from '../range-sum-text';
import type { RangeExtent } from './grid-range';

/** While a range is being drawn, only its cells are counted. In milliseconds. */
const REST_MS = 120;

/** Puts count, sum and average of the selected range into the status bar while its table is on screen. */
@Directive({ selector: '[dwRangeStatus]' })
export class RangeStatus {
  readonly grid = input.required<ResultGrid>({ alias: 'dwRangeStatus' });
  readonly columns = input.required<readonly ResultColumn[]>();
  readonly isShown = input(true);

  private readonly summary = inject(RangeSummary);

  constructor() {
    effect((onCleanup) => {
      const extent = this.isShown() ? this.grid().range.extent() : null;
      const cells = this.grid().range.cellCount();
      if (!extent) return;
      this.summary.show(cellCountText(cells));
      const timer = setTimeout(() => void this.add(extent, cells), REST_MS);
      onCleanup(() => {
        clearTimeout(timer);
        this.summary.show(null);
      });
    });
  }

  private async add(extent: RangeExtent, cells: number): Promise<void> {
    const { firstRow, lastRow, columns: places } = extent;
    if (lastRow - firstRow >= MOST_SUMMED_ROWS) return;
    // Rows that cannot be read leave the count.
    const rows = await Promise.resolve(this.grid().rowsBetween(firstRow, lastRow)).catch(() => null);
    const isCurrent = this.grid().range.extent() === extent && this.isShown();
    if (rows && isCurrent) this.summary.show(rangeSumText(cells, rows, places, this.columns()));
  }
}
