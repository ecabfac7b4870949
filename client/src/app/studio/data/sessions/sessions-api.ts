import { inject, Service } from '@angular/core';
import type { StudioSession, StudioSessionList } from '#libs/api';
import { ApiClient } from '../../../shared/http/api-client';

/** The endpoints of the sessions that runs of one tab share. Each call rejects with an ApiProblem. */
@Service()
export class SessionsApi {
  private readonly client = inject(ApiClient);

  /** The sessions that are open. */
  list(): Promise<StudioSessionList> {
    return this.client.get<StudioSessionList>('studio/sessions');
  }

  /** Ends the transaction, or puts its end off. */
  act(id: string, connectionId: string, action: 'commit' | 'rollback' | 'keep'): Promise<StudioSession> {
    const query = `connection_id=${encodeURIComponent(connectionId)}`;
    return this.client.post<StudioSession>(`studio/sessions/${encodeURIComponent(id)}/${action}?${query}`);
  }

  /** Rolls back and releases the session on every connection. */
  remove(id: string): Promise<void> {
    return this.client.delete(`studio/sessions/${encodeURIComponent(id)}`);
  }
}
