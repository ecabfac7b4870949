import { Component, input, output } from '@angular/core';
import { Field } from '../../../shared/ui/field/field';
import { FieldControl } from '../../../shared/ui/field/field-control';
import { Icon } from '../../../shared/ui/icon/icon';
import type { JobField, JobForm, JobFormChange, JobFormErrors } from '../../data/job-form';

/** What holds for each run of a job of any kind: missed runs, the timeout and notifications. */
@Component({
  selector: 'dw-run-fields',
  imports: [Field, FieldControl, Icon],
  template: `
    @let f = form();
    <div class="pair">
      <dw-field label="Missed runs">
        <div class="dw-select">
          <select #missed class="dw-input dw-form" dwFieldControl (change)="edit({ missed: $any(missed.value) })">
            <option value="" [selected]="f.missed === ''">Default</option>
            <option value="skip" [selected]="f.missed === 'skip'">Skip</option>
            <option value="once" [selected]="f.missed === 'once'">Run once, up to a day late</option>
          </select>
          <dw-icon name="chevron-down" [size]="14" />
        </div>
      </dw-field>
      <dw-field label="Timeout (min)" [isOptional]="true" [error]="errors().timeout_s">
        <input
          #timeout
          class="dw-input dw-form"
          dwFieldControl
          inputmode="decimal"
          [value]="f.timeoutMinutes"
          (input)="edit({ timeoutMinutes: timeout.value }, 'timeout_s')"
          (blur)="left.emit('timeout_s')"
        />
      </dw-field>
    </div>
    <div class="checks">
      <label class="dw-check"
        ><input #onError type="checkbox" [checked]="f.onError" (change)="edit({ onError: onError.checked })" />Notify on
        failure</label
      >
      <label class="dw-check"
        ><input
          #onSuccess
          type="checkbox"
          [checked]="f.onSuccess"
          (change)="edit({ onSuccess: onSuccess.checked })"
        />Notify on success</label
      >
    </div>
  `,
  styleUrl: './job-fields.css',
})
export class RunFields {
  readonly form = input.required<JobForm>();
  readonly errors = input.required<JobFormErrors>();
  readonly changed = output<JobFormChange>();
  /** The field that lost the focus. */
  readonly left = output<JobField>();

  protected edit(change: Partial<JobForm>, field: JobField = 'trigger'): void {
    this.changed.emit({ change, field });
  }
}
