import { HIDDEN_ERROR } from '#libs/access';
import type { Job, JobOutput, JobOwner, JobProgress, JobRun, JobRunMark } from '#libs/api';
import { triggerText } from '#libs/triggers';
import type { JobOutputRecord, JobRunFields } from './runs/job-run.entity.js';
import type { JobFields } from './job.entity.js';

/** ISO 8601 in UTC. */
export function isoOf(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** The path of an output. */
export function hrefOf({ runId, name }: Pick<JobOutputRecord, 'runId' | 'name'>): string {
  return `/api/scheduler/runs/${runId}/outputs/${encodeURIComponent(name)}`;
}

/** What is shown beside a run's own values. */
export interface StatementRunDeps {
  readonly owner: JobOwner;
  readonly outputs: readonly JobOutputRecord[];
  readonly progress: JobProgress | null;
  /** Who looks may not read rows of the run: its error is the database's words, which may quote some. */
  readonly hidesData: boolean;
}

function shownOutput(output: JobOutputRecord): JobOutput {
  const { proven, lacks_proof: lacksProof } = output.details;
  const shown = { name: output.name, bytes: output.bytes, href: hrefOf(output) };
  return proven === true || lacksProof === true ? { ...shown, verified: proven === true } : shown;
}

/** A run as the API shows it. */
export function runView(run: JobRunFields, { owner, outputs, progress, hidesData }: StatementRunDeps): JobRun {
  return {
    id: run.id,
    job_id: run.jobId,
    job_name: run.jobName,
    kind: run.kind,
    owner,
    connection_id: run.connectionId,
    trigger: run.cause,
    scheduled_for: run.slot === null ? null : isoOf(run.slot),
    missed_slots: run.missedSlots,
    queued_at: isoOf(run.queuedAt),
    started_at: run.startedAt === null ? null : isoOf(run.startedAt),
    duration_ms: run.durationMs,
    status: run.status,
    cancelled_by: run.cancelledBy,
    // Only a failure is in the database's words; how else a run ends is the workbench's own.
    error: hidesData && run.status === 'error' ? HIDDEN_ERROR : run.error,
    outputs: outputs.flatMap((output) => {
      return output.removedAt === null ? [shownOutput(output)] : [];
    }),
    removed_outputs: outputs.flatMap(({ name, removedAt }) => {
      return removedAt === null ? [] : [{ name, removed_at: isoOf(removedAt) }];
    }),
    progress,
  };
}

/** A job as the API shows it. */
export function jobView(job: JobFields, owner: JobOwner, lastRun: JobRun | null): Job {
  return {
    id: job.id,
    kind: job.kind,
    name: job.name,
    owner,
    connection_id: job.connectionId,
    state: job.isPaused ? 'paused' : 'active',
    pause_reason: job.isPaused ? job.pauseReason : null,
    running: job.activeRuns > 0,
    trigger: job.trigger,
    trigger_text: triggerText(job.trigger),
    next_run_at: job.nextRunAt === null ? null : isoOf(job.nextRunAt),
    last_run: lastRun,
    recent_runs: job.recentRuns.map((mark) => (isCancelled(mark, lastRun) ? { ...mark, cancelled: true } : mark)),
    settings: { ...job.settings },
    settings_text: job.settingsText,
    notify: { on_success: job.notifiesSuccess, on_error: job.notifiesError },
    missed: job.missed,
    timeout_s: job.timeoutS,
    created_at: isoOf(job.createdAt),
    updated_at: isoOf(job.updatedAt),
  };
}

/** Earlier versions kept no mark of it, so the last run counts. */
function isCancelled({ id }: JobRunMark, lastRun: JobRun | null): boolean {
  return lastRun?.id === id && lastRun.cancelled_by !== null;
}
