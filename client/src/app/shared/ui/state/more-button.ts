import { Component, input } from '@angular/core';
import type { ApiProblem } from '../../http/api-problem';
import { BusyButton } from '../busy-button';
import { Icon } from '../icon/icon';

/** A list that has further pages, as `PagedList` reports it. */
export interface FurtherPages {
  hasMore(): boolean;
  isLoadingMore(): boolean;
  moreProblem(): ApiProblem | null;
  more(): Promise<void>;
}

/** The button below a list that reads its next page, and why that failed. */
@Component({
  selector: 'dw-more-button',
  imports: [BusyButton, Icon],
  template: `
    @if (list().hasMore()) {
      <button
        type="button"
        class="dw-btn"
        [class.dw-sm]="isSmall()"
        [dwBusy]="list().isLoadingMore()"
        (click)="list().more()"
      >
        {{ label() }}
      </button>
    }
    <span role="alert">
      @if (list().moreProblem(); as problem) {
        <span class="dw-state dw-danger"><dw-icon name="circle-x" [size]="14" />{{ problem.detail }}</span>
      }
    </span>
  `,
  styles: `
    :host {
      display: contents;
    }
    [role='alert']:empty {
      display: none;
    }
  `,
})
export class MoreButton {
  readonly list = input.required<FurtherPages>();
  readonly label = input('Show more');
  readonly isSmall = input(false);
}
