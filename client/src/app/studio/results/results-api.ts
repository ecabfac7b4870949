import { inject, Service } from '@angular/core';
import type { PositionsPage, ResultLayerRequest, RowsPage, TileLayerInfo } from '#libs/api';
import { PAGE_ROWS } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';
import type { RowSort } from '../run/run-state';

/** The endpoints of kept rows, typed. Each call rejects with an ApiProblem. */
@Service()
export class ResultsApi {
  private readonly client = inject(ApiClient);

  /** A page of a paged statement. */
  rows(
    id: string,
    statement: number,
    offset: number,
    sort: RowSort | null = null,
    limit = PAGE_ROWS,
  ): Promise<RowsPage> {
    const query = { offset, limit, sort: sort && `${sort.column}:${sort.direction}` };
    return this.client.get('/api/studio/runs/{id}/statements/{index}/rows', { path: { id, index: statement }, query });
  }

  /** Geometries of kept rows, transformed by their database where only that can read them. */
  positions(id: string, statement: number, column: number, offset: number, limit: number): Promise<PositionsPage> {
    return this.client.get('/api/studio/runs/{id}/statements/{index}/positions', {
      path: { id, index: statement },
      query: { column, offset, limit },
    });
  }

  /** Has the server draw a statement by tiles. */
  createLayer(request: ResultLayerRequest): Promise<TileLayerInfo> {
    return this.client.post('/api/tiles', { body: request });
  }
}
