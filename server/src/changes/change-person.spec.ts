import { expect, it } from '@jest/globals';
import type { ChangePerson } from '#libs/api';
import { shownPerson } from './change-person.js';

const NAMES: Readonly<Record<string, string>> = { u1: 'Erik Editor', u2: 'ann@example.org', local: 'local' };
const nameOf = (id: string): string => NAMES[id] ?? id;

it.each<[string, ChangePerson, ChangePerson]>([
  [
    'a person with a name',
    { id: 'u1', name: 'erik@example.org', kind: 'user' },
    { id: 'u1', name: 'Erik Editor', email: 'erik@example.org', kind: 'user' },
  ],
  [
    'a person without a name',
    { id: 'u2', name: 'ann@example.org', kind: 'user' },
    { id: 'u2', name: 'ann@example.org', kind: 'user' },
  ],
  [
    'a person who was deleted',
    { id: 'gone', name: 'old@example.org', kind: 'user' },
    { id: 'gone', name: 'old@example.org', kind: 'user' },
  ],
  [
    'the person of a workbench without sign-in',
    { id: 'local', name: 'local', kind: 'user' },
    { id: 'local', name: 'local', kind: 'user' },
  ],
  ['an agent', { id: 'u1', name: 'My agent', kind: 'agent' }, { id: 'u1', name: 'My agent', kind: 'agent' }],
])('shows %s', (_, kept, shown) => {
  expect(shownPerson(kept, nameOf)).toEqual(shown);
});
