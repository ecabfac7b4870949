import { describe, expect, it } from '@jest/globals';
import type { ConnectionAccessEntry, User } from '#libs/api';
import { userSample } from '../../../testing/identity-samples';
import { changedSubjects, subjectOf, subjectsOf, withEdits, withSubject } from './access-form';

const users: User[] = [
  userSample({ id: 'local', role: 'admin', name: 'Boss' }),
  userSample({ id: 'ann', name: 'Ann', email: 'ann@example.org' }),
  userSample({ id: 'bob', name: '', email: 'bob@example.org' }),
  userSample({ id: 'eve', name: 'Eve', state: 'disabled' }),
];

describe('who may use a connection', () => {
  it('can be everybody, a role and those people whom it makes a difference for', () => {
    expect(subjectsOf(users).map(({ subject }) => subject)).toEqual(['everybody', 'role:user', 'user:ann', 'user:bob']);
  });

  it.each<[string, string]>([
    ['everybody', 'Everyone'],
    ['role:user', 'Users'],
    ['user:ann', 'Ann'],
    ['user:bob', 'bob@example.org'],
    ['user:eve', 'Eve'],
    ['user:gone', 'Person gone'],
  ])('calls %s %j', (subject, name) => {
    expect(subjectOf(subject, users).name).toBe(name);
  });

  it('begins with the least', () => {
    expect(withSubject([{ subject: 'everybody', level: 'write' }], 'user:ann')).toEqual([
      { subject: 'everybody', level: 'write' },
      { subject: 'user:ann', level: 'query' },
    ]);
  });
});

describe('edited entries over others that are in force by now', () => {
  /** `a:query b:write` as entries. */
  const entries = (text: string): ConnectionAccessEntry[] =>
    text.split(' ').flatMap((entry) => {
      const [subject = '', level = ''] = entry.split(':');
      return subject === '' ? [] : [{ subject, level: level as ConnectionAccessEntry['level'] }];
    });

  it.each([
    ['a:query', 'a:query', 'a:write b:query', 'a:write b:query'],
    ['a:query', 'a:query c:write', 'a:write', 'a:write c:write'],
    ['a:query b:query', 'a:query', 'a:query b:write', 'a:query'],
    ['a:query b:query', 'a:manage b:query', 'a:write', 'a:manage'],
    ['a:query', 'a:manage', '', 'a:manage'],
    ['a:query', '', 'a:query b:query', 'b:query'],
  ])('began with "%s", edited to "%s", now "%s": "%s"', (began, edited, current, merged) => {
    expect(withEdits(entries(began), entries(edited), entries(current))).toEqual(entries(merged));
  });

  it('names who has another entry', () => {
    expect(changedSubjects(entries('a:query b:query c:query'), entries('a:query b:write d:query'))).toEqual([
      ...['b', 'c', 'd'],
    ]);
  });
});
