import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject } from '@angular/core';
import type { NewChannel } from '#libs/api';
import { CopyButton } from '../../shared/ui/copy-button';
import { DialogFrame } from '../../shared/ui/dialog/dialog-frame';
import { Icon } from '../../shared/ui/icon/icon';

/** A webhook's secret, shown this once. */
@Component({
  selector: 'dw-secret-dialog',
  imports: [CopyButton, DialogFrame, Icon],
  template: `
    <dw-dialog-frame [heading]="'Copy the secret of ' + channel.name">
      <div dwDialogBody class="fields">
        <p class="dw-note dw-warn"><dw-icon name="triangle-alert" [size]="14" />Shown only once.</p>
        <div class="secret">
          <code class="dw-mono" data-secret>{{ channel.secret }}</code>
          <dw-copy-button label="Copy the secret" [text]="channel.secret ?? ''" />
        </div>
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
    .secret {
      display: flex;
      gap: var(--dw-space-2);
      align-items: flex-start;
      padding: 6px 6px 6px 10px;
      border-radius: var(--dw-radius-2);
      background: var(--dw-bg-sunken);
      box-shadow: inset 0 0 0 1px var(--dw-line-2);
    }
    .secret > code {
      flex: 1;
      min-width: 0;
      padding-top: 4px;
      overflow-wrap: anywhere;
    }
  `,
})
export class SecretDialog {
  protected readonly channel = inject<NewChannel>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef>(DialogRef);
}
