import type { TransactionState } from '../api/index.js';

/** How long an unused session is kept, in milliseconds. */
export interface SessionLimits {
  /** Without a transaction, after this long, it is released. */
  readonly releaseAfterMs: number;
  /** With a transaction, after this long, its person is warned. */
  readonly warnAfterMs: number;
  /** With a transaction, after this long, the transaction is rolled back. */
  readonly rollBackAfterMs: number;
}

const MINUTE_MS = 60_000;

/** Minutes that a session, or a transaction, may stay unused, where nothing else is configured. */
export const DEFAULT_IDLE_MINUTES = 15;
export const DEFAULT_TRANSACTION_MINUTES = 10;

/**
 * The limits of a number of minutes without use, and of another one for open transactions. The warning comes a minute
 * before the rollback; where there is hardly more than a minute, half of the time before.
 */
export function sessionLimits(idleMinutes: number, transactionMinutes: number): SessionLimits {
  const rollBackAfterMs = transactionMinutes * MINUTE_MS;
  const warnAfterMs = Math.max(rollBackAfterMs - MINUTE_MS, rollBackAfterMs / 2);
  return { releaseAfterMs: idleMinutes * MINUTE_MS, warnAfterMs, rollBackAfterMs };
}

export const SESSION_LIMITS: SessionLimits = sessionLimits(DEFAULT_IDLE_MINUTES, DEFAULT_TRANSACTION_MINUTES);

/** What the rule has to know of a session. Times are milliseconds since the epoch. */
export interface SessionUse {
  readonly transaction: TransactionState;
  readonly isBusy: boolean;
  readonly lastUsedAtMs: number;
  /** When the warning went out since the last use; null when none did. */
  readonly warnedAtMs: number | null;
}

/** What is due for a session. */
export type SessionStep = 'nothing' | 'warn' | 'roll-back' | 'release';

/**
 * Milliseconds since the epoch at which an unused session ends, or its transaction does. A warning that went out late
 * (the machine slept) puts a rollback off, so that there is always the same time between the two.
 */
export function sessionEndsAtMs(use: SessionUse, limits: SessionLimits = SESSION_LIMITS): number | null {
  if (use.isBusy) return null;
  if (use.transaction === 'none') return use.lastUsedAtMs + limits.releaseAfterMs;
  const warnedAtMs = use.warnedAtMs ?? use.lastUsedAtMs + limits.warnAfterMs;
  return Math.max(use.lastUsedAtMs + limits.rollBackAfterMs, warnedAtMs + limits.rollBackAfterMs - limits.warnAfterMs);
}

/** What is due at `nowMs`. A transaction is never rolled back before its warning has gone out. */
export function sessionStep(use: SessionUse, nowMs: number, limits: SessionLimits = SESSION_LIMITS): SessionStep {
  const endsAtMs = sessionEndsAtMs(use, limits);
  if (endsAtMs === null) return 'nothing';
  if (use.transaction === 'none') return nowMs >= endsAtMs ? 'release' : 'nothing';
  if (use.warnedAtMs === null) return nowMs >= use.lastUsedAtMs + limits.warnAfterMs ? 'warn' : 'nothing';
  return nowMs >= endsAtMs ? 'roll-back' : 'nothing';
}

/** How many sessions of a connection tabs may hold: one client of a pool is always left to everything else. */
export function pinnedSessionLimit(poolMax: number): number {
  return Math.max(1, poolMax - 1);
}
