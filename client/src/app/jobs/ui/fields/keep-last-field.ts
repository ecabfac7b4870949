import { Component, input, output } from '@angular/core';
import { Field } from '../../../shared/ui/field/field';
import { FieldControl } from '../../../shared/ui/field/field-control';
import type { JobFormChange } from '../../data/job-form';

/** The field for how many runs of a job keep their files. */
@Component({
  selector: 'dw-keep-last-field',
  imports: [Field, FieldControl],
  template: `
    <dw-field label="Keep last" [help]="help()" [isOptional]="true" [error]="error()">
      <input
        #keep
        class="dw-input dw-form"
        dwFieldControl
        inputmode="numeric"
        [value]="value()"
        (input)="changed.emit({ change: { keepLast: keep.value }, field: 'keep_last' })"
        (blur)="left.emit()"
      />
    </dw-field>
  `,
  styles: `
    :host {
      display: contents;
    }
  `,
})
export class KeepLastField {
  readonly value = input.required<string>();
  /** What an empty field means for this kind of job. */
  readonly help = input.required<string>();
  readonly error = input<string | null | undefined>(null);
  readonly changed = output<JobFormChange>();
  /** The field lost the focus. */
  readonly left = output();
}
