import { Component, computed, input, output } from '@angular/core';
import { encodingName, FILE_ENCODINGS } from '#libs/files';
import type { FileEncoding } from '#libs/files';
import { Field } from '../../../ui/field/field';
import { FieldControl } from '../../../ui/field/field-control';
import { Icon } from '../../../ui/icon/icon';
import type { ConnectionChange, ConnectionField, ConnectionForm, ConnectionFormErrors } from '../../connection-form';

const DUCKDB_HELP = 'DuckDB database file on the server, created if missing. Relative to the configuration file.';
const FILES_HELP =
  'Folder on the server with CSV, TSV, JSON, NDJSON or Parquet files, or one SQLite file. Each file is a table.';

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
    @if (form().kind === 'files') {
      <dw-field
        label="Encoding"
        help="Applies to text files. To override it for a file, edit “files” in connections.yaml."
        [error]="errors().encoding"
      >
        <div class="dw-select">
          <select class="dw-input dw-form" dwFieldControl (change)="type('encoding', $event)">
            @for (one of encodings; track one) {
              <option [value]="one" [selected]="one === form().encoding">{{ encodingText(one) }}</option>
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

  protected readonly encodings = FILE_ENCODINGS;
  protected readonly pathHelp = computed(() => (this.form().kind === 'duckdb' ? DUCKDB_HELP : FILES_HELP));

  protected encodingText(encoding: FileEncoding): string {
    return encoding === 'auto' ? 'Auto' : encodingName(encoding);
  }

  protected type(field: ConnectionField, event: Event): void {
    this.changed.emit({ field, value: (event.target as HTMLInputElement).value });
  }
}
