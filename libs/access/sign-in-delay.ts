/** How attempts are slowed down: some are free, then each failure doubles the time until the next attempt. */
export interface DelayPolicy {
  /** Failures without a delay. */
  readonly free: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

/** What is kept of the attempts that one counter has seen. Times are milliseconds since the epoch. */
export interface Attempts {
  readonly count: number;
  readonly lastAt: number;
  /** Attempts before this time are refused; 0 if none are. */
  readonly blockedUntil: number;
}

export type DelayVerdict =
  | { readonly kind: 'allowed'; readonly attempts: Attempts }
  | { readonly kind: 'refused'; readonly retryAfterMs: number };

/** One of the things that an attempt is counted by. */
export interface AttemptCounter {
  readonly key: string;
  readonly policy: DelayPolicy;
}

/** Who attempts to sign in. */
export interface Attempter {
  /** The account that is named, or null where a code is tried. */
  readonly account: string | null;
  /** As `addressKey` gives it. */
  readonly address: string;
  /** A device from which this account has signed in before, or null. */
  readonly device: string | null;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Attempts are forgotten when there was none for this long; longer than any delay. */
export const FORGET_ATTEMPTS_MS = 60 * MINUTE_MS;

/** One account from one address, or from one known device. */
export const OWN_POLICY: DelayPolicy = { free: 10, firstDelayMs: 5 * SECOND_MS, maxDelayMs: 15 * MINUTE_MS };

/** One account from all unknown devices together, so that many addresses guess no faster. */
export const ACCOUNT_POLICY: DelayPolicy = { free: 50, firstDelayMs: 5 * SECOND_MS, maxDelayMs: 5 * MINUTE_MS };

/** One address, which many people may share. */
export const ADDRESS_POLICY: DelayPolicy = { free: 100, firstDelayMs: 5 * SECOND_MS, maxDelayMs: 15 * MINUTE_MS };

/**
 * What an attempt is counted by. A known device has a counter of its own and no other, so that what others do to its
 * account, or from its address, does not lock it out.
 */
export function countersOf({ account, address, device }: Attempter): AttemptCounter[] {
  if (device !== null) return [{ key: `device ${device}`, policy: OWN_POLICY }];
  const ofAddress = { key: `address ${address}`, policy: ADDRESS_POLICY };
  if (account === null) return [ofAddress];
  const own = { key: `account ${account} from ${address}`, policy: OWN_POLICY };
  return [ofAddress, own, { key: `account ${account}`, policy: ACCOUNT_POLICY }];
}

/**
 * Decides whether an attempt may go on at `now`, and counts it as a failure: before its outcome is known, so that
 * attempts at the same moment cannot all slip through.
 */
export function beginAttempt(known: Attempts | undefined, policy: DelayPolicy, now: number): DelayVerdict {
  const isForgotten = known === undefined || now >= known.lastAt + FORGET_ATTEMPTS_MS || now < known.lastAt;
  const before = isForgotten ? 0 : known.count;
  if (!isForgotten && now < known.blockedUntil) return { kind: 'refused', retryAfterMs: known.blockedUntil - now };
  return { kind: 'allowed', attempts: attemptsOf(before + 1, policy, now) };
}

/** Takes back an attempt that succeeded. Attempts of one's own are forgotten as a whole, those shared with others are not. */
export function undoAttempt(known: Attempts | undefined, policy: DelayPolicy): Attempts | undefined {
  if (known === undefined || known.count <= 1 || policy === OWN_POLICY) return undefined;
  return attemptsOf(known.count - 1, policy, known.lastAt);
}

function attemptsOf(count: number, policy: DelayPolicy, lastAt: number): Attempts {
  const beyond = count - policy.free;
  if (beyond < 0) return { count, lastAt, blockedUntil: 0 };
  const delayMs = Math.min(policy.maxDelayMs, policy.firstDelayMs * 2 ** Math.min(beyond, 30));
  return { count, lastAt, blockedUntil: lastAt + delayMs };
}
