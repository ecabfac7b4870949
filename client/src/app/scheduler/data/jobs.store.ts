import { computed, effect, inject, Service, signal, untracked } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { auditTime, merge } from 'rxjs';
import type { Job, JobList, JobProgress } from '#libs/api';
import { LiveEvents } from '../../shared/http/live-events';
import { Loaded } from '../../shared/http/loaded';
import { PagedList } from '../../shared/http/paged-list';
import { dayAfter } from '../../shared/time/shown-day';
import { NO_FILTER } from './job-filter';
import type { JobFilter } from './job-filter';
import { JobsApi } from './jobs-api';
import { OpenJob } from './open-job';
import { OpenRun } from './open-run';

/** Bursts of events, as when many jobs run at once, are one reading. */
const GATHER_MS = 150;

/** The jobs in sight and the job or the run that is open, kept true by live events. */
@Service({ autoProvided: false })
export class JobsStore {
  private readonly api = inject(JobsApi);
  private readonly events = inject(LiveEvents);
  private readonly current = signal<OpenJob | null>(null);
  private readonly currentRun = signal<OpenRun | null>(null);
  private readonly going = signal<ReadonlyMap<string, JobProgress | null>>(new Map());

  readonly list = new PagedList<JobList, JobFilter>(
    (filter, cursor) => this.api.list(filter, cursor),
    ({ id }) => id,
    NO_FILTER,
  );
  /** The runs of today, and maybe others; read while they are followed. */
  readonly today = new Loaded(() => this.api.runsSince(dayAfter(new Date(), 0)));
  private followsToday = false;
  readonly open = this.current.asReadonly();
  /** A run that is open by itself. */
  readonly openRun = this.currentRun.asReadonly();
  /** The open job as the list has it, else as it was read by its id. */
  readonly openedJob = computed(() => {
    const open = this.current();
    return open && (this.listedJob(open.jobId) ?? open.job.value());
  });
  /** How far the runs of jobs are, as far as that was reported. */
  readonly progress = this.going.asReadonly();

  constructor() {
    this.events
      .on('scheduler.run_changed')
      .pipe(takeUntilDestroyed())
      .subscribe(({ job_id: jobId, progress }) => this.going.update((known) => new Map(known).set(jobId, progress)));
    merge(this.events.on('scheduler.run_changed'), this.events.on('scheduler.job_changed'))
      .pipe(auditTime(GATHER_MS), takeUntilDestroyed())
      .subscribe(() => void this.reload());
    effect(() => {
      if (this.events.isConnected()) untracked(() => void this.reload());
    });
    effect(() => {
      const open = this.current();
      // A job behind the pages in sight, or one that the filter hides.
      if (open === null || this.list.state() === 'loading' || this.listedJob(open.jobId) !== null) return;
      untracked(() => void open.job.load());
    });
  }

  /** Opens a job with one of its runs, the newest for null, or a run by itself; closes what was open. */
  show(jobId: string | null, runId: string | null): void {
    this.showJob(jobId, runId);
    this.showRun(jobId === null ? runId : null);
  }

  private showJob(id: string | null, runId: string | null): void {
    if ((this.current()?.jobId ?? null) === id) {
      void this.current()?.show(runId);
      return;
    }
    this.current.set(id === null ? null : new OpenJob(this.api, id, runId));
    void this.current()?.load();
  }

  private showRun(id: string | null): void {
    if ((this.currentRun()?.runId ?? null) === id) return;
    this.currentRun.set(id === null ? null : new OpenRun(this.api, id));
    void this.currentRun()?.load();
  }

  /** Keeps the runs of today known, or stops that. */
  followToday(isWanted: boolean): void {
    if (this.followsToday === isWanted) return;
    this.followsToday = isWanted;
    if (isWanted) void this.today.load();
  }

  async reload(): Promise<void> {
    const today = this.followsToday ? this.today.load() : undefined;
    await Promise.all([this.list.load(), this.current()?.load(), this.currentRun()?.load(), today]);
  }

  /** Puts what an action has answered in the place of what was known of a job. */
  take(job: Job): void {
    this.list.update((list) => ({ ...list, items: list.items.map((known) => (known.id === job.id ? job : known)) }));
    const open = this.current();
    if (open?.jobId === job.id) open.job.update(() => job);
  }

  private listedJob(id: string): Job | null {
    return this.list.items().find((job) => job.id === id) ?? null;
  }
}
