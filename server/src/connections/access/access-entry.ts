import type { ConnectionGrant, GrantSubject } from '#libs/access';
import type { ConnectionAccessEntry } from '#libs/api';

/** Whom an entry can be for: everybody, a role, or a person by their id. */
export const SUBJECT = /^(?:everybody|role:(?:admin|user)|user:[A-Za-z0-9_-]{1,64})$/;

/** A grant as the API writes it. */
export function entryOf({ subject, level }: ConnectionGrant): ConnectionAccessEntry {
  return { subject: textOf(subject), level };
}

/** The grant that an entry means, whose subject is of the form `SUBJECT`. */
export function grantOf({ subject, level }: ConnectionAccessEntry): ConnectionGrant {
  const [kind, name = ''] = subject.split(':', 2);
  if (kind === 'user') return { subject: { kind: 'user', userId: name }, level };
  if (kind === 'role') return { subject: { kind: 'role', role: name === 'admin' ? 'admin' : 'user' }, level };
  return { subject: { kind: 'everybody' }, level };
}

function textOf(subject: GrantSubject): string {
  if (subject.kind === 'everybody') return 'everybody';
  return subject.kind === 'role' ? `role:${subject.role}` : `user:${subject.userId}`;
}
