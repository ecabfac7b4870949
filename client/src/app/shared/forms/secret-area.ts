import { Component, input, output } from '@angular/core';
import type { FormField } from '#libs/forms';
import { FieldControl } from '../ui/field/field-control';
import { Icon } from '../ui/icon/icon';

/** A secret of several lines, such as a private key: pasted, or read from a file of this computer. */
@Component({
  selector: 'dw-secret-area',
  imports: [FieldControl, Icon],
  template: `
    <textarea
      #area
      class="dw-input dw-form dw-mono"
      dwFieldControl
      spellcheck="false"
      autocapitalize="off"
      autocomplete="off"
      [rows]="field().rows ?? 3"
      [disabled]="isDisabled()"
      [attr.maxlength]="field().max_length"
      [attr.placeholder]="field().placeholder"
      [value]="text()"
      (input)="changed.emit(area.value)"
      (blur)="left.emit()"
    ></textarea>
    <label class="dw-btn dw-ghost dw-sm choose">
      <dw-icon name="upload" [size]="14" />Choose a file
      <input
        #file
        type="file"
        class="cdk-visually-hidden"
        [attr.aria-label]="'Choose a file: ' + field().label"
        [disabled]="isDisabled()"
        (change)="read(file)"
      />
    </label>
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-1);
    }
    textarea {
      height: auto;
      padding-block: 6px;
      resize: vertical;
    }
    .choose {
      position: relative;
      align-self: flex-start;
    }
    .choose:focus-within {
      outline: 2px solid var(--dw-focus);
      outline-offset: 1px;
    }
  `,
})
export class SecretArea {
  readonly field = input.required<FormField>();
  readonly text = input.required<string>();
  readonly isDisabled = input(false);
  readonly changed = output<string>();
  readonly left = output();

  protected async read(input: HTMLInputElement): Promise<void> {
    const [file] = input.files ?? [];
    input.value = '';
    if (file) this.changed.emit((await file.text()).slice(0, this.field().max_length));
  }
}
