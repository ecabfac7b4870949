import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  API_TOKEN_BYTES,
  addressKey,
  emailKey,
  formatApiToken,
  hintOf,
  isApiToken,
  isEmailAddress,
  isSignInOver,
  ownPath,
  passwordFault,
  roleOfGroups,
  unheldEmailKey,
} from './index.js';
import type { GroupRules, Role } from './index.js';

const bytes = fc.uint8Array({ minLength: API_TOKEN_BYTES, maxLength: API_TOKEN_BYTES });
const ZERO = formatApiToken(new Uint8Array(API_TOKEN_BYTES));
const FULL = formatApiToken(new Uint8Array(API_TOKEN_BYTES).fill(255));

describe('an API token', () => {
  it.each([
    ['the smallest', ZERO, true],
    ['the largest', FULL, true],
    ['one cut off', ZERO.slice(0, -1), false],
    ['one with more behind it', `${ZERO}0`, false],
    ['one with a line break', `${ZERO}\n`, false],
    ['one with another character', ZERO.replace('svc_0', 'svc_1'), false],
    ['one with another checksum', `${ZERO.slice(0, -1)}${ZERO.endsWith('x') ? 'y' : 'x'}`, false],
    ['one without its prefix', ZERO.slice(4), false],
    ['one in capitals', ZERO.toUpperCase(), false],
    ['nothing', '', false],
  ])('%s is one or not', (_, text, expected) => {
    expect(isApiToken(text)).toBe(expected);
  });

  it('has always the same shape, and its checksum holds', () => {
    fc.assert(
      fc.property(bytes, (some) => {
        const token = formatApiToken(some);
        return /^svc_[0-9A-Za-z]{49}$/.test(token) && isApiToken(token) && token.startsWith(hintOf(token));
      }),
    );
  });

  it('is another one for other bytes, and no other with one character changed', () => {
    fc.assert(
      fc.property(bytes, bytes, fc.nat(48), fc.constantFrom('0', 'Z', 'q'), (one, other, at, digit) => {
        const token = formatApiToken(one);
        const place = at + 4;
        const changed = `${token.slice(0, place)}${digit}${token.slice(place + 1)}`;
        const isSame = one.every((byte, index) => byte === other[index]);
        return (token === formatApiToken(other)) === isSame && isApiToken(changed) === (changed === token);
      }),
    );
  });

  it('needs its bytes', () => {
    expect(() => formatApiToken(new Uint8Array(31))).toThrow(RangeError);
  });
});

describe('an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
    ['2001:DB8:0000:0001::9', '2001:db8:0:1::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('counts %s by %s', (address, expected) => {
    expect(addressKey(address)).toBe(expected);
  });
});

describe('a sign-in', () => {
  it.each([
    [99, false],
    [100, true],
  ])('unused for %d of 100 ms is over: %s', (now, expected) => {
    expect(isSignInOver({ lastUsedAt: 0, expiresAt: 1000 }, 100, now)).toBe(expected);
  });

  it.each([
    [999, false],
    [1000, true],
  ])('of %d of 1,000 ms is over: %s', (now, expected) => {
    expect(isSignInOver({ lastUsedAt: 990, expiresAt: 1000 }, 100, now)).toBe(expected);
  });

  it.each([
    ['ann@example.org', true],
    ['ann@localhost', true],
    ['änn@bücher.example', true],
    ['ann', false],
    ['ann@', false],
    ['@example.org', false],
    ['a b@example.org', false],
    ['a@b@c', false],
    [`${'a'.repeat(65)}@example.org`, false],
    [`a@${'b'.repeat(254)}`, false],
    ['ann@exam\u0000ple.org', false],
  ])('by %j is one by an e-mail address: %s', (text, expected) => {
    expect(isEmailAddress(text)).toBe(expected);
  });

  it('is not by the key of an address that an account does not hold', () => {
    expect(isEmailAddress(unheldEmailKey('7'))).toBe(false);
    expect(unheldEmailKey('7')).not.toBe(unheldEmailKey('8'));
  });

  it('does not care how an address is written', () => {
    expect(emailKey(' Änn@Example.ORG')).toBe(emailKey('änn@example.org'.normalize('NFD')));
  });

  it.each([
    ['1234567', false],
    ['12345678', true],
    ['😀😀😀😀', false],
    ['😀'.repeat(8), true],
    ['a'.repeat(256), true],
    ['a'.repeat(257), false],
  ])('takes the password %s: %s', (password, expected) => {
    expect(passwordFault(password) === null).toBe(expected);
  });
});

describe('roleOfGroups', () => {
  const BOTH: GroupRules = { adminGroups: ['ops'], userGroups: ['staff'] };
  it.each<[string, string[], GroupRules, Role | null, Role | null]>([
    ['a member of the administrators', ['ops'], BOTH, null, 'admin'],
    ['a member of both', ['staff', 'ops'], BOTH, 'user', 'admin'],
    ['a former administrator', ['staff'], BOTH, 'admin', 'user'],
    ['a stranger', ['sales'], BOTH, null, null],
    ['an administrator who left', [], BOTH, 'admin', null],
    ['somebody where everybody may', [], { adminGroups: ['ops'], userGroups: [] }, null, 'user'],
    ['somebody new where the provider has no say', [], { adminGroups: [], userGroups: [] }, null, 'user'],
    ['an administrator where it has no say', [], { adminGroups: [], userGroups: [] }, 'admin', 'admin'],
    ['a name that differs in case', ['OPS'], { adminGroups: ['ops'], userGroups: [] }, null, 'user'],
  ])('finds the role of %s', (_, groups, rules, known, expected) => {
    expect(roleOfGroups(groups, rules, known)).toBe(expected);
  });
});

describe('ownPath', () => {
  it.each([
    [undefined, '/'],
    ['', '/'],
    ['/', '/'],
    ['/studio?tab=1#x', '/studio?tab=1#x'],
    ['studio', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/a\\..\\..', '/'],
    ['/\t/evil.example', '/'],
    ['/.//evil.example', '/'],
    ['https://evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/a/../b', '/b'],
  ])('goes from %j to %j', (path, expected) => {
    expect(ownPath(path)).toBe(expected);
  });
});
