import { DialogRef } from '@angular/cdk/dialog';
import {
  afterNextRender,
  booleanAttribute,
  Component,
  effect,
  ElementRef,
  inject,
  Injector,
  input,
  untracked,
} from '@angular/core';
import { IconButton } from '../icon-button';
import { DIALOG_HEADING_ID, DISMISS_DIALOG } from './dialog-heading-id';

/** The parts of every dialog: heading, body that scrolls, footer with the primary button last, and the cross. */
@Component({
  selector: 'dw-dialog-frame',
  imports: [IconButton],
  template: `
    <h2 [id]="headingId">{{ heading() }}</h2>
    <div class="body" [attr.inert]="isSending() ? '' : null"><ng-content select="[dwDialogBody]" /></div>
    <footer>
      <ng-content select="[dwDialogLeft]" />
      <span class="dw-grow"></span>
      <ng-content select="[dwDialogActions]" />
    </footer>
    @if (!isLocked()) {
      <button
        dwIconButton="x"
        class="close"
        label="Close"
        [size]="16"
        (click)="dismiss ? dismiss() : dialog.close()"
      ></button>
    }
  `,
  styles: `
    h2 {
      flex: none;
      padding: var(--dw-space-3) 44px var(--dw-space-3) var(--dw-space-4);
      font-size: var(--dw-text-title);
      line-height: var(--dw-lh-title);
      font-weight: var(--dw-weight-semibold);
      letter-spacing: -0.01em;
      overflow-wrap: anywhere;
    }
    .body {
      flex: 1 1 auto;
      min-height: 0;
      overflow: auto;
      padding: var(--dw-space-1) var(--dw-space-4) var(--dw-space-4);
    }
    .body[inert] {
      opacity: 0.6;
    }
    footer {
      display: flex;
      flex: none;
      gap: var(--dw-space-2);
      align-items: center;
      padding: 10px var(--dw-space-4);
      border-top: 1px solid var(--dw-line-1);
      background: var(--dw-bg-sunken);
    }
    .close {
      position: absolute;
      top: 10px;
      right: 10px;
    }
  `,
  host: { class: 'dw-dialog' },
})
export class DialogFrame {
  readonly heading = input.required<string>();
  /** There is no cross: the dialog has to be answered. */
  readonly isLocked = input(false, { transform: booleanAttribute });
  /** The form is on its way: what would be typed now would be lost with the dialog, so that its fields take nothing. */
  readonly isSending = input(false, { transform: booleanAttribute });
  protected readonly dialog = inject<DialogRef>(DialogRef);
  protected readonly dismiss = inject(DISMISS_DIALOG, { optional: true });
  private readonly injector = inject(Injector);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private focused: HTMLElement | null = null;
  protected readonly headingId = inject(DIALOG_HEADING_ID);

  constructor() {
    effect(() => {
      const isSending = this.isSending();
      untracked(() => (isSending ? this.noteFocus() : this.restoreFocus()));
    });
  }

  private noteFocus(): void {
    const { activeElement } = document;
    this.focused = activeElement instanceof HTMLElement && this.host.contains(activeElement) ? activeElement : null;
  }

  /** A field that became inert has lost the focus; it gets it back unless an error has taken it. */
  private restoreFocus(): void {
    const { focused } = this;
    this.focused = null;
    const focus = (): void => {
      if (document.activeElement === document.body) focused?.focus();
    };
    if (focused !== null) afterNextRender(focus, { injector: this.injector });
  }
}
