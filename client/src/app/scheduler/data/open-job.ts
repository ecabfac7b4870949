import { computed, signal } from '@angular/core';
import type { JobRunDetails } from '#libs/api';
import { Loaded } from '../../shared/http/loaded';
import { PagedList } from '../../shared/http/paged-list';
import type { JobsApi } from './jobs-api';

/** What is known of one job: the job, its runs, and the run in sight with its log. */
export class OpenJob {
  private readonly shownRunId = signal<string | null>(null);
  private readonly asked = signal<{ readonly id: string; readonly details: Loaded<JobRunDetails> } | null>(null);

  /** The job by its id; read where the list does not contain it. */
  readonly job = new Loaded(() => this.api.get(this.jobId));
  readonly runs = new PagedList(
    async (_, cursor) => {
      const { runs, next_cursor: next } = await this.api.runs(this.jobId, cursor);
      return { items: runs, next_cursor: next };
    },
    ({ id }) => id,
    null,
  );
  readonly details = new Loaded<JobRunDetails | { id: null }>(
    () => this.readDetails(),
    () => this.shownRunId(),
  );
  readonly run = computed(() => {
    const details = this.details.value();
    return details?.id ? details : null;
  });

  /** The run before the one in sight that began. */
  readonly before = computed(() => {
    const runs = this.runs.items();
    const place = runs.findIndex(({ id }) => id === this.run()?.id);
    return place < 0 ? null : (runs.slice(place + 1).find((run) => run.started_at !== null) ?? null);
  });
  /** The run before, while it is compared with the one in sight. */
  readonly comparison = computed(() => {
    const asked = this.asked();
    return asked !== null && asked.id === this.before()?.id ? asked.details : null;
  });

  constructor(
    private readonly api: JobsApi,
    readonly jobId: string,
    runId: string | null = null,
  ) {
    this.shownRunId.set(runId);
  }

  async load(): Promise<void> {
    await this.runs.load();
    await this.details.load();
  }

  /** Puts a run in sight; null for the newest. */
  async show(runId: string | null): Promise<void> {
    if (this.shownRunId() === runId) return;
    this.shownRunId.set(runId);
    await this.details.load();
  }

  /** The id of the run in sight where it outlives its job, as that of a one-time job does; else null. */
  async outlivingRun(): Promise<string | null> {
    await this.details.load();
    return this.details.problem() === null ? (this.run()?.id ?? null) : null;
  }

  /** Reads the run before, to be compared with the one in sight, or puts it away. */
  async compare(isWanted: boolean): Promise<void> {
    const id = this.before()?.id;
    if (!isWanted || id === undefined) {
      this.asked.set(null);
      return;
    }
    const details = new Loaded(() => this.api.runDetails(id));
    this.asked.set({ id, details });
    await details.load();
  }

  private async readDetails(): Promise<JobRunDetails | { id: null }> {
    const id = this.shownRunId() ?? this.runs.items()[0]?.id;
    const problem = this.runs.problem();
    // Whether it has run is not known.
    if (id === undefined && problem !== null) throw problem;
    return id === undefined ? { id: null } : this.api.runDetails(id);
  }
}
