import { Component, computed, inject, input } from '@angular/core';
import type { StatementResult } from '#libs/api';
import { MAX_PINNED_RESULTS } from '#libs/results';
import { Icon } from '../../../../shared/ui/icon/icon';
import { Tooltip } from '../../../../shared/ui/tooltip';
import type { TabRun } from '../../../run/run-state';
import { PinnedResultsStore } from '../pinned-results.store';

/** Keeps the result in sight beside later ones. */
@Component({
  selector: 'dw-pin-button',
  imports: [Icon, Tooltip],
  template: `
    <button
      class="dw-btn dw-ghost dw-icon-only dw-sm"
      type="button"
      aria-label="Pin result"
      [attr.aria-disabled]="pins.canPin(tabId()) ? null : true"
      [dwTooltip]="tooltip()"
      (click)="pins.pin(tabId(), run(), statement())"
    >
      <dw-icon name="pin" [size]="14" />
    </button>
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
