import { inject, Service } from '@angular/core';
import type {
  Job,
  JobChange,
  JobInput,
  JobKindInfo,
  JobKindList,
  JobKindName,
  JobList,
  JobRun,
  JobRunDetails,
  JobRunList,
} from '#libs/api';
import type { Trigger } from '#libs/triggers';
import { ApiClient } from '../../shared/http/api-client';
import type { JobFilter } from './job-filter';

const JOBS_AT_A_TIME = 200;
const RUNS_AT_A_TIME = 50;

/** Jobs and their runs. Each call rejects with an ApiProblem. */
@Service()
export class JobsApi {
  private readonly client = inject(ApiClient);

  list({ search, kind, status, connectionId, owner }: JobFilter, cursor: string | null = null): Promise<JobList> {
    const query = {
      ...{ search: search || null, kind: kind || null, status: status || null, owner: owner || null },
      ...{ connection_id: connectionId || null, limit: JOBS_AT_A_TIME, cursor },
    };
    return this.client.get('scheduler/jobs', query);
  }

  get(id: string): Promise<Job> {
    return this.client.get(job(id));
  }

  create(kind: JobKindName, input: JobInput): Promise<Job> {
    return this.client.post(`scheduler/jobs/${kind}`, input);
  }

  change(id: string, change: JobChange): Promise<Job> {
    return this.client.put(job(id), change);
  }

  changeTrigger(id: string, trigger: Trigger): Promise<Job> {
    return this.client.put(`${job(id)}/trigger`, trigger);
  }

  remove(id: string): Promise<void> {
    return this.client.delete(job(id));
  }

  run(id: string): Promise<JobRun> {
    return this.client.post(`${job(id)}/run`);
  }

  pause(id: string): Promise<Job> {
    return this.client.post(`${job(id)}/pause`);
  }

  resume(id: string): Promise<Job> {
    return this.client.post(`${job(id)}/resume`);
  }

  /** Pauses or resumes every job in one's sight; answers how many that were. */
  async changeAll(isPaused: boolean): Promise<number> {
    const path = isPaused ? 'scheduler/pause-all' : 'scheduler/resume-all';
    return (await this.client.post<{ changed: number }>(path)).changed;
  }

  runs(id: string, cursor: string | null = null): Promise<JobRunList> {
    return this.client.get(`${job(id)}/runs`, { limit: RUNS_AT_A_TIME, cursor });
  }

  /** The runs of all jobs, also of one-time jobs that are gone. */
  allRuns(cursor: string | null = null): Promise<JobRunList> {
    return this.client.get('scheduler/runs', { limit: RUNS_AT_A_TIME, cursor });
  }

  runDetails(runId: string): Promise<JobRunDetails> {
    return this.client.get(`scheduler/runs/${encodeURIComponent(runId)}`);
  }

  cancel(runId: string): Promise<JobRun> {
    return this.client.post(`scheduler/runs/${encodeURIComponent(runId)}/cancel`);
  }

  /** The kinds of jobs, each with the fields of its settings. */
  async kinds(): Promise<JobKindInfo[]> {
    return (await this.client.get<JobKindList>('scheduler/kinds')).items;
  }

  /** One kind, with the choices that depend on what there is. */
  kind(kind: JobKindName): Promise<JobKindInfo> {
    return this.client.get(`scheduler/kinds/${encodeURIComponent(kind)}`);
  }
}

function job(id: string): string {
  return `scheduler/jobs/${encodeURIComponent(id)}`;
}
