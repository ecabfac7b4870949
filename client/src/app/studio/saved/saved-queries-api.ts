import { inject, Service } from '@angular/core';
import type {
  SavedQuery,
  SavedQueryChange,
  SavedQueryInput,
  SavedQueryList,
  SavedQueryVersion,
  SavedQueryVersionList,
} from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';
import { readItems } from '../../shared/http/read-items';

/** The saved queries' endpoints, typed. Each call rejects with an ApiProblem. */
@Service()
export class SavedQueriesApi {
  private readonly client = inject(ApiClient);

  /** Saved queries by name, of all connections, two hundred at a time; `from` is the cursor of the page before. */
  list(search: string, from: string | null = null): Promise<SavedQueryList> {
    const asked = { search: search === '' ? null : search };
    return readItems<SavedQueryList>(
      (cursor, limit) => this.client.get('/api/studio/queries', { query: { ...asked, limit, cursor } }),
      200,
      from,
    );
  }

  get(id: string): Promise<SavedQuery> {
    return this.client.get('/api/studio/queries/{id}', { path: { id } });
  }

  /** The texts that it had before, newest first; long ones are cut. */
  versions(id: string): Promise<SavedQueryVersionList> {
    return this.client.get('/api/studio/queries/{id}/versions', { path: { id } });
  }

  /** One of them, whole. */
  version(id: string, version: number): Promise<SavedQueryVersion> {
    return this.client.get('/api/studio/queries/{id}/versions/{version}', { path: { id, version } });
  }

  create(input: SavedQueryInput): Promise<SavedQuery> {
    return this.client.post('/api/studio/queries', { body: input });
  }

  /** Changes the version that is named, or is refused. */
  change(id: string, change: SavedQueryChange): Promise<SavedQuery> {
    return this.client.put('/api/studio/queries/{id}', { path: { id }, body: change });
  }

  remove(id: string): Promise<void> {
    return this.client.delete('/api/studio/queries/{id}', { path: { id } });
  }

  /** Undoes a removal. */
  restore(id: string): Promise<SavedQuery> {
    return this.client.post('/api/studio/queries/{id}/restore', { path: { id } });
  }
}
