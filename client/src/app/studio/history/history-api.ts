import { inject, Service } from '@angular/core';
import type { HistoryEntry, HistoryList } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';

/** The history's endpoints, typed. Each call rejects with an ApiProblem. */
@Service()
export class HistoryApi {
  private readonly client = inject(ApiClient);

  /** Fifty texts that were run, newest first; `cursor` is that of the page before. */
  list(search: string, cursor: string | null = null): Promise<HistoryList> {
    const query = { limit: 50, search: search === '' ? null : search, cursor };
    return this.client.get('/api/studio/history', { query });
  }

  /** One entry of the history with its whole text. */
  entry(id: string): Promise<HistoryEntry> {
    return this.client.get('/api/studio/history/{id}', { path: { id } });
  }
}
