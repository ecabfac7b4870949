import { Component, input, output } from '@angular/core';
import { Field } from '../../../shared/ui/field/field';
import { FieldControl } from '../../../shared/ui/field/field-control';
import type { JobForm, JobFormChange, JobFormErrors } from '../../data/job-form';

/** Settings of a vacuum or analyze job: its tables, and for a vacuum whether it also analyzes and rewrites them. */
@Component({
  selector: 'dw-maintenance-fields',
  imports: [Field, FieldControl],
  template: `
    @let f = form();
    <dw-field
      label="Tables"
      help="One per line. Empty: the whole database."
      [isOptional]="true"
      [error]="errors().tables"
    >
      <textarea
        #names
        class="dw-input dw-form dw-mono"
        dwFieldControl
        rows="3"
        spellcheck="false"
        [value]="f.tables"
        (input)="changed.emit({ change: { tables: names.value }, field: 'tables' })"
      ></textarea>
    </dw-field>
    @if (isVacuum()) {
      <label class="dw-check"
        ><input
          #analyze
          type="checkbox"
          [checked]="f.analyze"
          (change)="changed.emit({ change: { analyze: analyze.checked }, field: 'tables' })"
        />Also run ANALYZE</label
      >
      <label class="dw-check"
        ><input
          #full
          type="checkbox"
          [checked]="f.full"
          (change)="changed.emit({ change: { full: full.checked }, field: 'tables' })"
        />Full (rewrites and locks each table)</label
      >
    }
  `,
  styleUrl: './job-fields.css',
})
export class MaintenanceFields {
  readonly form = input.required<JobForm>();
  readonly errors = input.required<JobFormErrors>();
  readonly isVacuum = input.required<boolean>();
  readonly changed = output<JobFormChange>();
}
