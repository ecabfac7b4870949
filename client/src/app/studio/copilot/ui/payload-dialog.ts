import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject } from '@angular/core';
import type { CopilotPayload } from '#libs/api';
import { countText } from '#libs/results';
import { CopyButton } from '../../../shared/ui/copy-button';
import { DialogFrame } from '../../../shared/ui/dialog/dialog-frame';
import type { Dialogs } from '../../../shared/ui/dialog/dialogs';

/** Exactly what goes to the provider. */
@Component({
  selector: 'dw-payload-dialog',
  imports: [CopyButton, DialogFrame],
  template: `
    <dw-dialog-frame [heading]="'Data sent to ' + payload.host">
      <div dwDialogBody class="body">
        <p class="dw-t2">
          Model {{ payload.model }}, about {{ tokens }} tokens{{ payload.tables.length > 0 ? '. Tables: ' : '' }}
          <span class="dw-mono">{{ payload.tables.join(', ') }}</span>
        </p>
        @for (part of parts; track $index) {
          <section>
            <h3>{{ part.role }}<dw-copy-button [text]="part.text" [label]="'Copy the ' + part.role + ' part'" /></h3>
            <pre class="dw-mono" tabindex="0" [attr.aria-label]="part.role">{{ part.text }}</pre>
          </section>
        }
      </div>
      <button dwDialogActions type="button" class="dw-btn dw-primary dw-lg" (click)="dialog.close()">Close</button>
    </dw-dialog-frame>
  `,
  styles: `
    :host {
      display: contents;
    }
    .body {
      display: flex;
      flex-direction: column;
      gap: 12px;
    }
    h3 {
      display: flex;
      gap: 8px;
      align-items: center;
      font-size: 12px;
      font-weight: 600;
    }
    pre {
      max-height: 40vh;
      margin: 0;
      padding: 8px 10px;
      border: 1px solid var(--dw-line-1);
      border-radius: var(--dw-radius-2);
      font-size: 12px;
      line-height: 18px;
      background: var(--dw-bg-sunken);
      overflow: auto;
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
    pre:focus-visible {
      box-shadow: var(--dw-focus-ring-inset);
    }
  `,
})
export class PayloadDialog {
  protected readonly payload = inject<CopilotPayload>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef>(DialogRef);
  protected readonly tokens = countText(this.payload.tokens);
  protected readonly parts = [
    { role: 'system', text: this.payload.system },
    ...this.payload.messages.map(({ role, text }): { role: string; text: string } => ({ role, text })),
  ];
}

/** Shows a payload. */
export async function openPayload(dialogs: Dialogs, payload: CopilotPayload): Promise<void> {
  await dialogs.open<PayloadDialog, undefined, CopilotPayload>(PayloadDialog, { data: payload, width: 760 });
}
