import { Observable } from 'rxjs';
import type { Actor } from '#libs/access';
import type { EventBus } from '../events/event-bus.js';

/** What was revoked: a token, a sign-in, or where both are null everything of a person. */
export interface RevokedAccess {
  readonly user_id: string;
  readonly token_id: string | null;
  readonly session_id: string | null;
}

/** Whether `actor` has lost what they came with. */
export function isRevoked(actor: Actor, { user_id, token_id, session_id }: RevokedAccess): boolean {
  if (user_id !== actor.userId) return false;
  const isAll = token_id === null && session_id === null;
  const isTheirs =
    (token_id !== null && token_id === actor.tokenId) || (session_id !== null && session_id === actor.sessionId);
  return isAll || isTheirs;
}

/** Emits once `actor` has lost what they came with: what still streams to them ends then. */
export function whenRevoked(events: EventBus, actor: Actor): Observable<true> {
  return new Observable((subscriber) =>
    events.subscribe('access.revoked', (revoked) => {
      if (isRevoked(actor, revoked)) subscriber.next(true);
    }),
  );
}
