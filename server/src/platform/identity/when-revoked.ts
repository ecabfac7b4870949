import { Observable } from 'rxjs';
import type { Actor } from '#libs/access';
import type { EventBus } from '../events/event-bus.js';

/** Speaks once when `actor` has lost what they came with: what still streams to them is to end then. */
export function whenRevoked(events: EventBus, actor: Actor): Observable<true> {
  return new Observable((subscriber) =>
    events.subscribe('access.revoked', ({ user_id, token_id, session_id }) => {
      const isAll = token_id === null && session_id === null;
      const isTheirs =
        (token_id !== null && token_id === actor.tokenId) || (session_id !== null && session_id === actor.sessionId);
      if (user_id === actor.userId && (isAll || isTheirs)) subscriber.next(true);
    }),
  );
}
