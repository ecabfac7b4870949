/**
 * What came of one try. `accepted`: it was taken; `redirected`, `refused`: it will not be taken as it is; `gone`: the receiver
 * wants no more of it; `busy`: later, at the earliest after `retryAfterMs` where that was said; `failing`: the server that should
 * answer could not, or not in time; `forbidden`: the workbench may not go there.
 */
export type TryOutcome = 'accepted' | 'redirected' | 'refused' | 'gone' | 'busy' | 'failing' | 'forbidden';

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

const MAX_REFUSALS = 2;
const REFUSED_WAIT_MS = 30_000;
const MAX_RETRY_AFTER_MS = DAY_MS;
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

/** What to do after a try; `random` (from 0 to 1) spreads the waits, so that what failed together is not tried together. */
export function nextStep({ outcome, tries, ageMs, retryAfterMs: asked }: TriedMessage, random: number): NextStep {
  if (outcome === 'accepted') return { kind: 'delivered' };
  if (outcome === 'gone') return { kind: 'disable' };
  if (outcome === 'redirected' || outcome === 'forbidden') return { kind: 'given-up' };
  const isOver = ageMs >= GIVE_UP_AFTER_MS || (outcome === 'refused' && tries >= MAX_REFUSALS);
  if (isOver) return { kind: 'given-up' };
  const usual = outcome === 'refused' ? REFUSED_WAIT_MS : (WAITS_MS[Math.min(tries, WAITS_MS.length) - 1] ?? HOUR_MS);
  const spread = usual * (1 - JITTER + 2 * JITTER * random);
  const wished = Math.min(asked ?? 0, MAX_RETRY_AFTER_MS);
  return {
    kind: 'again',
    inMs: Math.round(outcome === 'busy' ? Math.max(wished, asked === null ? spread : 0) : spread),
  };
}
