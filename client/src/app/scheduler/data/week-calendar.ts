import type { Job, JobKindName, JobRun, JobRunStatus, TimeDisplay } from '#libs/api';
import { runsWithin } from '#libs/triggers';
import { hasFailed } from '../../shared/runs/run-words';
import { dayAfter, shownDay } from '../../shared/time/shown-day';
import { timeDisplay } from '../../shared/time/time-display';

/** A run that is to come. `count` is more than one where a job runs too often to be drawn one by one. */
export interface ComingRun {
  readonly job: Job;
  readonly at: Date;
  readonly count: number;
}

/** A run of today, or all runs of a job that ran too often to be drawn one by one: then `at` and `status` are the last's. */
export interface PastRun {
  readonly jobId: string;
  /** Of the run, or of the last one. */
  readonly runId: string;
  readonly name: string;
  readonly kind: JobKindName;
  readonly at: Date;
  readonly status: JobRunStatus;
  readonly count: number;
  readonly cancelledBy: string | null;
  /** Of `count`, those that failed. */
  readonly failed: number;
  /** The job is not among those in sight: a one-time job is gone after its run. */
  readonly isGone: boolean;
}

export interface CalendarDay {
  readonly date: Date;
  /** What has run so far, the oldest first; only today has any. */
  readonly past: readonly PastRun[];
  readonly runs: readonly ComingRun[];
}

const DAYS = 7;
/** A job that runs more often within a day is one line of that day. */
const MOST_A_DAY = 4;

/**
 * The runs of seven days, by the days of the zone in which times are shown: of today those of `ran` that began, then those
 * to come. Paused jobs have none to come.
 */
export function weekCalendar(
  jobs: readonly Job[],
  ran: readonly JobRun[],
  now: Date,
  display = timeDisplay(),
): CalendarDay[] {
  const days = Array.from({ length: DAYS }, (_, place) => dayAfter(now, place, display));
  const past = pastRuns(jobs, ran, now, display);
  return days.map((date, place) => {
    const [fromMs, toMs] = [Math.max(date.getTime(), now.getTime()), dayAfter(date, 1, display).getTime()];
    return {
      date,
      past: place === 0 ? past : [],
      runs: jobs.flatMap((job) => runsOf(job, fromMs, toMs)).sort((a, b) => a.at.getTime() - b.at.getTime()),
    };
  });
}

function pastRuns(jobs: readonly Job[], ran: readonly JobRun[], now: Date, display: TimeDisplay): PastRun[] {
  const known = new Map(jobs.map((job) => [job.id, job]));
  const byJob = new Map<string, JobRun[]>();
  for (const run of ran) {
    if (run.started_at === null || shownDay(new Date(run.started_at), display) !== shownDay(now, display)) continue;
    byJob.set(run.job_id, [...(byJob.get(run.job_id) ?? []), run]);
  }
  const groups = [...byJob.values()].flatMap((runs) => (runs.length > MOST_A_DAY ? [runs] : runs.map((run) => [run])));
  const past = groups.flatMap((runs) => pastRun(runs, known));
  return past.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Runs of one job as one entry. */
function pastRun(runs: readonly JobRun[], jobs: ReadonlyMap<string, Job>): PastRun[] {
  const startOf = (run: JobRun): number => Date.parse(run.started_at ?? run.queued_at);
  const last = [...runs].sort((a, b) => startOf(b) - startOf(a))[0];
  if (last === undefined) return [];
  const { id: runId, job_id: jobId, job_name: name, kind, status, cancelled_by: cancelledBy } = last;
  const failed = runs.filter(hasFailed).length;
  const job = jobs.get(jobId);
  return [
    {
      ...{ jobId, runId, name: job?.name ?? name, kind, status, cancelledBy, failed },
      at: new Date(startOf(last)),
      count: runs.length,
      isGone: job === undefined,
    },
  ];
}

/** The runs of a job from `fromMs` until before `toMs`. */
function runsOf(job: Job, fromMs: number, toMs: number): ComingRun[] {
  if (job.next_run_at === null) return [];
  const next = Date.parse(job.next_run_at);
  const later = { fromMs: Math.max(fromMs, next + 1), toMs, anchorMs: next, most: MOST_A_DAY };
  const found = runsWithin(job.trigger, later);
  const times = [...(next >= fromMs && next < toMs ? [next] : []), ...found.first];
  const count = times.length - found.first.length + found.count;
  if (count > MOST_A_DAY) return times.slice(0, 1).map((at) => ({ job, at: new Date(at), count }));
  return times.map((at) => ({ job, at: new Date(at), count: 1 }));
}
