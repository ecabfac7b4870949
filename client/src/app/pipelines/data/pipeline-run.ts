import { DestroyRef, inject, signal } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import type { JobRun, Pipeline } from '#libs/api';
import { ApiProblem } from '../../shared/http/api-problem';
import { LiveEvents } from '../../shared/http/live-events';
import { isOpen } from '../../shared/runs/run-words';
import type { PipelinesApi } from './pipelines-api';

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

  /** Starts a run. Rejects with an ApiProblem, and then still follows the run before. */
  async start(pipeline: Pick<Pipeline, 'id' | 'name'>): Promise<void> {
    const { id: jobId } = await this.api.runOnce(pipeline);
    this.current.set({ pipelineId: pipeline.id, jobId, run: null });
    this.readSoon();
  }

  /** Stops the run that was started, also one that has not begun. Rejects with an ApiProblem. */
  async cancel(): Promise<void> {
    const shown = this.current();
    if (shown?.run) await this.api.cancelRun(shown.run.id);
    else if (shown !== null) await this.cancelUnknown(shown.jobId);
  }

  /** Follows no run any more; the run itself goes on. */
  forget(): void {
    clearTimeout(this.timer);
    this.current.set(null);
  }

  /** Without a known run the job goes, and with it a run that has begun meanwhile. */
  private async cancelUnknown(jobId: string): Promise<void> {
    try {
      await this.api.removeJob(jobId);
      if (this.current()?.jobId === jobId) this.forget();
    } catch (error) {
      // A one-time job goes when its run has ended: then there is a run to show.
      if (ApiProblem.from(error).code !== 'job-not-found') throw error;
      await this.read();
    }
  }

  private readSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.read(), READ_EVERY_MS);
  }

  /** A reading that fails is repeated. */
  private async read(): Promise<void> {
    const shown = this.current();
    if (shown === null) return;
    const run = await this.runOf(shown);
    if (this.current()?.jobId !== shown.jobId) return;
    if (run === 'gone') {
      this.forget();
      return;
    }
    if (run !== null) this.current.set({ ...shown, run });
    const isOver = run !== null && !isOpen(run.status);
    if (isOver) clearTimeout(this.timer);
    else this.readSoon();
  }

  private async runOf({ jobId, run: known }: StartedRun): Promise<JobRun | 'gone' | null> {
    try {
      return await (known === null ? this.api.runOf(jobId) : this.api.run(known.id));
    } catch (error) {
      return ApiProblem.from(error).code === 'job-run-not-found' ? 'gone' : null;
    }
  }
}
