import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject } from '@angular/core';
import { DialogFrame } from './dialog-frame';

export interface Confirmation {
  /** A question, or a verb phrase. */
  heading: string;
  /** What will be so afterwards, and what will not be touched. */
  text: string;
  /** The button: a verb with its object. */
  action: string;
  isDangerous?: boolean;
}

/** Asks one question and closes with true when the answer is yes. */
@Component({
  selector: 'dw-confirm-dialog',
  imports: [DialogFrame],
  template: `
    <dw-dialog-frame [heading]="question.heading">
      <p dwDialogBody class="dw-t2">{{ question.text }}</p>
      <ng-container dwDialogActions>
        <button type="button" class="dw-btn dw-ghost dw-lg" (click)="dialog.close(false)">Cancel</button>
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
})
export class ConfirmDialog {
  protected readonly question = inject<Confirmation>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef<boolean>>(DialogRef);
}
