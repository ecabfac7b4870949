import { inject, Service } from '@angular/core';
import type { SavedQueryList, TileLayerChange, TileLayerHint, TileLayerInfo } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';
import { readItems } from '../../shared/http/read-items';

/** Saved queries as map layers. Each call rejects with an ApiProblem. */
@Service()
export class LayersApi {
  private readonly client = inject(ApiClient);

  /** Saved queries by name, the first two hundred. */
  queries(): Promise<SavedQueryList> {
    return readItems<SavedQueryList>(
      (cursor, limit) => this.client.get('/api/studio/queries', { query: { limit, cursor } }),
      200,
    );
  }

  /** Whether a saved query is a layer; reads one row at most. */
  hint(queryId: string): Promise<TileLayerHint> {
    return this.client.get('/api/tiles/{query_id}/hint', { path: { query_id: queryId } });
  }

  /** What is known of the layer of a saved query. */
  layer(queryId: string, stop?: AbortSignal): Promise<TileLayerInfo> {
    return this.client.get('/api/tiles/{query_id}/layer', { path: { query_id: queryId }, stop });
  }

  /** Changes how the layer is made and drawn. */
  choose(queryId: string, chosen: TileLayerChange): Promise<TileLayerInfo> {
    return this.client.put('/api/tiles/{query_id}/layer', { path: { query_id: queryId }, body: chosen });
  }
}

/** Whether a problem is of the query itself, and not of reading it now. */
export function isNoLayer(code: string): boolean {
  return code === 'not-a-layer' || code === 'not-relational';
}
