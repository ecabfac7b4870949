import { inject, Service } from '@angular/core';
import type { AuditList, AuditVerification } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';
import { queryOf } from './audit-filter';
import type { AuditFilter } from './audit-filter';

/** Entries asked for at once. */
const PAGE = 100;

/** The audit, for administrators. Each call rejects with an ApiProblem. */
@Service()
export class AuditApi {
  private readonly client = inject(ApiClient);

  /** The entries that a filter leaves, newest first, from `cursor` on. */
  list(filter: AuditFilter, cursor: string | null): Promise<AuditList> {
    return this.client.get('/api/audit', { query: { ...queryOf(filter), limit: PAGE, cursor } });
  }

  /** Computes the chain of hashes anew and holds it against what is written. */
  verify(): Promise<AuditVerification> {
    return this.client.get('/api/audit/verification');
  }
}
