import { CdkConnectedOverlay } from '@angular/cdk/overlay';
import type { ConnectedPosition } from '@angular/cdk/overlay';
import { CdkTrapFocus } from '@angular/cdk/a11y';
import { Component, inject, input } from '@angular/core';
import type { ResultColumn, ResultFilter, ValueCount } from '#libs/api';
import { TableFilters } from '../table-filters';
import { FilterEditor } from './filter-editor';

const PLACES: ConnectedPosition[] = [
  { originX: 'start', originY: 'bottom', overlayX: 'start', overlayY: 'top', offsetY: 6 },
  { originX: 'end', originY: 'bottom', overlayX: 'end', overlayY: 'top', offsetY: 6 },
  { originX: 'start', originY: 'top', overlayX: 'start', overlayY: 'bottom', offsetY: -6 },
];

/** Opens the editor of a condition under the field of its column. */
@Component({
  selector: 'dw-filter-popover',
  imports: [CdkConnectedOverlay, CdkTrapFocus, FilterEditor],
  template: `
    @if (filters.edited(); as edited) {
      <ng-template
        cdkConnectedOverlay
        [cdkConnectedOverlayOrigin]="edited.origin"
        [cdkConnectedOverlayOpen]="true"
        [cdkConnectedOverlayPositions]="places"
        [cdkConnectedOverlayPush]="true"
        (overlayOutsideClick)="filters.edited.set(null)"
        (detach)="filters.edited.set(null)"
      >
        <!-- Another column has an editor of its own: nothing of the former is in it. -->
        @for (one of [edited]; track one.column) {
          <dw-filter-editor
            cdkTrapFocus
            [columns]="columns()"
            [place]="one.column"
            [filter]="filters.of(one.column)"
            [readTop]="readTop()"
            (applied)="apply($event)"
            (cleared)="clear(one.column)"
            (closed)="close()"
          />
        }
      </ng-template>
    }
  `,
})
export class FilterPopover {
  readonly columns = input.required<readonly ResultColumn[]>();
  readonly readTop = input.required<(column: number) => Promise<readonly ValueCount[]>>();

  protected readonly filters = inject(TableFilters);
  protected readonly places = PLACES;

  protected apply(filter: ResultFilter): void {
    this.close();
    this.filters.set(filter);
  }

  protected clear(column: number): void {
    this.close();
    this.filters.clear(column);
  }

  /** Gives the focus back to the field. */
  protected close(): void {
    const origin = this.filters.edited()?.origin;
    this.filters.endEdit();
    (origin?.querySelector('button') ?? origin)?.focus();
  }
}
