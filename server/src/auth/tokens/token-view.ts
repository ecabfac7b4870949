import type { ApiToken } from '#libs/api';
import type { TokenFields } from './token.entity.js';

/** A token as the API shows it at `now`; `lastUsedAt` is newer than what is written down. Milliseconds since the epoch. */
export function tokenView(record: TokenFields, lastUsedAt: number | null, now: number): ApiToken {
  return {
    id: record.id,
    name: record.name,
    hint: `${record.hint}…`,
    scopes: record.scopes,
    connection_ids: record.connectionIds,
    created_at: record.createdAt,
    expires_at: record.expiresAt,
    last_used_at: lastUsedAt === null ? record.lastUsedAt : new Date(lastUsedAt).toISOString(),
    state: stateOf(record, now),
  };
}

function stateOf({ revokedAt, expiresAt }: TokenFields, now: number): ApiToken['state'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && now >= Date.parse(expiresAt) ? 'expired' : 'active';
}
