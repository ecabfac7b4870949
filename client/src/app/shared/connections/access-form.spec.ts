import { describe, expect, it } from '@jest/globals';
import type { User } from '#libs/api';
import { userSample } from '../../../testing/identity-samples';
import { subjectOf, subjectsOf, withSubject } from './access-form';

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
