import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject } from '@angular/core';
import type { NewChannel } from '#libs/api';
import { DialogFrame } from '../../shared/ui/dialog/dialog-frame';
import { ShownOnce } from '../../shared/ui/secret/shown-once';

/** A webhook's secret, shown this once. */
@Component({
  selector: 'dw-secret-dialog',
  imports: [DialogFrame, ShownOnce],
  template: `
    <dw-dialog-frame [heading]="'Copy the secret of ' + channel.name">
      <div dwDialogBody class="fields">
        <dw-shown-once name="the secret" [text]="channel.secret ?? ''" />
        <p class="dw-dense dw-t2">
          The receiver verifies <code class="dw-mono">webhook-signature</code> with it, by the Standard Webhooks
          specification.
        </p>
      </div>
      <button dwDialogActions type="button" class="dw-btn dw-primary dw-lg" (click)="dialog.close()">
        I have copied it
      </button>
    </dw-dialog-frame>
  `,
  styles: `
    .fields {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-3);
    }
  `,
})
export class SecretDialog {
  protected readonly channel = inject<NewChannel>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef>(DialogRef);
}
