import { Component, input, output } from '@angular/core';
import type { PipelineStep } from '#libs/pipelines';
import { Icon } from '../../shared/ui/icon/icon';

/** One step of a pipeline: its name and its SQL. */
@Component({
  selector: 'dw-pipeline-step-part',
  imports: [Icon],
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
      <span class="dw-grow"></span>
      <button type="button" class="dw-btn dw-ghost dw-sm" (click)="previewed.emit()">
        <dw-icon name="eye" [size]="14" />Preview
      </button>
      <button
        type="button"
        class="dw-btn dw-ghost dw-icon-only dw-sm"
        [attr.aria-label]="'Remove ' + step.name"
        (click)="removed.emit()"
      >
        <dw-icon name="x" [size]="14" />
      </button>
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
