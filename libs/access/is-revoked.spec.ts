import { describe, expect, it } from '@jest/globals';
import { isRevoked } from './is-revoked.js';

const ALL = { user_id: 'ann', token_id: null, session_id: null };

describe('isRevoked', () => {
  it.each([
    ['a person, with all', 'ann', null, ALL, true],
    ['a token, with all of its person', 'ann', 't', ALL, true],
    ['another person, with all', 'bob', null, ALL, false],
    ['a token, with itself', 'ann', 't', { ...ALL, token_id: 't' }, true],
    ['a token, with another one', 'ann', 'u', { ...ALL, token_id: 't' }, false],
    ['a person, with a token', 'ann', null, { ...ALL, token_id: 't' }, false],
    ['a person, with a sign-in', 'ann', null, { ...ALL, session_id: 's' }, false],
    ['a token, with a sign-in', 'ann', 't', { ...ALL, session_id: 's' }, false],
  ])('%s', (_, userId, tokenId, revoked, expected) => {
    expect(isRevoked({ userId, tokenId }, revoked)).toBe(expected);
  });
});
