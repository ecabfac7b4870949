/** How long a sign-in lasts, in milliseconds. */
export interface SignInLimits {
  /** Without a request. */
  readonly idleMs: number;
  /** Altogether. */
  readonly maxMs: number;
}

/** When a sign-in began to end; times are milliseconds since the epoch. */
export interface SignInTimes {
  readonly lastUsedAt: number;
  readonly expiresAt: number;
}

/** Whether a sign-in is over at `now`: too old, or unused for too long. */
export function isSignInOver({ lastUsedAt, expiresAt }: SignInTimes, idleMs: number, now: number): boolean {
  return now >= expiresAt || now >= lastUsedAt + idleMs;
}
