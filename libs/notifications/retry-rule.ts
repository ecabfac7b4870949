/**
 * What came of one try. `accepted`: it was taken; `partly`: for some of its recipients, and later for the others; `redirected`, `refused`: it will not be taken as it is; `gone`: the receiver
 * wants no more of it; `busy`: later, at the earliest after `retryAfterMs` where that was said; `failing`: the server that should
 * answer could not, or not in time; `forbidden`: the workbench may not go there; `withheld`: the owner of the channel may not
 * see it any more, so that it was not sent.
 */
export type TryOutcome =
  'accepted' | 'partly' | 'redirected' | 'refused' | 'gone' | 'busy' | 'failing' | 'forbidden' | 'withheld';

/** What is done with a message after a try. */
export type NextStep =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'again'; readonly inMs: number }
  | { readonly kind: 'given-up' }
  | { readonly kind: 'disable' };

/** One try among others. */
export interface TriedMessage {
  readonly outcome: TryOutcome;
  /** From 1. */
  readonly tries: number;
  /** Since the event. */
  readonly ageMs: number;
  /** What a `busy` answer asked for. */
  readonly retryAfterMs: number | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** An older message is of no use to its receiver any more. */
export const GIVE_UP_AFTER_MS = 3 * DAY_MS;

/** Waits before the second try and those after it; the last one repeats. */
export const WAITS_MS: readonly number[] = [
  5000,
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
];

/** What a receiver does not take as it is, is tried so often: it may be in the middle of a change. */
const MAX_REFUSALS = 2;
const REFUSALS: ReadonlySet<TryOutcome> = new Set(['refused', 'redirected', 'forbidden']);
const REFUSED_WAIT_MS = 30_000;
const MAX_RETRY_AFTER_MS = DAY_MS;
/** A receiver that is busy is waited for no longer than this without its asking, in milliseconds. */
const LONGEST_UNASKED_MS = 10 * MINUTE_MS;
const JITTER = 0.2;

/** The outcome that an HTTP status stands for. */
export function outcomeOfStatus(status: number): TryOutcome {
  const CLASS = 100;
  const byStatus: Readonly<Record<number, TryOutcome>> = {
    410: 'gone',
    429: 'busy',
    503: 'busy',
    408: 'failing',
    425: 'busy',
  };
  const byClass: Readonly<Record<number, TryOutcome>> = { 2: 'accepted', 3: 'redirected', 4: 'refused' };
  return byStatus[status] ?? byClass[Math.floor(status / CLASS)] ?? 'failing';
}

/**
 * The milliseconds that a `Retry-After` header asks for, which is a number of seconds or a date; null where it says
 * neither. `nowMs` is the time of the answer.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  const SECOND_MS = 1000;
  if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return Number(text) * SECOND_MS;
  const at = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

/** What was asked for is the least: a receiver that is always ready "in 0 s" is tried ever more seldom, too. */
function busyWait(asked: number | null, usual: number): number {
  if (asked === null) return usual;
  return Math.max(Math.min(asked, MAX_RETRY_AFTER_MS), Math.min(usual, LONGEST_UNASKED_MS));
}

/** What to do after a try; `random` (from 0 to 1) spreads the waits, so that what failed together is not tried together. */
export function nextStep({ outcome, tries, ageMs, retryAfterMs: asked }: TriedMessage, random: number): NextStep {
  if (outcome === 'accepted') return { kind: 'delivered' };
  if (outcome === 'gone') return { kind: 'disable' };
  if (outcome === 'withheld') return { kind: 'given-up' };
  const isRefused = REFUSALS.has(outcome);
  if (ageMs >= GIVE_UP_AFTER_MS || (isRefused && tries >= MAX_REFUSALS)) return { kind: 'given-up' };
  const usual = isRefused ? REFUSED_WAIT_MS : (WAITS_MS[Math.min(tries, WAITS_MS.length) - 1] ?? HOUR_MS);
  const spread = usual * (1 - JITTER + 2 * JITTER * random);
  return { kind: 'again', inMs: Math.round(outcome === 'busy' ? busyWait(asked, spread) : spread) };
}
