import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TransactionState } from '../api/index.js';
import { pinnedSessionLimit, SESSION_LIMITS, sessionEndsAtMs, sessionLimits, sessionStep } from './session-lifetime.js';
import type { SessionStep, SessionUse } from './session-lifetime.js';

const MINUTE = 60_000;
const unused = (transaction: TransactionState, warnedAtMs: number | null = null, isBusy = false): SessionUse => ({
  transaction,
  isBusy,
  warnedAtMs,
  lastUsedAtMs: 0,
});

describe('what is due for a session', () => {
  it.each<[string, SessionUse, number, SessionStep]>([
    ['just used', unused('none'), 0, 'nothing'],
    ['unused for less than 15 minutes', unused('none'), 15 * MINUTE - 1, 'nothing'],
    ['unused for 15 minutes', unused('none'), 15 * MINUTE, 'release'],
    ['running for an hour', unused('none', null, true), 60 * MINUTE, 'nothing'],
    ['in a transaction for less than 9 minutes', unused('open'), 9 * MINUTE - 1, 'nothing'],
    ['in a transaction for 9 minutes', unused('open'), 9 * MINUTE, 'warn'],
    ['in a failed transaction for 9 minutes', unused('failed'), 9 * MINUTE, 'warn'],
    ['warned a moment ago', unused('open', 9 * MINUTE), 9 * MINUTE + 1, 'nothing'],
    ['warned a minute ago', unused('open', 9 * MINUTE), 10 * MINUTE, 'roll-back'],
    ['in a transaction for an hour without a warning', unused('open'), 60 * MINUTE, 'warn'],
    ['warned late, a moment ago', unused('open', 60 * MINUTE), 61 * MINUTE - 1, 'nothing'],
    ['warned late, a minute ago', unused('open', 60 * MINUTE), 61 * MINUTE, 'roll-back'],
    ['running in a transaction for an hour', unused('open', null, true), 60 * MINUTE, 'nothing'],
  ])('%s', (_, use, nowMs, step) => {
    expect(sessionStep(use, nowMs)).toBe(step);
  });

  it('never rolls back without a warning, whatever the clock does', () => {
    const states = fc.constantFrom<TransactionState>('open', 'failed');
    fc.assert(
      fc.property(states, fc.nat(), fc.integer(), (transaction, lastUsedAtMs, nowMs) => {
        const use = { transaction, isBusy: false, lastUsedAtMs, warnedAtMs: null };
        expect(sessionStep(use, nowMs)).not.toBe('roll-back');
      }),
    );
  });

  it('leaves at least a minute between the warning and the rollback', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (lastUsedAtMs, later) => {
        const warnedAtMs = lastUsedAtMs + SESSION_LIMITS.warnAfterMs + later;
        const endsAtMs = sessionEndsAtMs({ transaction: 'open', isBusy: false, lastUsedAtMs, warnedAtMs });
        expect(endsAtMs).toBeGreaterThanOrEqual(warnedAtMs + MINUTE);
      }),
    );
  });
});

it.each([
  [1, 1],
  [2, 1],
  [10, 9],
])('a pool of %i keeps %i sessions of tabs', (poolMax, sessions) => {
  expect(pinnedSessionLimit(poolMax)).toBe(sessions);
});

it.each([
  [15, 10, 15, 9, 10],
  [1, 1, 1, 0.5, 1],
  [60, 2, 60, 1, 2],
  [5, 120, 5, 119, 120],
])(
  '%i and %i minutes: release after %d, warn after %d, roll back after %d',
  (idle, transaction, release, warn, end) => {
    expect(sessionLimits(idle, transaction)).toEqual({
      releaseAfterMs: release * MINUTE,
      warnAfterMs: warn * MINUTE,
      rollBackAfterMs: end * MINUTE,
    });
  },
);
