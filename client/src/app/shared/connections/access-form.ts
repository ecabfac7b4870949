import type { ConnectionAccessEntry, User } from '#libs/api';

/** A person or role that a connection can be granted to, with its name. */
export interface AccessSubject {
  readonly subject: string;
  readonly name: string;
  /** What distinguishes them from others of the name. */
  readonly more: string;
}

export const ACCESS_LEVELS = [
  'query',
  'write',
  'approve',
  'manage',
] as const satisfies readonly ConnectionAccessEntry['level'][];

/** What each level lets people do. */
export const LEVEL_WORDS: Readonly<Record<ConnectionAccessEntry['level'], string>> = {
  query: 'Query',
  write: 'Query and write',
  approve: 'Write and approve',
  manage: 'Manage',
};

const EVERYBODY: AccessSubject = { subject: 'everybody', name: 'Everyone', more: 'all signed-in users' };
const ROLE_USER: AccessSubject = { subject: 'role:user', name: 'Users', more: 'everyone with the role User' };

/** All whom a connection can be opened to; administrators may use every one anyway. */
export function subjectsOf(users: readonly User[]): AccessSubject[] {
  const people = users
    .filter(({ role, state }) => role !== 'admin' && state !== 'disabled')
    .map(({ id, name, email }) => ({ subject: `user:${id}`, name: name || email, more: email }));
  return [EVERYBODY, ROLE_USER, ...people];
}

/** What an entry's subject is called; someone who is not known here is named by what the entry says. */
export function subjectOf(subject: string, users: readonly User[]): AccessSubject {
  const person = users.find(({ id }) => subject === `user:${id}`);
  if (person) return { subject, name: person.name || person.email, more: person.email };
  const known = [EVERYBODY, ROLE_USER].find((one) => one.subject === subject);
  return known ?? { subject, name: subject.replace(/^user:/, 'Person '), more: '' };
}

/** The entries with one for `subject` at the end, at the level that is asked for most. */
export function withSubject(items: readonly ConnectionAccessEntry[], subject: string): ConnectionAccessEntry[] {
  return [...items.filter((item) => item.subject !== subject), { subject, level: 'query' }];
}
