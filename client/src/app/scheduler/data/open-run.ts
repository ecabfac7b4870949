import { computed } from '@angular/core';
import type { JobRunDetails } from '#libs/api';
import { Loaded } from '../../shared/http/loaded';
import type { JobsApi } from './jobs-api';

/** One run by its own id, which outlives a one-time job. */
export class OpenRun {
  readonly details: Loaded<JobRunDetails>;
  /** Whether its job exists; null while that is not known. */
  readonly hasJob = computed(() => {
    if (this.job.problem()?.code === 'job-not-found') return false;
    return this.job.value() === null ? null : true;
  });
  private readonly job = new Loaded(() => this.api.get(this.details.value()?.job_id ?? ''));

  constructor(
    private readonly api: JobsApi,
    readonly runId: string,
  ) {
    this.details = new Loaded(() => api.runDetails(runId));
  }

  async load(): Promise<void> {
    await this.details.load();
    if (this.details.value() !== null) await this.job.load();
  }
}
