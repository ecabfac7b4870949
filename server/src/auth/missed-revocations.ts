import type { EventMap } from '#libs/events';
import type { LiveSession } from './sessions/sign-in-sessions.js';
import type { KnownToken } from './tokens/known-tokens.js';
import type { KnownUser } from './users/known-users.js';

/** What ended while this process did not hear of it. */
export type MissedRevocation = EventMap['access.revoked'];

/** What a person lost: everything where they are gone, disabled or have another role; null where nothing. */
export function lossOfUser(before: KnownUser, now: KnownUser | null): MissedRevocation | null {
  if (before.isDisabled) return null;
  if (now !== null && !now.isDisabled && now.role === before.role) return null;
  return { user_id: before.id, token_id: null, session_id: null };
}

/** A sign-in that has ended; null while it lasts. */
export function lossOfSession(before: LiveSession, now: LiveSession | null): MissedRevocation | null {
  return now === null ? { user_id: before.userId, token_id: null, session_id: before.id } : null;
}

/** A token that was revoked or has another secret; null while the old one is valid. */
export function lossOfToken(before: KnownToken, now: KnownToken | null): MissedRevocation | null {
  if (now?.secretHash === before.secretHash) return null;
  return { user_id: before.userId, token_id: before.id, session_id: null };
}
