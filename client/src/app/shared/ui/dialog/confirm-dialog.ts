import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject } from '@angular/core';
import type { Confirmation } from './confirmation';
import { DialogFrame } from './dialog-frame';

/** Asks one question and closes with true when the answer is yes. */
@Component({
  selector: 'dw-confirm-dialog',
  imports: [DialogFrame],
  template: `
    <dw-dialog-frame [heading]="question.heading">
      <div dwDialogBody class="dw-t2">
        <p class="text">{{ question.text }}</p>
        @if (question.items?.length) {
          <ul>
            @for (item of question.items; track $index) {
              <li class="dw-clip">{{ item }}</li>
            }
          </ul>
        }
      </div>
      <ng-container dwDialogActions>
        <button type="button" class="dw-btn dw-ghost dw-lg" (click)="dialog.close(false)">
          {{ question.cancel ?? 'Cancel' }}
        </button>
        <button
          type="button"
          class="dw-btn dw-lg"
          [class.dw-danger]="question.isDangerous"
          [class.dw-primary]="!question.isDangerous"
          (click)="dialog.close(true)"
        >
          {{ question.action }}
        </button>
      </ng-container>
    </dw-dialog-frame>
  `,
  styles: `
    .text {
      margin: 0;
    }
    ul {
      max-height: 30vh;
      margin: var(--dw-space-2) 0 0;
      padding-left: var(--dw-space-4);
      list-style: disc;
      overflow: auto;
    }
  `,
})
export class ConfirmDialog {
  protected readonly question = inject<Confirmation>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef<boolean>>(DialogRef);
}
