import { Component, input, output } from '@angular/core';
import type { PipelineStep } from '#libs/pipelines';
import { Icon } from '../../shared/ui/icon/icon';
import { PipelinePartActions } from './pipeline-part-actions';

/** One step of a pipeline: its name and its SQL. */
@Component({
  selector: 'dw-pipeline-step-part',
  imports: [Icon, PipelinePartActions],
  template: `
    @let step = definition();
    <div class="head">
      <dw-icon name="arrow-down" [size]="14" /><span class="dw-t3">Step</span>
      <input
        #stepName
        class="dw-input dw-sm dw-mono"
        [attr.aria-label]="'Name of step ' + ordinal()"
        [value]="step.name"
        (input)="renamed.emit(stepName.value)"
      />
      <dw-pipeline-part-actions [name]="step.name" (previewed)="previewed.emit()" (removed)="removed.emit()" />
    </div>
    <textarea
      #stepSql
      class="dw-input dw-form dw-mono"
      rows="4"
      spellcheck="false"
      [attr.aria-label]="'SQL of ' + step.name"
      [value]="step.sql"
      (input)="sqlChanged.emit(stepSql.value)"
    ></textarea>
  `,
  styleUrl: './pipeline-part.css',
})
export class PipelineStepPart {
  readonly definition = input.required<PipelineStep>();
  /** Which step of the pipeline it is, from 1. */
  readonly ordinal = input.required<number>();
  readonly renamed = output<string>();
  readonly sqlChanged = output<string>();
  readonly previewed = output();
  readonly removed = output();
}
