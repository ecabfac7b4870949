import { inject, Service } from '@angular/core';
import type { Run, RunRequest } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';

/** The endpoints of runs, typed. Each call rejects with an ApiProblem. */
@Service()
export class RunsApi {
  private readonly client = inject(ApiClient);

  /** Sends a text; answers with the first page, or after a second with `status: "running"`. */
  start(request: RunRequest): Promise<Run> {
    return this.client.post('/api/studio/runs', { body: request });
  }

  /** The run of a request that was named; null where the workbench has none. */
  async ofRequest(requestId: string): Promise<Run | null> {
    const { items } = await this.client.get('/api/studio/runs', { query: { request_id: requestId } });
    return items[0] ?? null;
  }

  /** What is known of a run now. */
  run(id: string): Promise<Run> {
    return this.client.get('/api/studio/runs/{id}', { path: { id } });
  }

  /** Asks the database to stop. */
  async cancel(id: string): Promise<void> {
    await this.client.post('/api/studio/runs/{id}/cancel', { path: { id } });
  }

  /** Lets the server drop the run's rows. */
  async forget(id: string): Promise<void> {
    await this.client.delete('/api/studio/runs/{id}', { path: { id } });
  }
}
