import { Component, computed, input, output } from '@angular/core';
import { Field } from '../../../ui/field/field';
import { FieldControl } from '../../../ui/field/field-control';
import { Icon } from '../../../ui/icon/icon';
import type { ConnectionChange, ConnectionField, ConnectionForm, ConnectionFormErrors } from '../../connection-form';

/** Fields for the server, database and sign-in of a Postgres connection. */
@Component({
  selector: 'dw-server-fields',
  imports: [Field, FieldControl, Icon],
  templateUrl: './server-fields.html',
  styleUrl: './connection-fields.css',
})
export class ServerFields {
  readonly form = input.required<ConnectionForm>();
  readonly errors = input.required<ConnectionFormErrors>();
  readonly passwordHelp = input.required<string>();
  readonly hasStoredPassword = input.required<boolean>();
  /** The password is readable. An input, no model: the parent hides it at once when a URL fills the form. */
  readonly isPasswordShown = input.required<boolean>();
  readonly isPasswordShownChange = output<boolean>();
  readonly changed = output<ConnectionChange>();
  /** The field that lost the focus. */
  readonly left = output<ConnectionField>();

  protected readonly sslModes = computed(() => this.form().settings.find(({ name }) => name === 'ssl')?.choices ?? []);

  protected type(field: ConnectionField, event: Event): void {
    this.changed.emit({ field, value: (event.target as HTMLInputElement).value });
  }

  protected forgetPassword(isRemoved: boolean): void {
    this.changed.emit({ field: 'password', value: '' });
    this.changed.emit({ field: 'isPasswordRemoved', value: isRemoved });
  }
}
