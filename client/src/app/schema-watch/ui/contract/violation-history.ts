import { Component, computed, input } from '@angular/core';
import type { ContractViolation } from '#libs/api';
import { Moment } from '../../../shared/time/moment';
import { Dot } from '../../../shared/ui/dot';
import { MoreButton } from '../../../shared/ui/state/more-button';
import { ShownLines } from '../../data/shown-lines';
import { historyOf } from '../../data/violation-history';

/** When contracts were broken and when they held again, newest first. */
@Component({
  selector: 'dw-violation-history',
  imports: [Dot, Moment, MoreButton],
  template: `
    @if (steps().length > 0) {
      <h3>History</h3>
      <ul aria-label="History of violations">
        @for (step of shown.lines(); track step.key) {
          <li>
            <div class="step">
              <dw-dot [tone]="step.isBroken ? 'bad' : 'ok'" />
              <span>{{ step.text }}</span>
              <dw-moment [at]="step.at" />
            </div>
            @if (step.detail) {
              <p class="dw-mono">{{ step.detail }}</p>
            }
          </li>
        }
      </ul>
      <dw-more-button [list]="shown" [isSmall]="true" />
    }
  `,
  styles: `
    h3 {
      margin: var(--dw-space-4) 0 var(--dw-space-1);
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
    }
    ul {
      margin: 0;
      padding: 0;
      list-style: none;
    }
    .step {
      display: flex;
      gap: var(--dw-space-2);
      align-items: center;
      min-height: 24px;
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
    }
    dw-moment {
      margin-left: auto;
      color: var(--dw-text-2);
    }
    p {
      padding: 0 0 var(--dw-space-1) var(--dw-space-4);
      font-size: var(--dw-text-micro);
      line-height: var(--dw-lh-micro);
      color: var(--dw-text-2);
      overflow-wrap: anywhere;
    }
  `,
})
export class ViolationHistory {
  readonly violations = input.required<readonly ContractViolation[]>();

  protected readonly steps = computed(() => historyOf(this.violations()));
  protected readonly shown = new ShownLines(() => this.steps());
}
