import { Component, input, output } from '@angular/core';
import type { PluginJobInfo } from '#libs/api';
import { Field } from '../../../shared/ui/field/field';
import { FieldControl } from '../../../shared/ui/field/field-control';
import { Icon } from '../../../shared/ui/icon/icon';
import type { JobForm, JobFormChange, JobFormErrors } from '../../data/job-form';

/** Settings of a plugin job: the job of a plugin, its network access and its options. */
@Component({
  selector: 'dw-plugin-fields',
  imports: [Field, FieldControl, Icon],
  template: `
    @let f = form();
    <dw-field
      label="Job of a plugin"
      [help]="plugins().length === 0 ? 'No plugins installed.' : ''"
      [error]="errors().plugin"
    >
      <div class="dw-select">
        <select
          #plugin
          class="dw-input dw-form"
          dwFieldControl
          (change)="changed.emit({ change: { pluginJob: plugin.value }, field: 'plugin' })"
        >
          <option value="" [selected]="f.pluginJob === ''">Choose</option>
          @for (one of plugins(); track one.key) {
            <option [value]="one.key" [selected]="one.key === f.pluginJob">{{ one.job.title }} ({{ one.key }})</option>
          }
        </select>
        <dw-icon name="chevron-down" [size]="14" />
      </div>
    </dw-field>
    <label class="dw-check"
      ><input
        #network
        type="checkbox"
        [checked]="f.pluginNetwork"
        (change)="changed.emit({ change: { pluginNetwork: network.checked }, field: 'plugin' })"
      />Allow network access</label
    >
    <dw-field label="Options" help="A JSON object." [isOptional]="true" [error]="errors().options">
      <textarea
        #options
        class="dw-input dw-form dw-mono"
        dwFieldControl
        rows="3"
        spellcheck="false"
        [value]="f.options"
        (input)="changed.emit({ change: { options: options.value }, field: 'options' })"
      ></textarea>
    </dw-field>
  `,
  styleUrl: './job-fields.css',
})
export class PluginFields {
  readonly form = input.required<JobForm>();
  readonly errors = input.required<JobFormErrors>();
  /** Jobs of the installed plugins; `key` is `plugin/job`. */
  readonly plugins = input.required<readonly { key: string; job: PluginJobInfo }[]>();
  readonly changed = output<JobFormChange>();
}
