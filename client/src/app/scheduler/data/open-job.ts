import { computed, signal } from '@angular/core';
import type { JobRunDetails } from '#libs/api';
import { Loaded } from '../../shared/http/loaded';
import { PagedList } from '../../shared/http/paged-list';
import type { JobsApi } from './jobs-api';

/** What is known of one job: the job, its runs, and the run in sight with its log. */
export class OpenJob {
  private readonly shownRunId = signal<string | null>(null);
  private readonly other = signal<JobRunDetails | null>(null);

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

  private async readDetails(): Promise<JobRunDetails | { id: null }> {
    const id = this.shownRunId() ?? this.runs.items()[0]?.id;
    return id === undefined ? { id: null } : this.api.runDetails(id);
  }
}
