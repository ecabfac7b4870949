import { computed, effect, inject, Service, signal, untracked } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { debounceTime, merge } from 'rxjs';
import type { Job, JobProgress, JobRun, JobRunDetails } from '#libs/api';
import { LiveEvents } from '../../shared/http/live-events';
import { Loaded } from '../../shared/http/loaded';
import { dayAfter } from '../../shared/time/shown-day';
import { NO_FILTER } from './job-filter';
import type { JobFilter } from './job-filter';
import { JobsApi } from './jobs-api';

/** Bursts of events, as when many jobs run at once, are one reading. */
const GATHER_MS = 150;

/** What is known of one job: its runs, and the run in sight with what it said. */
export class OpenJob {
  private readonly older = signal<readonly JobRun[]>([]);
  private readonly cursor = signal<string | null>(null);
  private readonly shownRunId = signal<string | null>(null);
  private readonly other = signal<JobRunDetails | null>(null);

  readonly runs = new Loaded(() => this.api.runs(this.jobId));
  readonly details = new Loaded<JobRunDetails | { id: null }>(() => this.readDetails());
  readonly allRuns = computed(() => {
    const newest = this.runs.value()?.runs ?? [];
    const known = new Set(newest.map(({ id }) => id));
    return [...newest, ...this.older().filter(({ id }) => !known.has(id))];
  });
  readonly hasMore = computed(
    () => (this.older().length > 0 ? this.cursor() : (this.runs.value()?.next_cursor ?? null)) !== null,
  );
  readonly run = computed(() => {
    const details = this.details.value();
    return details?.id ? details : null;
  });

  /** The run before the one in sight that began. */
  readonly before = computed(() => {
    const runs = this.allRuns();
    const place = runs.findIndex(({ id }) => id === this.run()?.id);
    return place < 0 ? null : (runs.slice(place + 1).find((run) => run.started_at !== null) ?? null);
  });
  readonly compared = computed(() => {
    const known = this.other();
    return known !== null && known.id === this.before()?.id ? known : null;
  });

  constructor(
    private readonly api: JobsApi,
    readonly jobId: string,
  ) {}

  async load(): Promise<void> {
    await this.runs.load();
    await this.details.load();
  }

  /** Puts a run in sight; null for the newest. */
  async show(runId: string | null): Promise<void> {
    this.shownRunId.set(runId);
    await this.details.load();
  }

  /** Reads the run before, to be compared with the one in sight, or puts it away. */
  async compare(isWanted: boolean): Promise<void> {
    const before = this.before();
    this.other.set(isWanted && before !== null ? await this.api.runDetails(before.id) : null);
  }

  async more(): Promise<void> {
    const from = this.older().length > 0 ? this.cursor() : (this.runs.value()?.next_cursor ?? null);
    const page = await this.api.runs(this.jobId, from);
    this.older.update((runs) => [...runs, ...page.runs]);
    this.cursor.set(page.next_cursor);
  }

  private async readDetails(): Promise<JobRunDetails | { id: null }> {
    const id = this.shownRunId() ?? this.runs.value()?.runs[0]?.id;
    return id === undefined ? { id: null } : this.api.runDetails(id);
  }
}

/** The jobs in sight and the one that is open, kept true by live events. */
@Service({ autoProvided: false })
export class JobsStore {
  private readonly api = inject(JobsApi);
  private readonly events = inject(LiveEvents);
  private readonly current = signal<OpenJob | null>(null);
  private readonly going = signal<ReadonlyMap<string, JobProgress | null>>(new Map());
  private filter: JobFilter = NO_FILTER;

  readonly list = new Loaded(() => this.api.list(this.filter));
  /** The runs of today, and maybe others; read while they are followed. */
  readonly today = new Loaded(() => this.api.runsSince(dayAfter(new Date(), 0)));
  private followsToday = false;
  readonly open = this.current.asReadonly();
  /** How far the runs of jobs are, as far as that was reported. */
  readonly progress = this.going.asReadonly();

  constructor() {
    this.events
      .on('scheduler.run_changed')
      .pipe(takeUntilDestroyed())
      .subscribe(({ job_id: jobId, progress }) => this.going.update((known) => new Map(known).set(jobId, progress)));
    merge(this.events.on('scheduler.run_changed'), this.events.on('scheduler.job_changed'))
      .pipe(debounceTime(GATHER_MS), takeUntilDestroyed())
      .subscribe(() => void this.reload());
    effect(() => {
      if (this.events.isConnected()) untracked(() => void this.reload());
    });
  }

  /** Reads the jobs that a filter finds. */
  async show(filter: JobFilter): Promise<void> {
    this.filter = filter;
    await this.list.load();
  }

  /** Adds the page behind those in sight. */
  async more(): Promise<void> {
    const cursor = this.list.value()?.next_cursor ?? null;
    if (cursor === null) return;
    const page = await this.api.list(this.filter, cursor);
    this.list.update((known) => ({ ...page, items: [...known.items, ...page.items] }));
  }

  /** Opens a job; null closes it. */
  openJob(id: string | null): void {
    if ((this.current()?.jobId ?? null) === id) return;
    this.current.set(id === null ? null : new OpenJob(this.api, id));
    void this.current()?.load();
  }

  /** Keeps the runs of today known, or stops that. */
  followToday(isWanted: boolean): void {
    if (this.followsToday === isWanted) return;
    this.followsToday = isWanted;
    if (isWanted) void this.today.load();
  }

  async reload(): Promise<void> {
    const today = this.followsToday ? this.today.load() : undefined;
    await Promise.all([this.list.load(), this.current()?.load(), today]);
  }

  /** Puts what an action has answered in the place of what was known of a job. */
  take(job: Job): void {
    this.list.update((list) => ({ ...list, items: list.items.map((known) => (known.id === job.id ? job : known)) }));
  }
}
