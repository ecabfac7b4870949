import { describe, expect, it } from '@jest/globals';
import type { AuditEntry, AuditVerification } from '#libs/api';
import { actionText, actorText, breakText, detailText, keyLabel, objectText } from './audit-words';

const verification: AuditVerification = { valid: false, entries: 9, broken_at: 7, reason: 'changed', head: null };

describe('the words of the audit', () => {
  it('names actions, also those that it does not know', () => {
    expect([actionText('auth.sign_in'), actionText('later.thing')]).toEqual(['Sign-in', 'later.thing']);
  });

  it('names who did it and what to', () => {
    const actor: AuditEntry['actor'] = { kind: 'user', user_id: 'u', name: 'ann@example.org', token_id: null };
    expect([actorText({ actor }), actorText({ actor: null })]).toEqual(['ann@example.org', 'Unknown user']);
    expect(objectText({ object: { kind: 'user', id: 'u1', name: null } })).toBe('u1');
    expect(objectText({ object: { kind: 'user', id: 'u1', name: 'Ann' } })).toBe('Ann');
  });

  it.each([
    ['change_set', 'Change set'],
    ['user', 'User'],
    ['', ''],
  ])('labels the key %j', (key, label) => {
    expect(keyLabel(key)).toBe(label);
  });

  it.each<[AuditEntry['details'][string], string]>([
    [null, 'none'],
    [false, 'false'],
    [3, '3'],
    ['a', 'a'],
    [['a', 'b'], 'a, b'],
    [[], ''],
  ])('formats %j', (value, expected) => {
    expect(detailText(value)).toBe(expected);
  });

  it.each<[Partial<AuditVerification>, string]>([
    [{}, 'Entry 7 was changed'],
    [{ reason: 'missing' }, 'Entry 7 is missing'],
    [{ reason: 'replaced' }, "Entry 7 doesn't match the recorded value"],
    [{ broken_at: null }, 'An entry was changed'],
  ])('names the entry where the chain is broken', (change, expected) => {
    expect(breakText({ ...verification, ...change })).toBe(expected);
  });
});
