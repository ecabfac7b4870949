import { Component, computed, input, output } from '@angular/core';
import type { FormField } from '#libs/forms';
import { Field } from '../../../ui/field/field';
import { FieldControl } from '../../../ui/field/field-control';
import { Icon } from '../../../ui/icon/icon';
import type { ConnectionChange, ConnectionField, ConnectionForm, ConnectionFormErrors } from '../../connection-form';

/** Fields for a connection to a DuckDB file or a folder of files: its path, and the encoding of text files. */
@Component({
  selector: 'dw-path-fields',
  imports: [Field, FieldControl, Icon],
  template: `
    <dw-field label="Path" [help]="pathHelp()" [error]="errors().path">
      <input
        class="dw-input dw-form dw-mono"
        dwFieldControl
        spellcheck="false"
        autocapitalize="off"
        [value]="form().path"
        (input)="type('path', $event)"
        (blur)="left.emit('path')"
      />
    </dw-field>
    @if (encoding(); as encoding) {
      <dw-field label="Encoding" [help]="encoding.help ?? ''" [error]="errors().encoding">
        <div class="dw-select">
          <select class="dw-input dw-form" dwFieldControl (change)="type('encoding', $event)">
            @for (one of encoding.choices; track one.value) {
              <option [value]="one.value" [selected]="one.value === form().encoding">{{ one.label }}</option>
            }
          </select>
          <dw-icon name="chevron-down" [size]="14" />
        </div>
      </dw-field>
    }
  `,
  styles: `
    :host {
      display: contents;
    }
  `,
})
export class PathFields {
  readonly form = input.required<ConnectionForm>();
  readonly errors = input.required<ConnectionFormErrors>();
  readonly changed = output<ConnectionChange>();
  /** The field that lost the focus. */
  readonly left = output<ConnectionField>();

  protected readonly pathHelp = computed(() => this.setting('path')?.help ?? '');
  protected readonly encoding = computed(() => this.setting('encoding'));

  protected type(field: ConnectionField, event: Event): void {
    this.changed.emit({ field, value: (event.target as HTMLInputElement).value });
  }

  private setting(name: string): FormField | undefined {
    return this.form().settings.find((setting) => setting.name === name);
  }
}
