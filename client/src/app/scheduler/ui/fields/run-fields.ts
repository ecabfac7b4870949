import { Component, input, output } from '@angular/core';
import type { JobKindInfo } from '#libs/api';
import { Field } from '../../../shared/ui/field/field';
import { FieldControl } from '../../../shared/ui/field/field-control';
import { Icon } from '../../../shared/ui/icon/icon';
import type { JobDraft } from '../../data/job-draft';

/** What holds for each run of a job of any kind: missed runs, the timeout and notifications. */
@Component({
  selector: 'dw-run-fields',
  imports: [Field, FieldControl, Icon],
  template: `
    @let d = draft();
    <div class="pair">
      <dw-field label="Missed runs">
        <div class="dw-select">
          <select
            #missed
            class="dw-input dw-form"
            dwFieldControl
            (change)="changed.emit({ missed: $any(missed.value) })"
          >
            <option value="" [selected]="d.missed === ''">
              {{ kind().default_missed === 'once' ? 'Default: run once' : 'Default: skip' }}
            </option>
            <option value="skip" [selected]="d.missed === 'skip'">Skip</option>
            <option value="once" [selected]="d.missed === 'once'">Run once, up to a day late</option>
          </select>
          <dw-icon name="chevron-down" [size]="14" />
        </div>
      </dw-field>
      <dw-field
        label="Timeout (min)"
        [isOptional]="true"
        [help]="'Default: ' + kind().default_timeout_s / 60"
        [error]="error()"
      >
        <input
          #timeout
          class="dw-input dw-form"
          dwFieldControl
          inputmode="decimal"
          [value]="d.timeoutMinutes"
          (input)="changed.emit({ timeoutMinutes: timeout.value })"
          (blur)="left.emit()"
        />
      </dw-field>
    </div>
    <div class="checks">
      <label class="dw-check"
        ><input
          #onError
          type="checkbox"
          [checked]="d.onError"
          (change)="changed.emit({ onError: onError.checked })"
        />Notify on failure</label
      >
      <label class="dw-check"
        ><input
          #onSuccess
          type="checkbox"
          [checked]="d.onSuccess"
          (change)="changed.emit({ onSuccess: onSuccess.checked })"
        />Notify on success</label
      >
    </div>
  `,
  styleUrl: './run-fields.css',
})
export class RunFields {
  readonly kind = input.required<JobKindInfo>();
  readonly draft = input.required<JobDraft>();
  /** What is wrong with the timeout. */
  readonly error = input<string | null | undefined>(null);
  readonly changed = output<Partial<JobDraft>>();
  /** The timeout was typed and left. */
  readonly left = output();
}
