import { Component, input, output } from '@angular/core';
import type { SignInOptions } from '#libs/api';
import { Icon } from '../../ui/icon/icon';

/** Offers the identity provider below a form. */
@Component({
  selector: 'dw-provider-button',
  imports: [Icon],
  template: `
    <div class="or" aria-hidden="true">or</div>
    <button type="button" class="dw-btn dw-lg" (click)="asked.emit()">
      <dw-icon name="shield-check" [size]="14" />Sign in with {{ provider().name }}
    </button>
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-3);
    }
    .or {
      display: flex;
      gap: var(--dw-space-3);
      align-items: center;
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
      color: var(--dw-text-3);
    }
    .or::before,
    .or::after {
      content: '';
      flex: 1;
      height: 1px;
      background: var(--dw-line-1);
    }
  `,
})
export class ProviderButton {
  readonly provider = input.required<NonNullable<SignInOptions['provider']>>();
  /** The person wants to sign in at the identity provider. */
  readonly asked = output();
}
