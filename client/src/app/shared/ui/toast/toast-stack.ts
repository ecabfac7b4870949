import { afterRenderEffect, Component, DestroyRef, ElementRef, inject, input } from '@angular/core';
import { Icon } from '../icon/icon';
import { IconButton } from '../icon-button';
import type { IconName } from '../icon/icon';
import type { Toast, ToastKeeper, ToastTone } from './toast';
import { toastPlace } from './toast-place';

const ICONS: Record<ToastTone, IconName> = {
  success: 'circle-check',
  danger: 'circle-x',
  warn: 'triangle-alert',
  neutral: 'info',
};

/** What a person may reach for: no message lies over it. */
const CONTROLS = 'button, a[href], input, select, textarea, [role="button"], [role="tab"], [role="menuitem"]';
/** Pauses between two looks at what the page shows by now, in milliseconds. */
const LOOK_EVERY_MS = 400;

/** Draws the messages, the newest nearest to the corner, where they cover no control. */
@Component({
  selector: 'dw-toast-stack',
  imports: [Icon, IconButton],
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
        <button dwIconButton="x" label="Close the message" (click)="toasts().close(toast.id)"></button>
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
    '(pointermove)': 'holdMoved($event)',
    '(pointerleave)': 'release()',
    '(focusin)': 'hold()',
    '(focusout)': 'release()',
  },
})
export class ToastStack {
  readonly toasts = input.required<ToastKeeper>();

  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private isHeld = false;

  constructor() {
    afterRenderEffect(() => {
      if (this.toasts().messages().length > 0) this.place();
    });
    const timer = setInterval(() => this.place(), LOOK_EVERY_MS);
    inject(DestroyRef).onDestroy(() => clearInterval(timer));
  }

  /** A pointer that rests where a message appears has not reached for it. */
  protected holdMoved({ movementX, movementY }: PointerEvent): void {
    if (!this.isHeld && (movementX !== 0 || movementY !== 0)) this.hold();
  }

  protected hold(): void {
    this.isHeld = true;
    this.toasts().hold();
  }

  protected release(): void {
    this.isHeld = false;
    this.toasts().release();
  }

  /** Moves the messages off what the page shows now, but never while a person reads or reaches for them. */
  private place(): void {
    if (this.isHeld || this.toasts().messages().length === 0) return;
    const { style } = this.host;
    const { width, height } = this.host.getBoundingClientRect();
    const page = { width: window.innerWidth, height: window.innerHeight };
    const { left, top } = toastPlace({ width, height }, page, this.controls());
    style.setProperty('translate', `${left - page.width + width + 12}px ${top - page.height + height + 36}px`);
  }

  private controls(): DOMRect[] {
    const all = [...this.host.ownerDocument.querySelectorAll(CONTROLS)].filter((one) => !this.host.contains(one));
    return all.map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width > 1 && height > 1);
  }

  protected iconOf(toast: Toast): IconName {
    return toast.icon ?? ICONS[toast.tone];
  }

  protected act(toast: Toast): void {
    this.toasts().close(toast.id);
    toast.action?.run();
  }
}
