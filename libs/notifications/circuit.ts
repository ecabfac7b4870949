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

/** How a channel fares after a try at `nowMs`; `isGivenUp` reports that its message will not be tried again. */
export function healthAfter(
  health: ChannelHealth,
  outcome: TryOutcome,
  isGivenUp: boolean,
  nowMs: number,
): ChannelHealth {
  if (outcome === 'accepted') return HEALTHY;
  if (outcome === 'busy') return health;
  // While it rests, what was under way still ends; that is one trouble and not several.
  const isResting = health.closedUntil !== null && nowMs < health.closedUntil;
  const failures = health.failures + (isResting ? 0 : 1);
  const givenUp = health.givenUp + (isGivenUp ? 1 : 0);
  if (isResting || failures < FAILURES_BEFORE_REST) return { failures, givenUp, closedUntil: health.closedUntil };
  const rest = FIRST_REST_MS * 2 ** (failures - FAILURES_BEFORE_REST);
  return { failures, givenUp, closedUntil: nowMs + Math.min(rest, LONGEST_REST_MS) };
}

/** Why a channel is to be used no longer, or null: after so many failures its owner has to look at it. */
export function reasonToDisable({ failures, givenUp }: ChannelHealth): string | null {
  if (givenUp >= MAX_GIVEN_UP) return `${givenUp} messages in a row could not be delivered.`;
  if (failures >= MAX_FAILURES) return `${failures} attempts in a row failed.`;
  return null;
}
