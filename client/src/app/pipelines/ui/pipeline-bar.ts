import { Component, computed, input, output } from '@angular/core';
import { RouterLink } from '@angular/router';
import { apiUrl } from '../../shared/http/api-url';
import { BusyButton } from '../../shared/ui/busy-button';
import { Icon } from '../../shared/ui/icon/icon';
import type { PipelineDraft } from '../data/pipeline-draft';

/** The name of the open pipeline and its actions: export, schedule, run, delete, save. */
@Component({
  selector: 'dw-pipeline-bar',
  imports: [BusyButton, Icon, RouterLink],
  template: `
    <div class="bar">
      <div class="dw-input dw-form name">
        <input
          #name
          aria-label="Name of the pipeline"
          placeholder="Name of the pipeline"
          maxlength="200"
          [value]="draft().name"
          [attr.aria-invalid]="isNameMissing() ? 'true' : null"
          (input)="renamed.emit(name.value)"
        />
      </div>
      <span class="dw-t3 dw-dense" role="status">{{ isSaving() ? 'Saving…' : isDirty() ? 'Not saved' : '' }}</span>
      <span class="dw-grow"></span>
      @if (draft().id; as id) {
        <a class="dw-btn dw-ghost" [href]="exportAddress()" [attr.download]="draft().name + '.yaml'"
          ><dw-icon name="download" [size]="14" />YAML</a
        >
        <a class="dw-btn dw-ghost" routerLink="/jobs" [queryParams]="{ new: 'pipeline', pipeline: id }"
          ><dw-icon name="calendar-clock" [size]="14" />Schedule</a
        >
        <button type="button" class="dw-btn" [dwBusy]="isStarting()" [isHeld]="isSaving()" (click)="ran.emit()">
          <dw-icon name="play" [size]="14" />{{ isDirty() ? 'Save and run' : 'Run now' }}
        </button>
      }
      <button
        type="button"
        class="dw-btn dw-ghost dw-icon-only"
        aria-label="Delete the pipeline"
        (click)="removed.emit()"
      >
        <dw-icon name="trash" [size]="14" />
      </button>
      <button
        type="button"
        class="dw-btn"
        [class.dw-primary]="isDirty()"
        [dwBusy]="isSaving()"
        [isHeld]="isStarting()"
        (click)="saved.emit()"
      >
        <dw-icon name="save" [size]="14" />Save
      </button>
    </div>
  `,
  styles: `
    :host {
      display: contents;
    }
    .bar {
      display: flex;
      flex-wrap: wrap;
      gap: var(--dw-space-2);
      align-items: center;
      position: sticky;
      top: 0;
      z-index: 1;
      padding: var(--dw-space-2) var(--dw-space-4);
      border-bottom: 1px solid var(--dw-line-1);
      background: var(--dw-bg-panel);
    }
    .name {
      width: 260px;
    }
  `,
})
export class PipelineBar {
  readonly draft = input.required<PipelineDraft>();
  readonly isDirty = input.required<boolean>();
  readonly isSaving = input.required<boolean>();
  /** A run is being started. */
  readonly isStarting = input.required<boolean>();
  /** The pipeline was to be saved without a name. */
  readonly isNameMissing = input.required<boolean>();
  readonly renamed = output<string>();
  readonly ran = output();
  readonly removed = output();
  readonly saved = output();

  protected readonly exportAddress = computed(() =>
    apiUrl('/api/pipelines/{id}/export.yaml', { path: { id: this.draft().id ?? '' } }),
  );
}
