import type { Actor } from '#libs/access';
import type { ChangePerson } from '#libs/api';

/** Who did something with a change set, as it is kept: a person by email address. */
export function personOf({ userId, name, kind }: Actor): ChangePerson {
  return { id: userId, name, kind };
}

/**
 * Who did something with a change set, as it is shown: a person by the name that `nameOf` knows now, with the email
 * address beside it. One that it does not know (it answers with the id) is shown as kept, as programs are.
 */
export function shownPerson(kept: ChangePerson, nameOf: (userId: string) => string): ChangePerson {
  const { id, name, kind } = kept;
  const current = kind === 'user' ? nameOf(id) : name;
  return current === name || current === id ? kept : { id, name: current, email: name, kind };
}
