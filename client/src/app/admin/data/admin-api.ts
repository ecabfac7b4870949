import { inject, Service } from '@angular/core';
import type {
  ActivityList,
  AdminOverview,
  CancelQueryInput,
  LicenceList,
  SecretKeyStatus,
  SpatialOverview,
  StorageArea,
  StorageOverview,
} from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';

/** What only administrators may ask. Each call rejects with an ApiProblem. */
@Service()
export class AdminApi {
  private readonly client = inject(ApiClient);

  overview(): Promise<AdminOverview> {
    return this.client.get('/api/admin/overview');
  }

  storage(): Promise<StorageOverview> {
    return this.client.get('/api/admin/storage');
  }

  /** Removes unneeded files from a part of the state directory. */
  cleanUp(area: StorageArea): Promise<StorageOverview> {
    return this.client.post('/api/admin/storage/{area}/clean-up', { path: { area } });
  }

  /** Creates a key where `secret.key` is missing. */
  createSecretKey(): Promise<SecretKeyStatus> {
    return this.client.post('/api/admin/secret-key');
  }

  licences(): Promise<LicenceList> {
    return this.client.get('/api/admin/licences');
  }

  /** What runs in a database now. */
  activity(connectionId: string, stop?: AbortSignal): Promise<ActivityList> {
    return this.client.get('/api/admin/{connection_id}/activity', { path: { connection_id: connectionId }, stop });
  }

  /** Cancels a query, unless its process runs another one by now. */
  cancel(connectionId: string, pid: number, body: CancelQueryInput): Promise<void> {
    return this.client.post('/api/admin/{connection_id}/activity/{pid}/cancel', {
      path: { connection_id: connectionId, pid },
      body,
    });
  }

  /** Tables with geometries. */
  spatial(connectionId: string): Promise<SpatialOverview> {
    return this.client.get('/api/explore/{connection_id}/spatial', { path: { connection_id: connectionId } });
  }
}
