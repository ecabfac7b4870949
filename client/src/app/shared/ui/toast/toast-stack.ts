import { Component, input } from '@angular/core';
import { Icon } from '../icon/icon';
import type { IconName } from '../icon/icon';
import type { Toast, ToastKeeper, ToastTone } from './toast';

const ICONS: Record<ToastTone, IconName> = {
  success: 'circle-check',
  danger: 'circle-x',
  warn: 'triangle-alert',
  neutral: 'info',
};

/** Draws the messages, the newest nearest to the corner. */
@Component({
  selector: 'dw-toast-stack',
  imports: [Icon],
  template: `
    @for (toast of toasts().messages(); track toast.id) {
      <div class="toast" [attr.data-tone]="toast.tone" role="group" [attr.aria-label]="toast.title">
        <dw-icon [name]="iconOf(toast)" />
        <div class="words">
          <strong>{{ toast.title }}</strong>
          @if (toast.text) {
            <span>{{ toast.text }}</span>
          }
        </div>
        @if (toast.action; as action) {
          <button type="button" class="dw-btn" (click)="act(toast)">{{ action.label }}</button>
        }
        <button
          type="button"
          class="dw-btn dw-ghost dw-icon-only dw-sm"
          aria-label="Close the message"
          (click)="toasts().close(toast.id)"
        >
          <dw-icon name="x" [size]="14" />
        </button>
      </div>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column-reverse;
      gap: var(--dw-space-2);
      width: 340px;
      max-width: calc(100vw - 24px);
    }
    .toast {
      display: flex;
      gap: 10px;
      align-items: center;
      padding: var(--dw-space-2) var(--dw-space-2) var(--dw-space-2) var(--dw-space-3);
      border-radius: var(--dw-radius-3);
      background: var(--dw-bg-overlay);
      box-shadow: var(--dw-shadow-2);
      pointer-events: auto;
      animation: dw-appear var(--dw-dur-3) var(--dw-ease-out);
    }
    .words {
      flex: 1;
      min-width: 0;
    }
    .words > * {
      display: block;
      overflow-wrap: anywhere;
    }
    strong {
      font-weight: var(--dw-weight-medium);
    }
    span {
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
      color: var(--dw-text-2);
    }
    .toast > dw-icon {
      color: var(--dw-text-3);
    }
    .toast[data-tone='success'] > dw-icon {
      color: var(--dw-success-text);
    }
    .toast[data-tone='danger'] > dw-icon {
      color: var(--dw-danger-text);
    }
    .toast[data-tone='warn'] > dw-icon {
      color: var(--dw-warn-text);
    }
  `,
  host: {
    role: 'region',
    'aria-label': 'Messages',
    '(pointerenter)': 'toasts().hold()',
    '(pointerleave)': 'toasts().release()',
    '(focusin)': 'toasts().hold()',
    '(focusout)': 'toasts().release()',
  },
})
export class ToastStack {
  readonly toasts = input.required<ToastKeeper>();

  protected iconOf(toast: Toast): IconName {
    return toast.icon ?? ICONS[toast.tone];
  }

  protected act(toast: Toast): void {
    this.toasts().close(toast.id);
    toast.action?.run();
  }
}
