import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  ACCOUNT_POLICY,
  ADDRESS_POLICY,
  FORGET_ATTEMPTS_MS,
  OWN_POLICY,
  beginAttempt,
  countersOf,
  undoAttempt,
} from './index.js';
import type { Attempter, Attempts, DelayPolicy } from './index.js';

const POLICY: DelayPolicy = { free: 2, firstDelayMs: 100, maxDelayMs: 500 };

describe('beginAttempt', () => {
  const allowed = (attempts: object) => ({ kind: 'allowed', attempts });
  it.each<[string, Attempts | undefined, number, object]>([
    ['the first', undefined, 5, allowed({ count: 1, lastAt: 5, blockedUntil: 0 })],
    ['the last free one', { count: 1, lastAt: 0, blockedUntil: 0 }, 9, allowed({ count: 2, blockedUntil: 109 })],
    ['one during the delay', { count: 2, lastAt: 0, blockedUntil: 100 }, 40, { kind: 'refused', retryAfterMs: 60 }],
    ['one after the delay', { count: 2, lastAt: 0, blockedUntil: 100 }, 100, allowed({ count: 3, blockedUntil: 300 })],
    ['a later one', { count: 3, lastAt: 0, blockedUntil: 200 }, 200, allowed({ count: 4, blockedUntil: 600 })],
    ['one at the longest delay', { count: 99, lastAt: 0, blockedUntil: 0 }, 0, allowed({ blockedUntil: 500 })],
    ['one after a long pause', { count: 9, lastAt: 0, blockedUntil: 500 }, FORGET_ATTEMPTS_MS, allowed({ count: 1 })],
    ['one after the clock was set back', { count: 9, lastAt: 50, blockedUntil: 550 }, 10, allowed({ count: 1 })],
  ])('judges %s', (_, known, now, expected) => {
    expect(beginAttempt(known, POLICY, now)).toMatchObject(
      'attempts' in expected
        ? { ...expected, attempts: expect.objectContaining(expected.attempts as object) }
        : expected,
    );
  });

  it('never lets guesses come faster than its delays, however they are timed', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { maxLength: 100 }), (pauses) => {
        let [now, known] = [0, undefined as Attempts | undefined];
        const allowedAt: number[] = [];
        for (const pause of pauses) {
          now += pause;
          const verdict = beginAttempt(known, POLICY, now);
          if (verdict.kind === 'refused') continue;
          known = verdict.attempts;
          allowedAt.push(now);
        }
        return allowedAt.every((at, index) => {
          const before = allowedAt[index - 1];
          if (before === undefined || index < POLICY.free) return true;
          return at - before >= Math.min(POLICY.maxDelayMs, POLICY.firstDelayMs * 2 ** (index - POLICY.free));
        });
      }),
    );
  });
});

describe('undoAttempt', () => {
  it.each<[string, Attempts | undefined, DelayPolicy, Attempts | undefined]>([
    ['nothing', undefined, POLICY, undefined],
    ['the only one', { count: 1, lastAt: 7, blockedUntil: 0 }, POLICY, undefined],
    ['one of many', { count: 4, lastAt: 7, blockedUntil: 407 }, POLICY, { count: 3, lastAt: 7, blockedUntil: 207 }],
    [
      'the one that blocks',
      { count: 2, lastAt: 7, blockedUntil: 107 },
      POLICY,
      { count: 1, lastAt: 7, blockedUntil: 0 },
    ],
    ["all of one's own", { count: 9, lastAt: 7, blockedUntil: 0 }, OWN_POLICY, undefined],
  ])('takes back %s', (_, known, policy, expected) => {
    expect(undoAttempt(known, policy)).toEqual(expected);
  });
});

describe('countersOf', () => {
  it.each<[string, Attempter, [string, DelayPolicy][]]>([
    [
      'an account from an unknown device',
      { account: 'ann', address: 'A', device: null },
      [
        ['address A', ADDRESS_POLICY],
        ['account ann from A', OWN_POLICY],
        ['account ann', ACCOUNT_POLICY],
      ],
    ],
    ['a code', { account: null, address: 'A', device: null }, [['address A', ADDRESS_POLICY]]],
    ['a known device', { account: 'ann', address: 'A', device: 'd1' }, [['device d1', OWN_POLICY]]],
  ])('counts %s', (_, attempter, expected) => {
    expect(countersOf(attempter).map(({ key, policy }) => [key, policy])).toEqual(expected);
  });

  it.each([OWN_POLICY, ACCOUNT_POLICY, ADDRESS_POLICY])('forgets no attempt during a delay of %j', ({ maxDelayMs }) => {
    expect(maxDelayMs).toBeLessThan(FORGET_ATTEMPTS_MS);
  });
});
