import { CdkTrapFocus } from '@angular/cdk/a11y';
import { CdkConnectedOverlay } from '@angular/cdk/overlay';
import type { ConnectedPosition } from '@angular/cdk/overlay';
import { afterRenderEffect, Component, computed, inject, input, viewChild } from '@angular/core';
import type { Cell, ResultColumn } from '#libs/api';
import { writeTsv } from '#libs/results';
import { ClipboardText } from '../../../clipboard-text';
import { TableFilters } from '../../filter/table-filters';
import type { ResultGrid } from '../../ui/result-grid';
import { TableStatistics } from '../table-statistics';
import { ColumnStatisticsView } from './column-statistics';

/** Opens the statistics of a column beside it, below the row of filters. */
@Component({
  selector: 'dw-statistics-popover',
  imports: [CdkConnectedOverlay, CdkTrapFocus, ColumnStatisticsView],
  template: `
    @if (statistics.shown(); as shown) {
      <ng-template
        cdkConnectedOverlay
        [cdkConnectedOverlayOrigin]="shown.origin"
        [cdkConnectedOverlayOpen]="true"
        [cdkConnectedOverlayPositions]="places()"
        [cdkConnectedOverlayPush]="true"
        [cdkConnectedOverlayViewportMargin]="{ bottom: offsetY() + 8 }"
        (overlayOutsideClick)="statistics.close()"
        (detach)="statistics.close()"
      >
        <dw-column-statistics
          cdkTrapFocus
          cdkTrapFocusAutoCapture
          [column]="columns()[shown.column] ?? none"
          [statistics]="statistics.statistics()"
          [problem]="statistics.problem()"
          [isFiltered]="filters.isActive()"
          (picked)="pick(shown.column, $event)"
          (copied)="copy(shown.column)"
          (closed)="close()"
        />
      </ng-template>
    }
  `,
})
export class StatisticsPopover {
  readonly grid = input.required<ResultGrid>();
  readonly columns = input.required<readonly ResultColumn[]>();

  protected readonly statistics = inject(TableStatistics);
  protected readonly filters = inject(TableFilters);
  private readonly clipboard = inject(ClipboardText);
  protected readonly none: ResultColumn = { name: '', type: '', kind: 'other', table: null };
  /** In CSS pixels. What is pushed into sight is pushed without it, so that the margin of the page makes up for it. */
  protected readonly offsetY = computed(() => (this.filters.isRowShown() ? 40 : 8));
  protected readonly places = computed<ConnectedPosition[]>(() => {
    const offsetY = this.offsetY();
    return [
      { originX: 'end', originY: 'bottom', overlayX: 'start', overlayY: 'top', offsetX: 4, offsetY },
      { originX: 'start', originY: 'bottom', overlayX: 'end', overlayY: 'top', offsetX: -4, offsetY },
    ];
  });
  private readonly overlay = viewChild(CdkConnectedOverlay);

  constructor() {
    // The figures need more room than the line that stands there while they are read.
    afterRenderEffect(() => {
      if (this.statistics.statistics() !== null) this.overlay()?.overlayRef.updatePosition();
    });
  }

  protected pick(column: number, value: Cell): void {
    this.close();
    this.filters.keepValue(column, value);
  }

  protected copy(column: number): void {
    const top = this.statistics.statistics()?.top ?? [];
    const own = this.columns()[column] ?? this.none;
    const count: ResultColumn = { name: 'rows', type: 'bigint', kind: 'integer', table: null };
    const rows = top.map(({ value, count: rows }) => [value, String(rows)]);
    void this.clipboard.put(writeTsv([own, count], rows));
  }

  protected close(): void {
    this.statistics.close();
    this.grid().focus();
  }
}
