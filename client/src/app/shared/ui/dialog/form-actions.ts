import { DialogRef } from '@angular/cdk/dialog';
import { booleanAttribute, Component, inject, input } from '@angular/core';

/** The buttons of a dialog that is a form: the one that leaves it, and the one that sends it, last. */
@Component({
  selector: 'dw-form-actions',
  template: `
    <button type="button" class="dw-btn dw-ghost dw-lg" (click)="dialog.close()">{{ leave() }}</button>
    @if (action() !== null) {
      <button
        type="submit"
        class="dw-btn dw-primary dw-lg"
        [attr.aria-busy]="isSending() || null"
        [attr.aria-disabled]="isSending() || isBlocked() || null"
      >
        @if (isSending()) {
          <span class="dw-spinner"></span>
        }
        {{ action() }}
      </button>
    }
  `,
  styles: `
    :host {
      display: contents;
    }
  `,
})
export class FormActions {
  /** The text of the button that sends the form; null where it cannot be sent. */
  readonly action = input.required<string | null>();
  readonly leave = input('Cancel');
  readonly isSending = input(false, { transform: booleanAttribute });
  /** What the form needs is not there yet. */
  readonly isBlocked = input(false, { transform: booleanAttribute });
  protected readonly dialog = inject<DialogRef>(DialogRef);
}
