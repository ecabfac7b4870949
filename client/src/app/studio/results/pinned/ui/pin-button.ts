import { Component, computed, inject, input } from '@angular/core';
import type { StatementResult } from '#libs/api';
import { MAX_PINNED_RESULTS } from '#libs/results';
import { IconButton } from '../../../../shared/ui/icon-button';
import type { TabRun } from '../../../run/run-state';
import { PinnedResultsStore } from '../pinned-results.store';

/** Keeps the result in sight beside later ones. */
@Component({
  selector: 'dw-pin-button',
  imports: [IconButton],
  template: `
    <button
      dwIconButton="pin"
      label="Pin result"
      [tip]="tooltip()"
      [attr.aria-disabled]="pins.canPin(tabId()) ? null : true"
      (click)="pins.pin(tabId(), run(), statement())"
    ></button>
  `,
  // As near to the next tools as those are to each other.
  styles: `
    :host {
      margin-right: calc(4px - var(--dw-head-gap, 4px));
    }
  `,
})
export class PinButton {
  readonly tabId = input.required<string>();
  readonly run = input.required<TabRun>();
  readonly statement = input.required<StatementResult>();

  protected readonly pins = inject(PinnedResultsStore);
  protected readonly tooltip = computed(() =>
    this.pins.canPin(this.tabId())
      ? 'Pin result: keep it beside later ones'
      : `${MAX_PINNED_RESULTS} results are pinned. Unpin one first.`,
  );
}
