import type { Actor } from './actor.js';

/** What was taken away: all access of a person, or where one is named, that of a token or of a sign-in alone. */
export interface Revoked {
  readonly user_id: string;
  readonly token_id: string | null;
  readonly session_id: string | null;
}

/**
 * Whether work that `actor` has begun ends with what was taken away. The end of one sign-in ends none: the person works on in
 * others.
 */
export function isRevoked(actor: Pick<Actor, 'userId' | 'tokenId'>, revoked: Revoked): boolean {
  if (revoked.token_id !== null) return actor.tokenId === revoked.token_id;
  return revoked.session_id === null && actor.userId === revoked.user_id;
}
