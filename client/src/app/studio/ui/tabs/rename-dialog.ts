import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject } from '@angular/core';
import { DialogFrame } from '../../../shared/ui/dialog/dialog-frame';
import { Field } from '../../../shared/ui/field/field';
import { FieldControl } from '../../../shared/ui/field/field-control';

/** Asks for the name of a tab. Closes with it; an empty one gives the name back to the text. */
@Component({
  selector: 'dw-rename-dialog',
  imports: [DialogFrame, Field, FieldControl],
  template: `
    <form novalidate autocomplete="off" (submit)="$event.preventDefault(); dialog.close(name.value)">
      <dw-dialog-frame heading="Name the tab">
        <dw-field dwDialogBody label="Name" help="Left empty, the first comment of the text names it.">
          <input #name class="dw-input dw-form" dwFieldControl maxlength="80" [value]="title" (focus)="name.select()" />
        </dw-field>
        <ng-container dwDialogActions>
          <button type="button" class="dw-btn dw-ghost dw-lg" (click)="dialog.close()">Cancel</button>
          <button type="submit" class="dw-btn dw-primary dw-lg">Name tab</button>
        </ng-container>
      </dw-dialog-frame>
    </form>
  `,
  styles: `
    :host,
    form {
      display: contents;
    }
  `,
})
export class RenameDialog {
  protected readonly title = inject<string>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef<string>>(DialogRef);
}
