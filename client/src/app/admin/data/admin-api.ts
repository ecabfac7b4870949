import { inject, Service } from '@angular/core';
import type {
  ActivityList,
  AdminOverview,
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
    return this.client.get('admin/overview');
  }

  storage(): Promise<StorageOverview> {
    return this.client.get('admin/storage');
  }

  /** Removes unneeded files from a part of the state directory. */
  cleanUp(area: StorageArea): Promise<StorageOverview> {
    return this.client.post(`admin/storage/${area}/clean-up`);
  }

  /** Creates a key where `secret.key` is missing. */
  createSecretKey(): Promise<SecretKeyStatus> {
    return this.client.post('admin/secret-key');
  }

  licences(): Promise<LicenceList> {
    return this.client.get('admin/licences');
  }

  /** What runs in a database now. */
  activity(connectionId: string): Promise<ActivityList> {
    return this.client.get(`admin/${encodeURIComponent(connectionId)}/activity`);
  }

  /** Cancels what one backend does. */
  cancel(connectionId: string, pid: number): Promise<void> {
    return this.client.post(`admin/${encodeURIComponent(connectionId)}/activity/${pid}/cancel`);
  }

  /** Tables with geometries. */
  spatial(connectionId: string): Promise<SpatialOverview> {
    return this.client.get(`explore/${encodeURIComponent(connectionId)}/spatial`);
  }
}
