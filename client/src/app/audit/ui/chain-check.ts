import { Component, inject, signal } from '@angular/core';
import type { AuditVerification } from '#libs/api';
import { ApiProblem } from '../../shared/http/api-problem';
import { BusyButton } from '../../shared/ui/busy-button';
import { Icon } from '../../shared/ui/icon/icon';
import { AuditApi } from '../data/audit-api';
import { breakText } from '../data/audit-words';

/** Has the chain of hashes verified and says how that went: whole, or the first entry that is not as it was written. */
@Component({
  selector: 'dw-chain-check',
  imports: [BusyButton, Icon],
  template: `
    <button type="button" class="dw-btn dw-ghost" [dwBusy]="isChecking()" (click)="check()">
      <dw-icon name="shield-check" [size]="14" />Verify chain
    </button>
    <span role="status">
      @if (result(); as result) {
        @if (result.valid) {
          <span class="dw-state dw-success dw-num">
            <dw-icon name="circle-check" [size]="14" />{{ result.entries.toLocaleString('en') }} entries, none changed
          </span>
        } @else {
          <span class="dw-state dw-danger dw-num">
            <dw-icon name="circle-x" [size]="14" />{{ breakText(result) }}
          </span>
        }
      }
      @if (problem(); as problem) {
        <span class="dw-state dw-danger"><dw-icon name="circle-x" [size]="14" />{{ problem.detail }}</span>
      }
    </span>
  `,
  styles: `
    :host,
    :host > span {
      display: flex;
      gap: var(--dw-space-2);
      align-items: center;
    }
  `,
})
export class ChainCheck {
  private readonly api = inject(AuditApi);

  protected readonly isChecking = signal(false);
  protected readonly result = signal<AuditVerification | null>(null);
  protected readonly problem = signal<ApiProblem | null>(null);

  protected readonly breakText = breakText;

  protected async check(): Promise<void> {
    if (this.isChecking()) return;
    this.isChecking.set(true);
    this.result.set(null);
    this.problem.set(null);
    try {
      this.result.set(await this.api.verify());
    } catch (error) {
      this.problem.set(ApiProblem.from(error));
    } finally {
      this.isChecking.set(false);
    }
  }
}
