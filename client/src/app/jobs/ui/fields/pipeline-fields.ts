import { Component, computed, input, output } from '@angular/core';
import { Field } from '../../../shared/ui/field/field';
import { FieldControl } from '../../../shared/ui/field/field-control';
import { Icon } from '../../../shared/ui/icon/icon';
import type { JobField, JobForm, JobFormChange, JobFormErrors } from '../../data/job-form';
import { KeepLastField } from './keep-last-field';

/** Settings of a pipeline job: the pipeline, and how many runs keep their file. */
@Component({
  selector: 'dw-pipeline-fields',
  imports: [Field, FieldControl, Icon, KeepLastField],
  template: `
    @let f = form();
    <div class="pair">
      <dw-field label="Pipeline" [help]="help()" [error]="errors().pipeline_id">
        <div class="dw-select">
          <select
            #pipeline
            class="dw-input dw-form"
            dwFieldControl
            (change)="changed.emit({ change: { pipelineId: pipeline.value }, field: 'pipeline_id' })"
          >
            <option value="" [selected]="f.pipelineId === ''">Choose a pipeline</option>
            @for (one of pipelines(); track one.id) {
              <option [value]="one.id" [selected]="one.id === f.pipelineId">{{ one.name }}</option>
            }
          </select>
          <dw-icon name="chevron-down" [size]="14" />
        </div>
      </dw-field>
      <dw-keep-last-field
        help="Default: all"
        [value]="f.keepLast"
        [error]="errors().keep_last"
        (changed)="changed.emit($event)"
        (left)="left.emit('keep_last')"
      />
    </div>
  `,
  styleUrl: './job-fields.css',
})
export class PipelineFields {
  readonly form = input.required<JobForm>();
  readonly errors = input.required<JobFormErrors>();
  readonly pipelines = input.required<readonly { id: string; name: string }[]>();
  readonly changed = output<JobFormChange>();
  /** The field that lost the focus. */
  readonly left = output<JobField>();

  protected readonly help = computed(() =>
    this.pipelines().length === 0 ? 'No pipelines yet. Create one on the Data page.' : '',
  );
}
