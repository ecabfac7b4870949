import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject, signal } from '@angular/core';
import { FormSending } from '../../shared/http/form-sending';
import { FormFrame } from '../../shared/ui/dialog/form-frame';
import { Field } from '../../shared/ui/field/field';
import { FieldControl } from '../../shared/ui/field/field-control';

export interface RefuseDialogData {
  readonly title: string;
  readonly refuse: (reason: string) => Promise<void>;
}

/** Refuses a proposal with a reason; closes with true. */
@Component({
  selector: 'dw-refuse-dialog',
  imports: [Field, FieldControl, FormFrame],
  template: `
    <dw-form-frame [heading]="'Refuse ' + data.title" action="Refuse change set" [state]="sending" (sent)="send()">
      <dw-field label="Reason" [error]="sending.errors()['reason']">
        <textarea
          #box
          class="dw-input dw-form"
          dwFieldControl
          rows="4"
          maxlength="10000"
          [value]="reason()"
          (input)="change(box.value)"
        ></textarea>
      </dw-field>
    </dw-form-frame>
  `,
  styles: `
    :host {
      display: contents;
    }
    textarea {
      height: auto;
      padding: 6px 8px;
      resize: vertical;
    }
  `,
})
export class RefuseDialog {
  protected readonly data = inject<RefuseDialogData>(DIALOG_DATA);
  private readonly dialog = inject<DialogRef<boolean>>(DialogRef);
  protected readonly reason = signal('');
  protected readonly sending = new FormSending<'reason'>(() => ({
    reason: this.reason().trim() === '' ? 'Enter a reason. The author sees it.' : null,
  }));

  protected change(text: string): void {
    this.reason.set(text);
    this.sending.forget('reason');
  }

  protected async send(): Promise<void> {
    if (await this.sending.send(() => this.data.refuse(this.reason().trim()))) this.dialog.close(true);
  }
}
