import { Component, input, output } from '@angular/core';
import { Field } from '../../../shared/ui/field/field';
import { FieldControl } from '../../../shared/ui/field/field-control';
import { Icon } from '../../../shared/ui/icon/icon';
import type { JobField, JobForm, JobFormChange, JobFormErrors } from '../../data/job-form';
import { KeepLastField } from './keep-last-field';

/** Settings of a query job: its SQL, whether it may write, and the file that its results are saved as. */
@Component({
  selector: 'dw-query-fields',
  imports: [Field, FieldControl, Icon, KeepLastField],
  template: `
    @let f = form();
    <dw-field label="SQL" [error]="errors().sql">
      <textarea
        #sql
        class="dw-input dw-form dw-mono"
        dwFieldControl
        rows="5"
        spellcheck="false"
        [value]="f.sql"
        (input)="changed.emit({ change: { sql: sql.value }, field: 'sql' })"
      ></textarea>
    </dw-field>
    <label class="dw-check"
      ><input
        #write
        type="checkbox"
        [checked]="f.mayWrite"
        (change)="changed.emit({ change: { mayWrite: write.checked }, field: 'sql' })"
      />Allow writes</label
    >
    @if (areWritesRefused()) {
      <p class="dw-note dw-warn">
        <dw-icon name="triangle-alert" [size]="14" />
        <span class="dw-grow">This job can only read. Allow writes, or change the SQL.</span>
        <button type="button" class="dw-btn" (click)="changed.emit({ change: { mayWrite: true }, field: 'sql' })">
          Allow writes
        </button>
      </p>
    }
    <div class="pair">
      <dw-field
        label="Save results as"
        help="report.csv, .json, .ndjson or .parquet"
        [isOptional]="true"
        [error]="errors().save_results_as"
      >
        <input
          #saveAs
          class="dw-input dw-form dw-mono"
          dwFieldControl
          maxlength="100"
          [value]="f.saveAs"
          (input)="changed.emit({ change: { saveAs: saveAs.value }, field: 'save_results_as' })"
        />
      </dw-field>
      <dw-keep-last-field
        help="Default: 30"
        [value]="f.keepLast"
        [error]="errors().keep_last"
        (changed)="changed.emit($event)"
        (left)="left.emit('keep_last')"
      />
    </div>
  `,
  styleUrl: './job-fields.css',
})
export class QueryFields {
  readonly form = input.required<JobForm>();
  readonly errors = input.required<JobFormErrors>();
  /** The server refused the SQL because it writes. */
  readonly areWritesRefused = input.required<boolean>();
  readonly changed = output<JobFormChange>();
  /** The field that lost the focus. */
  readonly left = output<JobField>();
}
