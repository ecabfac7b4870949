/** How many attempts are let through within a span of time. */
export interface ThrottleLimit {
  readonly attempts: number;
  readonly windowMs: number;
}

/** What is remembered of the attempts on one account or from one address. Times are milliseconds since the epoch. */
export interface Attempts {
  readonly startedAt: number;
  readonly count: number;
}

/** `isFirst`: nothing was refused in this window before. */
export type ThrottleVerdict =
  | { readonly kind: 'allowed'; readonly attempts: Attempts }
  | { readonly kind: 'refused'; readonly attempts: Attempts; readonly retryAfterMs: number; readonly isFirst: boolean };

/** An account takes 10 wrong passwords in 15 minutes. */
export const ACCOUNT_LIMIT: ThrottleLimit = { attempts: 10, windowMs: 15 * 60_000 };

/** From one address come 100 failed sign-ins in 15 minutes: many people may share it. */
export const ADDRESS_LIMIT: ThrottleLimit = { attempts: 100, windowMs: 15 * 60_000 };

/**
 * Counts an attempt that begins at `now` and decides whether it may go on. It counts before its outcome is known, so that
 * attempts at the same moment cannot all slip through. A window begins with its first attempt and ends by itself.
 */
export function beginAttempt(known: Attempts | undefined, limit: ThrottleLimit, now: number): ThrottleVerdict {
  const isOver = known === undefined || now >= known.startedAt + limit.windowMs || now < known.startedAt;
  const before = isOver ? { startedAt: now, count: 0 } : known;
  const attempts = { startedAt: before.startedAt, count: before.count + 1 };
  if (attempts.count <= limit.attempts) return { kind: 'allowed', attempts };
  const retryAfterMs = attempts.startedAt + limit.windowMs - now;
  return { kind: 'refused', attempts, retryAfterMs, isFirst: attempts.count === limit.attempts + 1 };
}

/** Takes back an attempt that succeeded: only failures count. */
export function takeBackAttempt(known: Attempts | undefined): Attempts | undefined {
  if (known === undefined || known.count <= 1) return undefined;
  return { startedAt: known.startedAt, count: known.count - 1 };
}
