import { Component, inject, input, model } from '@angular/core';
import { holdUnsaved } from '../../unsaved/unsaved-forms';
import { CopyButton } from '../copy-button';
import { DIALOG_FORMS } from '../dialog/dialog-heading-id';
import { Icon } from '../icon/icon';

/** A secret that cannot be shown again, with a button that copies it; closing asks until it was copied. */
@Component({
  selector: 'dw-shown-once',
  imports: [CopyButton, Icon],
  template: `
    <p class="dw-note dw-warn"><dw-icon name="triangle-alert" [size]="14" />Shown only once. {{ note() }}</p>
    <div class="secret">
      <code class="dw-mono" data-secret (copy)="isCopied.set(true)">{{ text() }}</code>
      <dw-copy-button [label]="'Copy ' + name()" [text]="text()" (copied)="isCopied.set(true)" />
    </div>
  `,
  styleUrl: './secret-box.css',
})
export class ShownOnce {
  readonly text = input.required<string>();
  /** What it is, such as "the token". */
  readonly name = input.required<string>();
  /** What else there is to know about it, a sentence. */
  readonly note = input('');
  readonly isCopied = model(false);

  constructor() {
    const form = { name: () => this.name(), isDirty: () => !this.isCopied(), isShownOnce: true };
    holdUnsaved(form);
    inject(DIALOG_FORMS, { optional: true })?.add(form);
  }
}
