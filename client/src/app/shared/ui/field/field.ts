import { Component, effect, inject, input } from '@angular/core';
import { Icon } from '../icon/icon';
import { FieldLinks } from './field-links';

/** A form field: label above, help below in grey, an error in its place with the fix in the sentence. */
@Component({
  selector: 'dw-field',
  imports: [Icon],
  providers: [FieldLinks],
  template: `
    <label [attr.for]="links.controlId" [class.cdk-visually-hidden]="isLabelHidden()">
      {{ label() }}
      @if (isOptional()) {
        <span class="optional">optional</span>
      }
    </label>
    <ng-content />
    @if (error(); as error) {
      <p class="error" [id]="links.errorId"><dw-icon name="circle-x" [size]="14" />{{ error }}</p>
    } @else if (help()) {
      <p class="help" [id]="links.helpId">{{ help() }}</p>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-1);
      min-width: 0;
    }
    label,
    p {
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
    }
    label {
      font-weight: var(--dw-weight-medium);
    }
    .optional {
      font-weight: var(--dw-weight-regular);
      color: var(--dw-text-3);
    }
    .help {
      color: var(--dw-text-3);
    }
    .error {
      display: flex;
      gap: 5px;
      color: var(--dw-danger-text);
      overflow-wrap: anywhere;
    }
    .error > dw-icon {
      padding-top: 1px;
    }
  `,
})
export class Field {
  readonly label = input.required<string>();
  readonly help = input('');
  readonly error = input<string | null | undefined>(null);
  readonly isOptional = input(false);
  /** Where the words stand beside the control already. */
  readonly isLabelHidden = input(false);

  protected readonly links = inject(FieldLinks);

  constructor() {
    effect(() => {
      this.links.hasError.set(Boolean(this.error()));
      this.links.hasHelp.set(this.help() !== '');
    });
  }
}
