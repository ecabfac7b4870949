import type { TryOutcome } from './retry-rule.js';

/** How a channel has fared lately. */
export interface ChannelHealth {
  /** Tries that failed one after another, without one that was taken. */
  readonly failures: number;
  /** Messages that were given up one after another. */
  readonly givenUp: number;
  /** Nothing is sent before; null while all is well. Milliseconds since the epoch. */
  readonly closedUntil: number | null;
}

export const HEALTHY: ChannelHealth = { failures: 0, givenUp: 0, closedUntil: null };

/** From so many failures on, a channel rests between single tries. */
export const FAILURES_BEFORE_REST = 5;
const MAX_FAILURES = 20;
const MAX_GIVEN_UP = 5;
const FIRST_REST_MS = 30_000;
const LONGEST_REST_MS = 3_600_000;
/** A receiver that is busy rests for as long as it asks, and without its asking for this, in milliseconds. */
const BUSY_REST_MS = 5_000;
const SHORTEST_REST_MS = 1_000;

/** A try, as far as it says something of its channel. */
export interface JudgedTry {
  readonly outcome: TryOutcome;
  /** Its message will not be tried again. */
  readonly isGivenUp: boolean;
  /** What a `busy` answer asked for; null for nothing. Milliseconds. */
  readonly retryAfterMs: number | null;
}

/** How a channel fares after a try at `nowMs`. */
export function healthAfter(
  health: ChannelHealth,
  { outcome, isGivenUp, retryAfterMs }: JudgedTry,
  nowMs: number,
): ChannelHealth {
  if (outcome === 'withheld') return health;
  if (outcome === 'accepted' || outcome === 'partly') return { ...HEALTHY, closedUntil: busyUntil(health, nowMs) };
  if (outcome === 'busy') return { ...health, closedUntil: restOfBusy(health, retryAfterMs, nowMs) };
  // While it rests, what was under way still ends; that is one trouble and not several.
  const isResting = health.closedUntil !== null && nowMs < health.closedUntil;
  const failures = health.failures + (isResting ? 0 : 1);
  const givenUp = health.givenUp + (isGivenUp ? 1 : 0);
  if (isResting || failures < FAILURES_BEFORE_REST) return { failures, givenUp, closedUntil: health.closedUntil };
  const rest = FIRST_REST_MS * 2 ** (failures - FAILURES_BEFORE_REST);
  return { failures, givenUp, closedUntil: nowMs + Math.min(rest, LONGEST_REST_MS) };
}

/** A receiver that limits the rate limits it for all of its messages, also where it takes one that was under way. */
function busyUntil({ failures, closedUntil }: ChannelHealth, nowMs: number): number | null {
  return failures < FAILURES_BEFORE_REST && closedUntil !== null && closedUntil > nowMs ? closedUntil : null;
}

function restOfBusy({ closedUntil }: ChannelHealth, askedMs: number | null, nowMs: number): number {
  const rest = Math.min(Math.max(askedMs ?? BUSY_REST_MS, SHORTEST_REST_MS), LONGEST_REST_MS);
  return Math.max(closedUntil ?? 0, nowMs + rest);
}

/** Why a channel is to be used no longer, or null: after so many failures its owner has to look at it. */
export function reasonToDisable({ failures, givenUp }: ChannelHealth): string | null {
  if (givenUp >= MAX_GIVEN_UP) return `${givenUp} messages in a row could not be delivered.`;
  if (failures >= MAX_FAILURES) return `${failures} attempts in a row failed.`;
  return null;
}
