import { inject, Service } from '@angular/core';
import type { Job, JobRun, Pipeline, PipelineChange, PipelineInputBody, PipelinePreview } from '#libs/api';
import type { PipelineDefinition } from '#libs/pipelines';
import { allItems } from '../../shared/http/all-items';
import { ApiClient } from '../../shared/http/api-client';
import { ApiProblem } from '../../shared/http/api-problem';

/** Among these is a run that ended a moment ago. */
const NEWEST_RUNS = 500;
const JOBS_AT_A_TIME = 1000;

/** Saved pipelines and what they make. Each call rejects with an ApiProblem. */
@Service()
export class PipelinesApi {
  private readonly client = inject(ApiClient);

  async list(): Promise<Pipeline[]> {
    return (await this.client.get('/api/pipelines')).items;
  }

  get(id: string): Promise<Pipeline> {
    return this.client.get('/api/pipelines/{id}', { path: { id } });
  }

  create(input: PipelineInputBody): Promise<Pipeline> {
    return this.client.post('/api/pipelines', { body: input });
  }

  change(id: string, change: PipelineChange): Promise<Pipeline> {
    return this.client.put('/api/pipelines/{id}', { path: { id }, body: change });
  }

  remove(id: string): Promise<void> {
    return this.client.delete('/api/pipelines/{id}', { path: { id } });
  }

  /** Makes every table up to `table`; a signal that fires stops it. */
  preview(
    definition: PipelineDefinition,
    table: string,
    pipelineId: string | null,
    stop: AbortSignal,
  ): Promise<PipelinePreview> {
    const more = pipelineId === null ? {} : { pipeline_id: pipelineId };
    return this.client.post('/api/pipelines/preview', { body: { definition, table, ...more }, stop });
  }

  import(yaml: string): Promise<Pipeline> {
    return this.client.post('/api/pipelines/import', { body: { yaml } });
  }

  /** Runs a pipeline now, by the server's clock: a one-time job, whose run and file stay in the list of runs. */
  runOnce({ id, name }: Pick<Pipeline, 'id' | 'name'>): Promise<Job> {
    const trigger = { type: 'once', at: 'now' } as const;
    const body = { name, trigger, settings: { pipeline_id: id } };
    return this.client.post('/api/scheduler/jobs/{kind}', { path: { kind: 'pipeline' }, body });
  }

  /** The newest run of a job, also of a one-time job that is gone; null before it has any. */
  async runOf(jobId: string): Promise<JobRun | null> {
    try {
      const ofJob = { path: { id: jobId }, query: { limit: 1 } };
      return (await this.client.get('/api/scheduler/jobs/{id}/runs', ofJob)).runs[0] ?? null;
    } catch (error) {
      // A one-time job goes when its run has ended.
      if (ApiProblem.from(error).code !== 'job-not-found') throw error;
      const { runs } = await this.client.get('/api/scheduler/runs', { query: { limit: NEWEST_RUNS } });
      return runs.find(({ job_id: id }) => id === jobId) ?? null;
    }
  }

  /** A run by its id, however many newer ones there are. */
  run(id: string): Promise<JobRun> {
    return this.client.get('/api/scheduler/runs/{id}', { path: { id } });
  }

  /** Removes a job and cuts its runs off. */
  removeJob(id: string): Promise<void> {
    return this.client.delete('/api/scheduler/jobs/{id}', { path: { id } });
  }

  cancelRun(id: string): Promise<JobRun> {
    return this.client.post('/api/scheduler/runs/{id}/cancel', { path: { id } });
  }

  /** The jobs whose output can be an input. */
  jobs(): Promise<{ id: string; name: string }[]> {
    return allItems((cursor) => this.client.get('/api/scheduler/jobs', { query: { limit: JOBS_AT_A_TIME, cursor } }));
  }
}
