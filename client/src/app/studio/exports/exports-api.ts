import { inject, Service } from '@angular/core';
import type { KeptExportRequest, QueryExportRequest, StudioExport } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';

/** The endpoints of exports, typed. Each call rejects with an ApiProblem. */
@Service()
export class ExportsApi {
  private readonly client = inject(ApiClient);

  /** Makes a file ready to be fetched at its `href`. */
  create(request: KeptExportRequest | QueryExportRequest): Promise<StudioExport> {
    return this.client.post('/api/studio/exports', { body: request });
  }

  /** How far a file is. */
  state(id: string): Promise<StudioExport> {
    return this.client.get('/api/studio/exports/{id}', { path: { id } });
  }

  /** Cuts a file off. */
  async cancel(id: string): Promise<void> {
    await this.client.delete('/api/studio/exports/{id}', { path: { id } });
  }
}
