import { Component, computed, input, output } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { JobRun } from '#libs/api';
import { bytesText, durationText } from '#libs/results';
import { hasFailed, isOpen } from '../../shared/runs/run-words';
import { RunState } from '../../shared/runs/ui/run-state';
import { ElapsedSeconds } from '../../shared/ui/elapsed-seconds';
import { Icon } from '../../shared/ui/icon/icon';
import { IconButton } from '../../shared/ui/icon-button';

/** The run that was started here: how far it is, how it ended, and its file. */
@Component({
  selector: 'dw-pipeline-run-strip',
  imports: [ElapsedSeconds, Icon, IconButton, RouterLink, RunState],
  template: `
    @let shown = run();
    @if (shown === null) {
      <span class="dw-spinner"></span><span>Starting the run…</span>
    } @else {
      <dw-run-state [run]="shown" />
      @if (isGoing()) {
        <dw-elapsed-seconds class="dw-t2" />
      } @else {
        <span class="dw-t2 dw-num">{{ detail() }}</span>
      }
      @for (file of shown.outputs; track file.name) {
        <a class="dw-btn dw-sm" download [href]="file.href" [attr.aria-label]="'Download ' + file.name">
          <dw-icon name="download" [size]="14" /><span class="dw-mono dw-clip">{{ file.name }}</span
          ><span class="dw-t3 dw-num">{{ bytes(file.bytes) }}</span>
        </a>
      }
      @if (shown.error; as error) {
        <span [class.error]="hasFailed()">{{ error }}</span>
      }
      <a class="dw-btn dw-ghost dw-sm" routerLink="/jobs" [queryParams]="{ run: shown.id }">Open run</a>
    }
    <span class="dw-grow"></span>
    @if (shown === null || isGoing()) {
      <button type="button" class="dw-btn dw-sm" (click)="cancelled.emit()">
        <dw-icon name="square" [size]="14" />Cancel run
      </button>
    } @else {
      <button dwIconButton="x" label="Close the run" (click)="closed.emit()"></button>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      gap: var(--dw-space-2);
      align-items: center;
      min-height: 40px;
      padding: 6px var(--dw-space-4);
      border-bottom: 1px solid var(--dw-line-1);
      background: var(--dw-bg-sunken);
    }
    a {
      max-width: 320px;
    }
    .error {
      min-width: 0;
      overflow-wrap: anywhere;
      color: var(--dw-danger-text);
    }
  `,
  host: { role: 'status', 'aria-label': 'Run of the pipeline' },
})
export class PipelineRunStrip {
  /** Null until the run has begun. */
  readonly run = input.required<JobRun | null>();
  readonly cancelled = output();
  readonly closed = output();

  protected readonly isGoing = computed(() => {
    const run = this.run();
    return run !== null && isOpen(run.status);
  });
  protected readonly hasFailed = computed(() => {
    const run = this.run();
    return run !== null && hasFailed(run);
  });
  protected readonly detail = computed(() => {
    const took = this.run()?.duration_ms ?? null;
    return took === null ? '' : durationText(took);
  });
  protected readonly bytes = bytesText;
}
