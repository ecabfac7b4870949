import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject } from '@angular/core';
import { DialogFrame } from './dialog-frame';

export interface Confirmation {
  /** A question, or a verb phrase. */
  heading: string;
  /** What will be so afterwards, and what will not be touched. */
  text: string;
  /** Listed below the text: the things that it means. */
  items?: readonly string[];
  /** The button: a verb with its object. */
  action: string;
  /** The button that changes nothing, which has the focus; Cancel by default. */
  cancel?: string;
  isDangerous?: boolean;
}

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
