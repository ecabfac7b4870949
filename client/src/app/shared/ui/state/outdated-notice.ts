import { Component, input, output } from '@angular/core';
import type { ApiProblem } from '../../http/api-problem';
import { GivesFocusOn } from '../../keys/gives-focus-on';
import { Icon } from '../icon/icon';

/** Says above a list, or another subject, that it could not be read again, and offers to try it. */
@Component({
  selector: 'dw-outdated-notice',
  imports: [GivesFocusOn, Icon],
  template: `
    @if (isOutdated()) {
      <div class="dw-note dw-warn" dwGivesFocusOn>
        <dw-icon name="triangle-alert" [size]="14" />
        <span class="text">{{ subject() }} may be out of date. {{ problem()?.detail }}</span>
        <button type="button" class="dw-btn dw-sm" (click)="retried.emit()">
          <dw-icon name="refresh-cw" [size]="14" />Try again
        </button>
      </div>
    }
  `,
  styles: `
    :host {
      display: block;
    }
    .dw-note {
      align-items: center;
      margin: var(--dw-space-2) var(--dw-space-4);
    }
    .text {
      flex: 1;
      min-width: 0;
      overflow-wrap: anywhere;
    }
    .dw-btn {
      flex: none;
    }
  `,
  host: { role: 'status' },
})
export class OutdatedNotice {
  readonly subject = input('This list');
  readonly isOutdated = input.required<boolean>();
  readonly problem = input<ApiProblem | null>(null);
  readonly retried = output();
}
