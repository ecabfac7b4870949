import { Component, computed, input, output, signal } from '@angular/core';
import type { Cell, ColumnStatistics, ResultColumn } from '#libs/api';
import { countedText, countText, isRightAligned } from '#libs/results';
import type { ApiProblem } from '../../../../../shared/http/api-problem';
import { Icon } from '../../../../../shared/ui/icon/icon';
import { IconButton } from '../../../../../shared/ui/icon-button';
import { statisticsFigures } from '../statistics-figures';

/** Values that are listed. */
const LISTED_VALUES = 5;
/** In CSS pixels. */
const BAR_HEIGHT = 60;

/** What the values of a column come to: figures, a histogram and the most frequent values, each of which filters. */
@Component({
  selector: 'dw-column-statistics',
  imports: [Icon, IconButton],
  templateUrl: './column-statistics.html',
  styleUrl: './column-statistics.css',
  host: {
    role: 'dialog',
    '[attr.aria-label]': '"Statistics of " + column().name',
    '(keydown.escape)': '$event.stopPropagation(); closed.emit()',
  },
})
export class ColumnStatisticsView {
  readonly column = input.required<ResultColumn>();
  /** Null while it is read. */
  readonly statistics = input.required<ColumnStatistics | null>();
  readonly problem = input<ApiProblem | null>(null);
  readonly isFiltered = input(false);
  /** Only the rows with a value are to be shown. */
  readonly picked = output<Cell>();
  /** The most frequent values are to be copied. */
  readonly copied = output();
  readonly closed = output();

  protected readonly countText = countText;
  protected readonly countedText = countedText;
  /** The bar under the pointer: its range and rows. */
  protected readonly pointed = signal<string | null>(null);
  protected readonly isNumeric = computed(() => isRightAligned(this.column().kind));
  protected readonly figures = computed(() => {
    const all = this.statistics();
    return all ? statisticsFigures(all) : [];
  });
  protected readonly bars = computed(() => {
    const bars = this.statistics()?.histogram ?? [];
    const [first, last] = [bars[0], bars.at(-1)];
    if (!first || !last) return null;
    const most = Math.max(...bars.map(({ count }) => count), 1);
    const items = bars.map(({ from, to, count }) => ({
      text: `${from} – ${to} · ${countedText(count, 'row')}`,
      height: count === 0 ? 0 : Math.max(1, Math.round((count / most) * BAR_HEIGHT)),
    }));
    return { from: first.from, to: last.to, items };
  });
  protected readonly top = computed(() => {
    const { top = [], row_count: rows = 0 } = this.statistics() ?? {};
    const most = top[0]?.count ?? 1;
    return top.slice(0, LISTED_VALUES).map(({ value, count }) => ({
      value,
      count,
      label: value === null ? 'NULL' : value === '' ? "''" : value,
      width: (count / most) * 100,
      share: `${((count / Math.max(rows, 1)) * 100).toFixed(1)} %`,
    }));
  });
  protected readonly moreText = computed(() => {
    const all = this.statistics();
    const values = (all?.distinct_count ?? 0) + (all && all.null_count > 0 ? 1 : 0);
    return values > LISTED_VALUES ? `${countText(values - LISTED_VALUES)} more` : '';
  });
}
