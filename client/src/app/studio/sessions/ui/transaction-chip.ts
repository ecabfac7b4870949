import { Component, input, output } from '@angular/core';
import type { TransactionState } from '#libs/api';
import { Icon } from '../../../shared/ui/icon/icon';
import { Tooltip } from '../../../shared/ui/tooltip';

/** Says that the tab is in a transaction, and ends it. */
@Component({
  selector: 'dw-transaction-chip',
  imports: [Icon, Tooltip],
  template: `
    <span class="state" role="status" [title]="transaction() === 'failed' ? 'Transaction failed' : 'Transaction open'">
      @if (transaction() === 'failed') {
        <dw-icon name="triangle-alert" [size]="14" /><span class="dw-bar-state">Transaction failed</span>
      } @else {
        <span class="pulse"></span><span class="dw-bar-state">Transaction open</span>
      }
    </span>
    @if (transaction() === 'open') {
      <button
        class="dw-btn"
        type="button"
        [attr.aria-disabled]="isBusy() || null"
        [dwTooltip]="isBusy() ? 'Wait for the run to finish' : 'Commit the changes of this transaction'"
        (click)="press(committed)"
      >
        <dw-icon name="check" [size]="14" /><span class="dw-bar-end">Commit</span>
      </button>
    }
    <button
      class="dw-btn"
      type="button"
      [attr.aria-disabled]="isBusy() || null"
      [dwTooltip]="isBusy() ? 'Wait for the run to finish' : rollBackTip()"
      (click)="press(rolledBack)"
    >
      <dw-icon name="rotate-ccw" [size]="14" /><span class="dw-bar-end">Roll back</span>
    </button>
  `,
  styles: `
    :host {
      display: flex;
      flex: none;
      align-items: center;
      gap: 6px;
    }
    .state {
      display: inline-flex;
      align-items: center;
      gap: 6px;
      height: 22px;
      padding: 0 8px;
      border-radius: var(--dw-radius-2);
      font-size: 12px;
      font-weight: 500;
      white-space: nowrap;
      color: var(--dw-warn-text);
      background: var(--dw-warn-bg-strong);
    }
    :host([data-state='failed']) .state {
      color: var(--dw-danger-text);
      background: var(--dw-danger-bg-strong);
    }
    .pulse {
      width: 7px;
      height: 7px;
      border-radius: 50%;
      background: var(--dw-warn-dot);
    }
  `,
  host: { role: 'group', 'aria-label': 'Transaction', '[attr.data-state]': 'transaction()' },
})
export class TransactionChip {
  readonly transaction = input.required<Exclude<TransactionState, 'none'>>();
  /** True while a run holds the session. */
  readonly isBusy = input(false);
  readonly committed = output();
  readonly rolledBack = output();

  protected rollBackTip(): string {
    return this.transaction() === 'failed'
      ? 'After an error, the transaction can only be rolled back'
      : 'Roll back the changes of this transaction';
  }

  protected press(pressed: { emit(): void }): void {
    if (!this.isBusy()) pressed.emit();
  }
}
