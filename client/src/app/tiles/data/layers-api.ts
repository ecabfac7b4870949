import { inject, Service } from '@angular/core';
import type { TileLayerInfo, TileLayerSettings } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';

/** Saved queries as map layers. Each call rejects with an ApiProblem. */
@Service()
export class LayersApi {
  private readonly client = inject(ApiClient);

  /** What is known of the layer of a saved query. */
  layer(queryId: string, stop?: AbortSignal): Promise<TileLayerInfo> {
    return this.client.get('/api/tiles/{queryId}/layer', { path: { queryId }, stop });
  }

  /** Changes how the layer is made and drawn. */
  choose(queryId: string, chosen: Partial<TileLayerSettings>): Promise<TileLayerInfo> {
    return this.client.put('/api/tiles/{queryId}/layer', { path: { queryId }, body: chosen });
  }
}
