import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isFull, takeToken } from './token-bucket.js';
import type { TokenBucket } from './token-bucket.js';

const RATE = { perSecond: 10, burst: 5 };

describe('a token bucket', () => {
  it.each<[string, TokenBucket | undefined, number, number, number | null]>([
    ['is full at first', undefined, 0, 4, null],
    ['gives its last token', { tokens: 1, atMs: 0 }, 0, 0, null],
    ['refuses without one, and says when there is one', { tokens: 0, atMs: 0 }, 0, 0, 100],
    ['fills over time', { tokens: 0, atMs: 0 }, 250, 1.5, null],
    ['fills no higher than its burst', { tokens: 0, atMs: 0 }, 3_600_000, 4, null],
    ['has a part of a token', { tokens: 0.5, atMs: 0 }, 25, 0.75, 25],
    ['takes a clock that goes back for one that stands', { tokens: 2, atMs: 1000 }, 0, 1, null],
  ])('%s', (_, known, nowMs, tokens, retryAfterMs) => {
    expect(takeToken(known, RATE, nowMs)).toEqual({ bucket: { tokens, atMs: nowMs }, retryAfterMs });
  });

  it('lets through no more than its burst and what has come since', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 200 }), (pauses) => {
        let bucket: TokenBucket | undefined;
        let [nowMs, passed] = [0, 0];
        for (const pause of pauses) {
          nowMs += pause;
          const verdict = takeToken(bucket, RATE, nowMs);
          bucket = verdict.bucket;
          if (verdict.retryAfterMs === null) passed += 1;
          expect(passed).toBeLessThanOrEqual(RATE.burst + (nowMs * RATE.perSecond) / 1000 + 1e-6);
        }
      }),
    );
  });

  it('is full again when all of it has come back', () => {
    expect([400, 500].map((nowMs) => isFull({ tokens: 0, atMs: 0 }, RATE, nowMs))).toEqual([false, true]);
  });
});
