import { inject, Service } from '@angular/core';
import type { Scope } from '#libs/access';
import type { NewApiToken } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';

const LIFETIME_MS = 90 * 86_400_000;

/** Tokens for agents. Each call rejects with an ApiProblem. */
@Service()
export class AgentsApi {
  private readonly client = inject(ApiClient);

  /**
   * Makes a token that does nothing but use the agents' tools, for ninety days; `connectionIds` null is no limit. Only where
   * `mayPropose` is set it makes change sets.
   */
  createToken(name: string, connectionIds: readonly string[] | null, mayPropose: boolean): Promise<NewApiToken> {
    const expiresAt = new Date(Date.now() + LIFETIME_MS).toISOString();
    const limits = connectionIds === null ? {} : { connection_ids: connectionIds };
    const scopes: Scope[] = mayPropose ? ['mcp', 'changes'] : ['mcp'];
    const body = { name, scopes, ...limits, expires_at: expiresAt };
    return this.client.post('/api/profile/tokens', { body });
  }
}
