import { inject, Service } from '@angular/core';
import type { ExploreSearch, Neighbourhood, Run, SpatialOverview, TableDetails } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';
import type { TableAt } from './explore-address';

/** Hits of a search that are shown. */
const SHOWN = 200;

/** Catalogs of all connections. Each call rejects with an ApiProblem. */
@Service()
export class ExploreApi {
  private readonly client = inject(ApiClient);

  /** Tables and columns by name. */
  search(words: string, connectionId: string | null): Promise<ExploreSearch> {
    return this.client.get('explore/search', { q: words, connection_id: connectionId, limit: SHOWN });
  }

  /** Everything about one table. */
  table({ connectionId, schema, table }: TableAt): Promise<TableDetails> {
    return this.client.get(`connections/${encodeURIComponent(connectionId)}/schema`, { schema, table });
  }

  /** The tables around one. */
  relations({ connectionId, schema, table }: TableAt, depth: number): Promise<Neighbourhood> {
    const path = [connectionId, 'tables', schema, table, 'relations'].map((part) => encodeURIComponent(part)).join('/');
    return this.client.get(`explore/${path}`, { depth });
  }

  /** Tables with geometries. */
  spatial(connectionId: string): Promise<SpatialOverview> {
    return this.client.get(`explore/${encodeURIComponent(connectionId)}/spatial`);
  }

  /** Runs a statement that shows a few rows, read-only: the address names the table, and a view may call functions. */
  sample(connectionId: string, sql: string): Promise<Run> {
    return this.client.post('studio/runs', { connection_id: connectionId, sql, read_only: true });
  }
}
