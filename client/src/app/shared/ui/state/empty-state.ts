import { Component, input } from '@angular/core';
import { Icon } from '../icon/icon';
import type { IconName } from '../icon/icon';

/** What a region shows when there is nothing to show: why, and the one or two things to do about it. */
@Component({
  selector: 'dw-empty-state',
  imports: [Icon],
  template: `
    <dw-icon [name]="icon()" [size]="20" />
    <strong>{{ heading() }}</strong>
    @if (text()) {
      <p>{{ text() }}</p>
    }
    <div class="actions"><ng-content /></div>
  `,
  styles: `
    :host {
      display: flex;
      flex: 1;
      flex-direction: column;
      align-items: center;
      justify-content: center;
      gap: var(--dw-space-2);
      padding: var(--dw-space-4) var(--dw-space-6);
      text-align: center;
    }
    dw-icon {
      color: var(--dw-text-3);
    }
    strong {
      font-weight: var(--dw-weight-semibold);
    }
    p {
      max-width: 44ch;
      color: var(--dw-text-2);
      text-wrap: pretty;
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      justify-content: center;
      gap: var(--dw-space-2);
      margin-top: var(--dw-space-1);
    }
    .actions:empty {
      display: none;
    }
  `,
})
export class EmptyState {
  readonly icon = input.required<IconName>();
  readonly heading = input.required<string>();
  readonly text = input('');
}
