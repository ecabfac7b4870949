import { DialogRef } from '@angular/cdk/dialog';
import { booleanAttribute, Component, inject, input } from '@angular/core';
import { IconButton } from '../icon-button';
import { DIALOG_HEADING_ID, DISMISS_DIALOG } from './dialog-heading-id';

/** The parts of every dialog: heading, body that scrolls, footer with the primary button last, and the cross. */
@Component({
  selector: 'dw-dialog-frame',
  imports: [IconButton],
  template: `
    <h2 [id]="headingId">{{ heading() }}</h2>
    <div class="body"><ng-content select="[dwDialogBody]" /></div>
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
  protected readonly dialog = inject<DialogRef>(DialogRef);
  protected readonly dismiss = inject(DISMISS_DIALOG, { optional: true });
  protected readonly headingId = inject(DIALOG_HEADING_ID);
}
