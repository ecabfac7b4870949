import { Component, input, output } from '@angular/core';
import { Icon } from '../icon/icon';
import { DialogFrame } from './dialog-frame';
import { FormActions } from './form-actions';

/** How the form stands, as `FormSending` reports it. */
export interface FormState {
  /** Whether it is on its way. */
  isSending(): boolean;
  /** Why it was refused, where that belongs to no field. */
  failure(): string | null;
}

const STILL: FormState = { isSending: () => false, failure: () => null };

/** A dialog that is a form: its fields one below the other, what went wrong, Cancel, and the button that sends it. */
@Component({
  selector: 'dw-form-frame',
  imports: [DialogFrame, FormActions, Icon],
  template: `
    <form novalidate autocomplete="off" (submit)="$event.preventDefault(); sent.emit()">
      <dw-dialog-frame [heading]="heading()" [isSending]="state().isSending()">
        <div dwDialogBody class="fields">
          <ng-content />
          <div class="outcome" role="alert">
            @if (state().failure(); as failure) {
              <p class="dw-note dw-danger"><dw-icon name="circle-x" [size]="14" />{{ failure }}</p>
            }
          </div>
        </div>
        <dw-form-actions dwDialogActions [action]="action()" [isSending]="state().isSending()" />
      </dw-dialog-frame>
    </form>
  `,
  styles: `
    :host,
    form {
      display: contents;
    }
    .fields {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-4);
    }
    .outcome:empty {
      display: none;
    }
  `,
})
export class FormFrame {
  readonly heading = input.required<string>();
  /** What the button that sends it says. */
  readonly action = input.required<string>();
  /** Left out where nothing is sent anywhere. */
  readonly state = input(STILL);
  readonly sent = output();
}
