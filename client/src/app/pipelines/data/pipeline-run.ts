import { DestroyRef, inject, signal } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import type { JobRun, Pipeline } from '#libs/api';
import { LiveEvents } from '../../shared/http/live-events';
import { isOpen } from '../../shared/runs/run-words';
import type { PipelinesApi } from './pipelines-api';

/** A one-time job needs a moment that is still to come when it arrives. */
const SOON_MS = 1500;
/** Where live events do not arrive, the run is read this often. */
const READ_EVERY_MS = 2000;

/** A run of a pipeline that was started here: null until it is known. */
export interface StartedRun {
  readonly pipelineId: string;
  readonly jobId: string;
  readonly run: JobRun | null;
}

/** Runs a pipeline once and follows that run to its end. Made where Angular can inject. */
export class PipelineRun {
  private readonly current = signal<StartedRun | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** The run that was started last; null for none. */
  readonly started = this.current.asReadonly();

  constructor(private readonly api: PipelinesApi) {
    inject(LiveEvents)
      .on('scheduler.run_changed')
      .pipe(takeUntilDestroyed())
      .subscribe(({ job_id: jobId }) => {
        if (jobId === this.current()?.jobId) void this.read();
      });
    inject(DestroyRef).onDestroy(() => clearTimeout(this.timer));
  }

  /** Starts a run. Rejects with an ApiProblem. */
  async start(pipeline: Pipeline): Promise<void> {
    this.forget();
    const { id: jobId } = await this.api.runOnce(pipeline, new Date(Date.now() + SOON_MS));
    this.current.set({ pipelineId: pipeline.id, jobId, run: null });
    this.readSoon();
  }

  /** Stops the run that was started. Rejects with an ApiProblem. */
  async cancel(): Promise<void> {
    const run = this.current()?.run;
    if (run) await this.api.cancelRun(run.id);
  }

  /** Follows no run any more; the run itself goes on. */
  forget(): void {
    clearTimeout(this.timer);
    this.current.set(null);
  }

  private readSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.read(), READ_EVERY_MS);
  }

  /** A reading that fails is repeated. */
  private async read(): Promise<void> {
    const shown = this.current();
    if (shown === null) return;
    const run = await this.api.runOf(shown.jobId).catch(() => null);
    if (this.current()?.jobId !== shown.jobId) return;
    if (run !== null) this.current.set({ ...shown, run });
    const isOver = run !== null && !isOpen(run.status);
    if (isOver) clearTimeout(this.timer);
    else this.readSoon();
  }
}
