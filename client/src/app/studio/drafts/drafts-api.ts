import { inject, Service } from '@angular/core';
import type { Draft, DraftInput, DraftList, DraftReceipt } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';

/** A page that goes away may leave 64 KB behind; a unit of text has at most three bytes. */
const KEEPALIVE_CHARACTERS = 20_000;

/** The server's copy of the tabs. Each call rejects with an ApiProblem. */
@Service()
export class DraftsApi {
  private readonly client = inject(ApiClient);

  /** The open tabs of all browsers. */
  list(): Promise<DraftList> {
    return this.client.get('/api/studio/tabs');
  }

  /** One tab as the server has it. */
  get(id: string): Promise<Draft> {
    return this.client.get('/api/studio/tabs/{id}', { path: { id } });
  }

  /** Keeps a tab; while the page is leaving, a text of usual size still arrives. */
  put(id: string, draft: DraftInput, isLeaving: boolean): Promise<DraftReceipt> {
    const keepalive = isLeaving && draft.sql.length <= KEEPALIVE_CHARACTERS;
    return this.client.put('/api/studio/tabs/{id}', { path: { id }, body: draft, keepalive });
  }

  /** Closes a tab, unless it was changed since that version. */
  close(id: string, version: number): Promise<void> {
    return this.client.delete('/api/studio/tabs/{id}', { path: { id }, query: { version } });
  }
}
