import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject, signal } from '@angular/core';
import { UnreadablePlanError } from '#libs/plan';
import { DialogFrame } from '../../../../shared/ui/dialog/dialog-frame';
import type { Dialogs } from '../../../../shared/ui/dialog/dialogs';
import { Field } from '../../../../shared/ui/field/field';
import { FieldControl } from '../../../../shared/ui/field/field-control';

/** Takes a plan's text; throws `UnreadablePlanError` where it is none. */
type Show = (text: string) => void;

/** A plan from somewhere else, to be drawn here; it goes nowhere. */
@Component({
  selector: 'dw-paste-dialog',
  imports: [DialogFrame, Field, FieldControl],
  template: `
    <dw-dialog-frame heading="Paste a plan">
      <dw-field
        dwDialogBody
        label="EXPLAIN output"
        help="JSON from Postgres or DuckDB, or text from Postgres, including psql and log output. It stays in this browser."
        [error]="mistake()"
      >
        <textarea
          dwFieldControl
          class="dw-input dw-form dw-mono"
          rows="14"
          spellcheck="false"
          [value]="text()"
          (input)="take($any($event.target).value)"
        ></textarea>
      </dw-field>
      <ng-container dwDialogActions>
        <button type="button" class="dw-btn dw-ghost dw-lg" (click)="dialog.close()">Cancel</button>
        <button type="button" class="dw-btn dw-primary dw-lg" (click)="draw()">Draw the plan</button>
      </ng-container>
    </dw-dialog-frame>
  `,
  styles: `
    :host {
      display: contents;
    }
    textarea {
      height: auto;
      padding: 8px 10px;
      resize: vertical;
      white-space: pre;
    }
  `,
})
export class PasteDialog {
  private readonly show = inject<Show>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef>(DialogRef);
  protected readonly text = signal('');
  protected readonly mistake = signal<string | null>(null);

  protected take(text: string): void {
    this.text.set(text);
    this.mistake.set(null);
  }

  protected draw(): void {
    try {
      this.show(this.text());
      this.dialog.close();
    } catch (error) {
      if (!(error instanceof UnreadablePlanError)) throw error;
      this.mistake.set(error.message);
    }
  }
}

/** Opens the dialog; `show` is called with the text of a plan. */
export async function openPaste(dialogs: Dialogs, show: Show): Promise<void> {
  await dialogs.open<PasteDialog, undefined, Show>(PasteDialog, { data: show, width: 720, isForm: true });
}
