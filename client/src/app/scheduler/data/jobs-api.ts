import { inject, Service } from '@angular/core';
import type {
  Job,
  JobInput,
  JobKindInfo,
  JobKindName,
  JobList,
  JobRun,
  JobRunDetails,
  JobRunList,
  JobUpdate,
} from '#libs/api';
import type { Trigger } from '#libs/triggers';
import { ApiClient } from '../../shared/http/api-client';
import { JOB_STANDINGS } from './job-filter';
import type { JobFilter } from './job-filter';

const JOBS_AT_A_TIME = 200;
const RUNS_AT_A_TIME = 50;
const RUNS_OF_A_DAY = 500;
/** A day of more runs shows the newest ones. */
const MOST_RUNS = 5000;

/** Jobs and their runs. Each call rejects with an ApiProblem. */
@Service()
export class JobsApi {
  private readonly client = inject(ApiClient);

  list({ search, kind, status, connectionId, owner }: JobFilter, cursor: string | null = null): Promise<JobList> {
    const limits = {
      kind: kind || null,
      status: JOB_STANDINGS.find((one) => one === status) ?? null,
      ...{ search: search || null, owner: owner || null, connection_id: connectionId || null },
    };
    const query = { ...limits, limit: JOBS_AT_A_TIME, cursor };
    return this.client.get('/api/scheduler/jobs', { query });
  }

  get(id: string): Promise<Job> {
    return this.client.get('/api/scheduler/jobs/{id}', { path: { id } });
  }

  create(kind: JobKindName, input: JobInput): Promise<Job> {
    return this.client.post('/api/scheduler/jobs/{kind}', { path: { kind }, body: input });
  }

  change(id: string, change: JobUpdate): Promise<Job> {
    return this.client.put('/api/scheduler/jobs/{id}', { path: { id }, body: change });
  }

  changeTrigger(id: string, trigger: Trigger): Promise<Job> {
    return this.client.put('/api/scheduler/jobs/{id}/trigger', { path: { id }, body: trigger });
  }

  remove(id: string): Promise<void> {
    return this.client.delete('/api/scheduler/jobs/{id}', { path: { id } });
  }

  run(id: string): Promise<JobRun> {
    return this.client.post('/api/scheduler/jobs/{id}/run', { path: { id } });
  }

  pause(id: string): Promise<Job> {
    return this.client.post('/api/scheduler/jobs/{id}/pause', { path: { id } });
  }

  resume(id: string): Promise<Job> {
    return this.client.post('/api/scheduler/jobs/{id}/resume', { path: { id } });
  }

  /** Pauses or resumes every job in one's sight; answers how many that were. */
  async changeAll(isPaused: boolean): Promise<number> {
    const path = isPaused ? '/api/scheduler/pause-all' : '/api/scheduler/resume-all';
    return (await this.client.post(path)).changed;
  }

  runs(id: string, cursor: string | null = null): Promise<JobRunList> {
    return this.client.get('/api/scheduler/jobs/{id}/runs', { path: { id }, query: { limit: RUNS_AT_A_TIME, cursor } });
  }

  /** The runs of all jobs that were queued from a moment on, also of one-time jobs that are gone, and maybe some before. */
  async runsSince(from: Date): Promise<JobRun[]> {
    const found: JobRun[] = [];
    let cursor: string | null = null;
    do {
      const query: { limit: number; cursor: string | null } = { limit: RUNS_OF_A_DAY, cursor };
      const page: JobRunList = await this.client.get('/api/scheduler/runs', { query });
      found.push(...page.runs);
      const oldest = page.runs.at(-1)?.queued_at;
      cursor = oldest !== undefined && Date.parse(oldest) >= from.getTime() ? page.next_cursor : null;
    } while (cursor !== null && found.length < MOST_RUNS);
    return found;
  }

  runDetails(runId: string): Promise<JobRunDetails> {
    return this.client.get('/api/scheduler/runs/{id}', { path: { id: runId } });
  }

  cancel(runId: string): Promise<JobRun> {
    return this.client.post('/api/scheduler/runs/{id}/cancel', { path: { id: runId } });
  }

  /** The kinds of jobs, each with the fields of its settings. */
  async kinds(): Promise<JobKindInfo[]> {
    return (await this.client.get('/api/scheduler/kinds')).items;
  }

  /** One kind, with the choices that depend on what there is: those of the owner of a job, or one's own. */
  kind(kind: JobKindName, jobId: string | null): Promise<JobKindInfo> {
    return this.client.get('/api/scheduler/kinds/{kind}', { path: { kind }, query: { job_id: jobId } });
  }
}
