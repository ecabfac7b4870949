import { inject, Service } from '@angular/core';
import type { StudioSession, StudioSessionList } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';

const PATHS = {
  commit: '/api/studio/sessions/{id}/commit',
  rollback: '/api/studio/sessions/{id}/rollback',
  keep: '/api/studio/sessions/{id}/keep',
} as const;

/** The endpoints of the sessions that runs of one tab share. Each call rejects with an ApiProblem. */
@Service()
export class SessionsApi {
  private readonly client = inject(ApiClient);

  /** The sessions that are open. */
  list(): Promise<StudioSessionList> {
    return this.client.get('/api/studio/sessions');
  }

  /** Ends the transaction, or puts its end off. */
  act(id: string, connectionId: string, action: keyof typeof PATHS): Promise<StudioSession> {
    return this.client.post(PATHS[action], { path: { id }, query: { connection_id: connectionId } });
  }

  /** Rolls back and releases the session on every connection. */
  remove(id: string): Promise<void> {
    return this.client.delete('/api/studio/sessions/{id}', { path: { id } });
  }
}
