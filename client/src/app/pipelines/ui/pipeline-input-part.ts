import { Component, computed, inject, input, output } from '@angular/core';
import type { PipelineInput } from '#libs/pipelines';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { SqlField } from '../../shared/editor/ui/sql-field';
import { FieldLinks } from '../../shared/ui/field/field-links';
import { Icon } from '../../shared/ui/icon/icon';
import { inputOfKind } from '../data/pipeline-draft';
import { PipelinePartActions } from './pipeline-part-actions';

/** One input of a pipeline: its name, its kind, and the query, file or job that its rows come from. */
@Component({
  selector: 'dw-pipeline-input-part',
  imports: [Icon, PipelinePartActions, SqlField],
  templateUrl: './pipeline-input-part.html',
  styleUrl: './pipeline-part.css',
  providers: [FieldLinks],
})
export class PipelineInputPart {
  readonly definition = input.required<PipelineInput>();
  /** Which input of the pipeline it is, from 1. */
  readonly ordinal = input.required<number>();
  /** The jobs whose output can be an input. */
  readonly jobs = input.required<readonly { id: string; name: string }[]>();
  readonly renamed = output<string>();
  readonly changed = output<PipelineInput>();
  readonly previewed = output();
  readonly removed = output();

  protected readonly connections = inject(ConnectionsStore);
  protected readonly connection = computed(() => {
    const definition = this.definition();
    const id = definition.kind === 'query' ? definition.connection_id : null;
    return this.connections.connections().find((one) => one.id === id) ?? null;
  });

  protected pickKind(kind: string): void {
    const found = (['query', 'file', 'output'] as const).find((one) => one === kind) ?? 'query';
    this.changed.emit(inputOfKind(this.definition().name, found, this.connections.selectedId() ?? ''));
  }

  protected set(field: 'connection_id' | 'sql' | 'path' | 'job_id', value: string): void {
    this.changed.emit({ ...this.definition(), [field]: value });
  }
}
