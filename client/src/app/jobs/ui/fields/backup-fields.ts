import { Component, input, output } from '@angular/core';
import { Field } from '../../../shared/ui/field/field';
import { FieldControl } from '../../../shared/ui/field/field-control';
import { Icon } from '../../../shared/ui/icon/icon';
import type { JobField, JobForm, JobFormChange, JobFormErrors } from '../../data/job-form';
import { KeepLastField } from './keep-last-field';

/** Settings of a backup job: its format and destination, how many backups are kept, and the test restore. */
@Component({
  selector: 'dw-backup-fields',
  imports: [Field, FieldControl, Icon, KeepLastField],
  template: `
    @let f = form();
    <div class="pair">
      <dw-field label="Format">
        <div class="dw-select">
          <select
            #format
            class="dw-input dw-form"
            dwFieldControl
            (change)="changed.emit({ change: { format: format.value }, field: 'destination' })"
          >
            <option value="custom" [selected]="f.format === 'custom'">Custom (compressed)</option>
            <option value="plain" [selected]="f.format === 'plain'">Plain SQL</option>
            <option value="directory" [selected]="f.format === 'directory'">Directory</option>
          </select>
          <dw-icon name="chevron-down" [size]="14" />
        </div>
      </dw-field>
      <dw-keep-last-field
        help="Empty: keep all"
        [value]="f.keepLast"
        [error]="errors().keep_last"
        (changed)="changed.emit($event)"
        (left)="left.emit('keep_last')"
      />
    </div>
    <dw-field
      label="Destination"
      help="Folder inside the backup folder. Default: the connection name."
      [isOptional]="true"
      [error]="errors().destination"
    >
      <input
        #destination
        class="dw-input dw-form dw-mono"
        dwFieldControl
        spellcheck="false"
        [value]="f.destination"
        (input)="changed.emit({ change: { destination: destination.value }, field: 'destination' })"
      />
    </dw-field>
    <label class="dw-check"
      ><input
        #proof
        type="checkbox"
        [checked]="f.proof"
        (change)="changed.emit({ change: { proof: proof.checked }, field: 'destination' })"
      />Verify each backup with a test restore</label
    >
  `,
  styleUrl: './job-fields.css',
})
export class BackupFields {
  readonly form = input.required<JobForm>();
  readonly errors = input.required<JobFormErrors>();
  readonly changed = output<JobFormChange>();
  /** The field that lost the focus. */
  readonly left = output<JobField>();
}
