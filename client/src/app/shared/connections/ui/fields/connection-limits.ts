import { Component, computed, input, output } from '@angular/core';
import { Field } from '../../../ui/field/field';
import { FieldControl } from '../../../ui/field/field-control';
import { hasSetting } from '../../connection-form';
import type { ConnectionChange, ConnectionField, ConnectionForm, ConnectionFormErrors } from '../../connection-form';

/** Fields for the limits of a connection: the size of its pool (Postgres) and the statement timeout. */
@Component({
  selector: 'dw-connection-limits',
  imports: [Field, FieldControl],
  template: `
    <div class="pair">
      @if (hasPool()) {
        <dw-field label="Max connections" [error]="errors().poolMax">
          <input
            class="dw-input dw-form dw-mono"
            dwFieldControl
            inputmode="numeric"
            maxlength="4"
            [value]="form().poolMax"
            (input)="type('poolMax', $event)"
            (blur)="left.emit('poolMax')"
          />
        </dw-field>
      }
      <dw-field label="Statement timeout" [isOptional]="true" [error]="errors().timeoutSeconds">
        <div class="dw-input dw-form">
          <input
            class="dw-mono"
            dwFieldControl
            inputmode="decimal"
            placeholder="none"
            maxlength="11"
            [value]="form().timeoutSeconds"
            (input)="type('timeoutSeconds', $event)"
            (blur)="left.emit('timeoutSeconds')"
          />
          <span class="dw-dense dw-t3">seconds</span>
        </div>
      </dw-field>
    </div>
  `,
  styleUrl: './connection-fields.css',
})
export class ConnectionLimits {
  readonly form = input.required<ConnectionForm>();
  readonly errors = input.required<ConnectionFormErrors>();
  readonly changed = output<ConnectionChange>();
  /** The field that lost the focus. */
  readonly left = output<ConnectionField>();

  protected readonly hasPool = computed(() => hasSetting(this.form(), 'pool.max'));

  protected type(field: ConnectionField, event: Event): void {
    this.changed.emit({ field, value: (event.target as HTMLInputElement).value });
  }
}
