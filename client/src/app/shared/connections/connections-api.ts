import { inject, Service } from '@angular/core';
import type {
  Connection,
  ConnectionAccessEntry,
  ConnectionAccessList,
  ConnectionInput,
  ConnectionKindList,
  ConnectionList,
  ConnectionTestResult,
  ConnectionUpdate,
} from '#libs/api';
import { ApiClient } from '../http/api-client';

/** The connection endpoints. */
@Service()
export class ConnectionsApi {
  private readonly api = inject(ApiClient);

  /** Every connection, with its health as last known and the mistakes in the configuration file. */
  list(): Promise<ConnectionList> {
    return this.api.get('/api/connections');
  }

  /** The kinds of connections and the settings of each. */
  kinds(): Promise<ConnectionKindList> {
    return this.api.get('/api/connections/kinds');
  }

  /** Writes a new connection into the configuration file. */
  create(input: ConnectionInput): Promise<Connection> {
    return this.api.post('/api/connections', { body: input });
  }

  /** Changes a connection; what is left out stays. */
  update(id: string, change: ConnectionUpdate): Promise<Connection> {
    return this.api.put('/api/connections/{id}', { path: { id }, body: change });
  }

  /** Takes a connection out of the configuration file; its data is untouched. */
  remove(id: string): Promise<void> {
    return this.api.delete('/api/connections/{id}', { path: { id } });
  }

  /** Connects once and says how it went. */
  test(id: string): Promise<ConnectionTestResult> {
    return this.api.post('/api/connections/{id}/test', { path: { id } });
  }

  /** Connects once with settings that are stored nowhere; an `id` among them lends its stored password. */
  testUnsaved(input: ConnectionInput, stop?: AbortSignal): Promise<ConnectionTestResult> {
    return this.api.post('/api/connections/test', { body: input, stop });
  }

  /** Ends sessions and connects anew: one's own or everybody's; left out, as many as one may. */
  reconnect(id: string, sessions?: 'own' | 'all'): Promise<unknown> {
    return this.api.post('/api/connections/{id}/reconnect', { path: { id }, query: { sessions } });
  }

  /** Who may use a connection, besides administrators. */
  access(id: string): Promise<ConnectionAccessList> {
    return this.api.get('/api/connections/{id}/access', { path: { id } });
  }

  /** Says anew who may use a connection, if what is in force is as expected; without anybody it is left to administrators. */
  setAccess(
    id: string,
    items: readonly ConnectionAccessEntry[],
    expected: readonly ConnectionAccessEntry[],
  ): Promise<ConnectionAccessList> {
    const body = { items: [...items], expected: [...expected] };
    return this.api.put('/api/connections/{id}/access', { path: { id }, body });
  }
}
