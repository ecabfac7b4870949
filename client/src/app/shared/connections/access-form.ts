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

/** The entries as they are in force by now, with what was edited of those the form began with. */
export function withEdits(
  began: readonly ConnectionAccessEntry[],
  edited: readonly ConnectionAccessEntry[],
  current: readonly ConnectionAccessEntry[],
): ConnectionAccessEntry[] {
  const own = changedSubjects(began, edited);
  const kept = current.filter(({ subject }) => !own.includes(subject) || levelIn(edited, subject) !== null);
  const merged = kept.map(({ subject, level }) => ({
    subject,
    level: own.includes(subject) ? (levelIn(edited, subject) ?? level) : level,
  }));
  const added = edited.filter(({ subject }) => own.includes(subject) && levelIn(current, subject) === null);
  return [...merged, ...added];
}

/** The subjects whose entries differ. */
export function changedSubjects(
  some: readonly ConnectionAccessEntry[],
  others: readonly ConnectionAccessEntry[],
): string[] {
  const subjects = new Set([...some, ...others].map(({ subject }) => subject));
  return [...subjects].filter((subject) => levelIn(some, subject) !== levelIn(others, subject));
}

function levelIn(entries: readonly ConnectionAccessEntry[], subject: string): ConnectionAccessEntry['level'] | null {
  return entries.find((entry) => entry.subject === subject)?.level ?? null;
}

/** The entries with one for `subject` at the end, at the level that is asked for most. */
export function withSubject(items: readonly ConnectionAccessEntry[], subject: string): ConnectionAccessEntry[] {
  return [...items.filter((item) => item.subject !== subject), { subject, level: 'query' }];
}
