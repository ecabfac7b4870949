/** How many requests are let through: `burst` at once, and `perSecond` over time. */
export interface RequestRate {
  readonly perSecond: number;
  readonly burst: number;
}

/** What is left of a bucket at a moment, in milliseconds of a clock that never goes back. */
export interface TokenBucket {
  readonly tokens: number;
  readonly atMs: number;
}

/** Whether a request may go on; where not, after how many milliseconds the next one may. */
export interface BucketVerdict {
  readonly bucket: TokenBucket;
  readonly retryAfterMs: number | null;
}

/** Takes a token at `nowMs`; an unknown bucket is full. A refused request takes none. */
export function takeToken(known: TokenBucket | undefined, rate: RequestRate, nowMs: number): BucketVerdict {
  const before = known ?? { tokens: rate.burst, atMs: nowMs };
  const elapsedMs = Math.max(0, nowMs - before.atMs);
  const tokens = Math.min(rate.burst, before.tokens + (elapsedMs * rate.perSecond) / 1000);
  if (tokens >= 1) return { bucket: { tokens: tokens - 1, atMs: nowMs }, retryAfterMs: null };
  return { bucket: { tokens, atMs: nowMs }, retryAfterMs: Math.ceil(((1 - tokens) * 1000) / rate.perSecond) };
}

/** True where a bucket is full again, so that nothing is lost by forgetting it. */
export function isFull(bucket: TokenBucket, rate: RequestRate, nowMs: number): boolean {
  return bucket.tokens + ((nowMs - bucket.atMs) * rate.perSecond) / 1000 >= rate.burst;
}
