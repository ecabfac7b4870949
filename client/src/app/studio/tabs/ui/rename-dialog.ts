import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject } from '@angular/core';
import { FormFrame } from '../../../shared/ui/dialog/form-frame';
import { Field } from '../../../shared/ui/field/field';
import { FieldControl } from '../../../shared/ui/field/field-control';

/** Asks for the name of a tab. Closes with it; an empty one gives the name back to the text. */
@Component({
  selector: 'dw-rename-dialog',
  imports: [Field, FieldControl, FormFrame],
  template: `
    <dw-form-frame heading="Rename tab" action="Rename tab" (sent)="dialog.close(name.value)">
      <dw-field label="Name" help="Default: the first comment of the SQL.">
        <input #name class="dw-input dw-form" dwFieldControl maxlength="80" [value]="title" (focus)="name.select()" />
      </dw-field>
    </dw-form-frame>
  `,
  styles: `
    :host {
      display: contents;
    }
  `,
})
export class RenameDialog {
  protected readonly title = inject<string>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef<string>>(DialogRef);
}
