/** Between which delays a `Backoff` grows, in milliseconds. */
export interface BackoffLimits {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Delays between attempts: each is twice the one before, up to a longest one. */
export class Backoff {
  private nextMs: number;

  constructor(private readonly limits: BackoffLimits) {
    this.nextMs = limits.firstMs;
  }

  /** The delay before the next attempt, in milliseconds. */
  next(): number {
    const delayMs = this.nextMs;
    this.nextMs = Math.min(2 * delayMs, this.limits.longestMs);
    return delayMs;
  }

  /** Begins with the first delay again, after an attempt that succeeded. */
  reset(): void {
    this.nextMs = this.limits.firstMs;
  }
}
