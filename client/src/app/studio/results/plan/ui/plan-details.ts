import { Component, computed, input, output } from '@angular/core';
import type { PlanNode } from '#libs/plan';
import { Icon } from '../../../../shared/ui/icon/icon';
import { IconButton } from '../../../../shared/ui/icon-button';
import { nodeFacts, placeText } from '../plan-words';

/** Everything that is known of one node, with each flag's reason. */
@Component({
  selector: 'dw-plan-details',
  imports: [Icon, IconButton],
  template: `
    <section class="panel" [attr.aria-label]="'Details of ' + node().label">
      <header>
        <strong>{{ node().label }}</strong>
        <span class="dw-mono dw-clip">{{ place() }}</span>
        <button dwIconButton="x" label="Close the details" (click)="closed.emit()"></button>
      </header>
      <div class="body" tabindex="0" role="group" aria-label="Facts">
        @for (flag of node().flags; track flag.kind) {
          <p class="flag" [class.danger]="flag.kind === 'sequential-scan' || flag.kind === 'costliest'">
            <dw-icon [name]="flag.kind === 'misestimate' ? 'gauge' : 'triangle-alert'" [size]="14" />{{ flag.reason }}
          </p>
        }
        <dl>
          @for (fact of facts(); track fact.name) {
            <div [class.long]="fact.isLong">
              <dt>{{ fact.name }}</dt>
              <dd [class.dw-mono]="fact.isLong" [class.dw-num]="!fact.isLong">{{ fact.text }}</dd>
            </div>
          }
        </dl>
      </div>
    </section>
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      width: 280px;
      pointer-events: none;
    }
    .panel {
      display: flex;
      flex-direction: column;
      max-height: 100%;
      border-radius: 8px;
      background: var(--dw-bg-overlay);
      box-shadow: var(--dw-shadow-2);
      pointer-events: auto;
    }
    header {
      display: flex;
      gap: 8px;
      align-items: center;
      padding: 6px 6px 4px 12px;
      font-size: 12px;
      line-height: 16px;
    }
    header > span {
      flex: 1;
      min-width: 0;
      color: var(--dw-text-2);
    }
    .body {
      min-height: 0;
      overflow: auto;
      padding: 0 12px 10px;
      border-radius: 0 0 8px 8px;
    }
    .body:focus-visible {
      box-shadow: var(--dw-focus-ring-inset);
    }
    .flag {
      display: flex;
      gap: 6px;
      padding: 3px 0;
      font-size: 12px;
      line-height: 16px;
      color: var(--dw-warn-text);
    }
    .flag.danger {
      color: var(--dw-danger-text);
    }
    .flag > dw-icon {
      flex: none;
      padding-top: 1px;
    }
    dl {
      margin: 4px 0 0;
    }
    dl > div {
      display: flex;
      gap: 12px;
      justify-content: space-between;
      font-size: 12px;
      line-height: 18px;
    }
    dl > .long {
      flex-direction: column;
      gap: 0;
      margin-top: 4px;
    }
    dt {
      color: var(--dw-text-3);
      white-space: nowrap;
    }
    dd {
      margin: 0;
      overflow-wrap: anywhere;
      white-space: pre-wrap;
    }
  `,
})
export class PlanDetails {
  readonly node = input.required<PlanNode>();
  readonly closed = output();
  protected readonly facts = computed(() => nodeFacts(this.node()));
  protected readonly place = computed(() => placeText(this.node()));
}
