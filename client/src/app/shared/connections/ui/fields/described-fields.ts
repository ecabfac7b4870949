import { Component, computed, input, output } from '@angular/core';
import type { FormField } from '#libs/forms';
import { Field } from '../../../ui/field/field';
import { FieldControl } from '../../../ui/field/field-control';
import { Icon } from '../../../ui/icon/icon';
import { describedSettings } from '../../connection-form';
import type { ConnectionChange, ConnectionField, ConnectionForm, ConnectionFormErrors } from '../../connection-form';

/** Fields for the settings of a kind of connections that are known by their description alone. */
@Component({
  selector: 'dw-described-fields',
  imports: [Field, FieldControl, Icon],
  template: `
    @for (one of settings(); track one.name) {
      @if (one.type === 'switch') {
        <label class="dw-check">
          <input #box type="checkbox" [checked]="valueOf(one) === 'true'" (change)="change(one, box.checked)" />
          {{ one.label }}
        </label>
      } @else {
        <dw-field
          [label]="one.unit ? one.label + ' (' + one.unit + ')' : one.label"
          [help]="one.help ?? ''"
          [isOptional]="one.required !== true && one.type !== 'choice'"
          [error]="errors()[fieldOf(one)]"
        >
          @if (one.type === 'choice') {
            <div class="dw-select">
              <select #choice class="dw-input dw-form" dwFieldControl (change)="change(one, choice.value)">
                @for (option of one.choices; track option.value) {
                  <option [value]="option.value" [selected]="option.value === valueOf(one)">{{ option.label }}</option>
                }
              </select>
              <dw-icon name="chevron-down" [size]="14" />
            </div>
          } @else {
            <input
              #text
              class="dw-input dw-form"
              dwFieldControl
              spellcheck="false"
              autocapitalize="off"
              [class.dw-mono]="one.type !== 'text'"
              [type]="one.type === 'secret' ? 'password' : 'text'"
              [attr.autocomplete]="one.type === 'secret' ? 'new-password' : null"
              [attr.inputmode]="one.type === 'number' ? 'numeric' : null"
              [attr.placeholder]="one.placeholder"
              [value]="valueOf(one)"
              (input)="change(one, text.value)"
              (blur)="left.emit(fieldOf(one))"
            />
          }
        </dw-field>
      }
    }
  `,
  styles: `
    :host {
      display: contents;
    }
  `,
})
export class DescribedFields {
  readonly form = input.required<ConnectionForm>();
  readonly errors = input.required<ConnectionFormErrors>();
  readonly changed = output<ConnectionChange>();
  /** The field that lost the focus. */
  readonly left = output<ConnectionField>();

  protected readonly settings = computed(() => describedSettings(this.form()));

  protected fieldOf({ name }: FormField): ConnectionField {
    return `described.${name}`;
  }

  /** What was typed, or else the default of the setting. */
  protected valueOf({ name, default: initial }: FormField): string {
    return this.form().described[name] ?? String(initial ?? '');
  }

  protected change(setting: FormField, value: string | boolean): void {
    this.changed.emit({ field: this.fieldOf(setting), value });
  }
}
