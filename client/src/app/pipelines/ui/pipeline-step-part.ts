import { Component, computed, input, output } from '@angular/core';
import type { PipelineStep } from '#libs/pipelines';
import { stepCatalog } from '#libs/sql';
import type { StepTable } from '#libs/sql';
import { SqlField } from '../../shared/editor/ui/sql-field';
import { FieldLinks } from '../../shared/ui/field/field-links';
import { Icon } from '../../shared/ui/icon/icon';
import { PipelinePartActions } from './pipeline-part-actions';

/** One step of a pipeline: its name and its SQL. */
@Component({
  selector: 'dw-pipeline-step-part',
  imports: [Icon, PipelinePartActions, SqlField],
  template: `
    @let step = definition();
    <div class="head">
      <dw-icon name="arrow-down" [size]="14" /><span class="dw-t3">Step</span>
      <input
        #stepName
        class="dw-input dw-form dw-sm dw-mono"
        [attr.aria-label]="'Name of step ' + ordinal()"
        [value]="step.name"
        (input)="renamed.emit(stepName.value)"
      />
      <dw-pipeline-part-actions [name]="step.name" (previewed)="previewed.emit()" (removed)="removed.emit()" />
    </div>
    <dw-sql-field
      [label]="'SQL of ' + step.name"
      [value]="step.sql"
      [catalog]="catalog()"
      [lines]="4"
      (valueChange)="sqlChanged.emit($event)"
    />
  `,
  styleUrl: './pipeline-part.css',
  providers: [FieldLinks],
})
export class PipelineStepPart {
  readonly definition = input.required<PipelineStep>();
  /** Which step of the pipeline it is, from 1. */
  readonly ordinal = input.required<number>();
  /** The tables before it. */
  readonly tables = input.required<readonly StepTable[]>();
  readonly renamed = output<string>();
  readonly sqlChanged = output<string>();
  readonly previewed = output();
  readonly removed = output();

  protected readonly catalog = computed(() => stepCatalog(this.tables()));
}
