import { Component, computed, inject, input } from '@angular/core';
import { PinnedResultsStore } from '../pinned-results.store';
import { PinnedArea } from './pinned-area';
import { ResultTabs } from './result-tabs';

/** The latest result of a tab, which is its content, and a pinned one in its place or beside it. */
@Component({
  selector: 'dw-result-desk',
  imports: [PinnedArea, ResultTabs],
  template: `
    @if (pins.of(tabId()).length > 0) {
      <dw-result-tabs [tabId]="tabId()" />
    }
    <div class="areas">
      <div class="area" [class.away]="front() !== null && !isBeside()"><ng-content /></div>
      @for (pin of fronts(); track pin.id) {
        <dw-pinned-area class="area" [class.beside]="isBeside()" [tabId]="tabId()" [pin]="pin" />
      }
    </div>
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
    }
    .areas {
      display: flex;
      flex: 1;
      min-height: 0;
    }
    .area {
      display: grid;
      flex: 1 1 0;
      grid-template: minmax(0, 1fr) / minmax(0, 1fr);
      min-width: 0;
      min-height: 0;
    }
    .beside {
      border-left: 1px solid var(--dw-line-2);
    }
    .away {
      display: none;
    }
  `,
})
export class ResultDesk {
  readonly tabId = input.required<string>();

  protected readonly pins = inject(PinnedResultsStore);
  protected readonly front = computed(() => this.pins.front(this.tabId()));
  protected readonly isBeside = computed(() => this.pins.isBeside(this.tabId()));
  /** As a list, so that another result gets an area of its own. */
  protected readonly fronts = computed(() => [this.front()].filter((pin) => pin !== null));
}
