import type { Actor } from '#libs/access';
import type { ChangePerson } from '#libs/api';

/** Who did something with a change set, as it is kept and shown. */
export function personOf({ userId, name, kind }: Actor): ChangePerson {
  return { id: userId, name, kind };
}
