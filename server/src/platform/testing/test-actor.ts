import { LOCAL_ACTOR } from '#libs/access';
import type { Actor } from '#libs/access';

/** A signed-in user with rights on nothing but what is granted. */
export function userActor(userId: string, more: Partial<Actor> = {}): Actor {
  return { ...LOCAL_ACTOR, userId, name: `${userId}@example.org`, role: 'user', ...more };
}
