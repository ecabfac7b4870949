import { inject, Service } from '@angular/core';
import type { SavedQuery, SavedQueryChange, SavedQueryInput, SavedQueryList } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';

/** The saved queries' endpoints, typed. Each call rejects with an ApiProblem. */
@Service()
export class SavedQueriesApi {
  private readonly client = inject(ApiClient);

  /** Saved queries by name, of all connections. */
  list(search: string): Promise<SavedQueryList> {
    return this.client.get<SavedQueryList>('studio/queries', { limit: 200, search: search === '' ? null : search });
  }

  get(id: string): Promise<SavedQuery> {
    return this.client.get<SavedQuery>(path(id));
  }

  create(input: SavedQueryInput): Promise<SavedQuery> {
    return this.client.post<SavedQuery>('studio/queries', input);
  }

  /** Changes the version that is named, or is refused. */
  change(id: string, change: SavedQueryChange): Promise<SavedQuery> {
    return this.client.put<SavedQuery>(path(id), change);
  }

  remove(id: string): Promise<void> {
    return this.client.delete(path(id));
  }

  /** Undoes a removal. */
  restore(id: string): Promise<SavedQuery> {
    return this.client.post<SavedQuery>(`${path(id)}/restore`);
  }
}

function path(id: string): string {
  return `studio/queries/${encodeURIComponent(id)}`;
}
