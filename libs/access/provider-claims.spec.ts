import { describe, expect, it } from '@jest/globals';
import { isCompleteIdToken, personClaims } from './index.js';
import type { PersonClaims, ProviderClaims } from './index.js';

const BOSS = 'boss@example.org';
const OTHER = 'other@example.org';
const NOBODY: PersonClaims = { email: null, isEmailVerified: false, name: '', groups: [] };

describe('isCompleteIdToken', () => {
  it.each<[string, ProviderClaims, boolean]>([
    ['all of it', { email: BOSS, email_verified: true, groups: [] }, true],
    ['an address that is not verified', { email: BOSS, email_verified: false, groups: 'ops' }, true],
    ['an address alone', { email: BOSS, groups: [] }, false],
    ['a word on no address', { email_verified: true, groups: [] }, false],
    ['an address of null', { email: null, email_verified: true, groups: [] }, false],
    ['no groups', { email: BOSS, email_verified: true }, false],
    ['groups of null', { email: BOSS, email_verified: true, groups: null }, false],
  ])('judges an ID token with %s', (_, idToken, expected) => {
    expect(isCompleteIdToken(idToken, 'groups')).toBe(expected);
  });
});

describe('personClaims', () => {
  it('reads all groups, however many there are', () => {
    const groups = [...Array.from({ length: 5000 }, (_, index) => `g${index}`), 'ops'];
    expect(personClaims({ groups }, {}, 'groups').groups).toEqual(groups);
  });

  it.each<[string, ProviderClaims, ProviderClaims, Partial<PersonClaims>]>([
    ['nothing', {}, {}, {}],
    ['a verified address', { email: BOSS, email_verified: true }, {}, { email: BOSS, isEmailVerified: true }],
    ['an address alone', { email: BOSS }, {}, { email: BOSS }],
    ['an address whose verification is a text', { email: BOSS, email_verified: 'true' }, {}, { email: BOSS }],
    [
      'another verified address',
      { email: BOSS },
      { email: OTHER, email_verified: true },
      { email: OTHER, isEmailVerified: true },
    ],
    [
      'the address, verified elsewhere',
      { email: BOSS },
      { email: BOSS, email_verified: true },
      { email: BOSS, isEmailVerified: true },
    ],
    ['a verification without an address', { email: BOSS }, { email_verified: true }, { email: BOSS }],
    ['a verification in the token, an address elsewhere', { email_verified: true }, { email: BOSS }, { email: BOSS }],
    ['an address that is no text', { email: 7, email_verified: true }, { email: BOSS }, { email: BOSS }],
    [
      'a denial in the token',
      { email: BOSS, email_verified: false },
      { email: BOSS, email_verified: true },
      { email: BOSS },
    ],
    ['a name', { name: 'Ann' }, { name: 'Bob' }, { name: 'Ann' }],
    ['a name elsewhere', { name: '' }, { name: 'Bob' }, { name: 'Bob' }],
    ['a user name', { name: null, preferred_username: 'ann' }, {}, { name: 'ann' }],
    ['a long name', { name: 'n'.repeat(201) }, {}, { name: 'n'.repeat(200) }],
    ['groups in both', { groups: ['a'] }, { groups: ['ops'] }, { groups: ['a'] }],
    ['no groups in the token', { groups: [] }, { groups: ['ops'] }, { groups: [] }],
    ['groups elsewhere', { groups: null }, { groups: ['ops', 7, ['a']] }, { groups: ['ops'] }],
    ['one group', { groups: 'ops' }, {}, { groups: ['ops'] }],
  ])('reads %s', (_, idToken, userInfo, expected) => {
    expect(personClaims(idToken, userInfo, 'groups')).toEqual({ ...NOBODY, ...expected });
  });
});
