import { Component, input, output } from '@angular/core';
import { PIPELINE_FORMATS } from '#libs/pipelines';
import type { PipelineFormat } from '#libs/pipelines';
import { Icon } from '../../shared/ui/icon/icon';
import type { DraftOutput } from '../data/pipeline-draft';

/** The output of a pipeline: its table, and the format and name of the file. */
@Component({
  selector: 'dw-pipeline-output-part',
  imports: [Icon],
  template: `
    @let output = definition();
    <div class="head">
      <dw-icon name="file-output" [size]="14" /><span class="dw-t3">Output</span>
      <div class="dw-select">
        <select
          #from
          class="dw-input dw-form dw-sm"
          aria-label="Table of the output"
          (change)="changed.emit({ at: from.selectedIndex })"
        >
          @for (one of tables(); track $index; let at = $index) {
            <option [value]="at" [selected]="at === output.at">{{ one }}</option>
          }
        </select>
        <dw-icon name="chevron-down" [size]="14" />
      </div>
      <div class="dw-select">
        <select
          #format
          class="dw-input dw-form dw-sm"
          aria-label="Format of the output"
          (change)="pickFormat(format.value)"
        >
          @for (one of formats; track one) {
            <option [value]="one" [selected]="one === output.format">
              {{ one === 'parquet' ? 'Parquet' : one.toUpperCase() }}
            </option>
          }
        </select>
        <dw-icon name="chevron-down" [size]="14" />
      </div>
      <input
        #outputName
        class="dw-input dw-form dw-sm dw-mono"
        aria-label="Name of the file"
        [value]="output.name"
        (input)="changed.emit({ name: outputName.value })"
      />
    </div>
  `,
  styleUrl: './pipeline-part.css',
})
export class PipelineOutputPart {
  readonly definition = input.required<DraftOutput>();
  /** Names of the tables that can be written. */
  readonly tables = input.required<readonly string[]>();
  readonly changed = output<Partial<DraftOutput>>();

  protected readonly formats = PIPELINE_FORMATS;

  protected pickFormat(format: string): void {
    this.changed.emit({ format: this.formats.find((one) => one === format) ?? ('parquet' satisfies PipelineFormat) });
  }
}
