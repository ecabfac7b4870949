import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { sampleRange } from './sample-range.js';

describe('sampleRange', () => {
  it.each([
    // The deviation of a place in the middle of 10,000 is 50.
    ['in the middle', { from: 500_000, to: 500_200 }, 1_000_000, 10_000, { low: 4_799, high: 5_202 }],
    ['at the beginning', { from: 0, to: 200 }, 1_000_000, 10_000, { low: null, high: 8 }],
    ['at the end', { from: 999_800, to: 1_000_000 }, 1_000_000, 10_000, { low: 9_991, high: null }],
    ['of a small sample', { from: 500, to: 510 }, 1_000, 16, { low: null, high: null }],
    ['of an empty list', { from: 0, to: 10 }, 0, 0, { low: null, high: null }],
  ])('cuts a sample %s', (_, wanted, total, sampled, expected) => {
    expect(sampleRange(wanted, total, sampled)).toEqual(expected);
  });

  it('has the wanted values between its cuts where the sample is the whole list', () => {
    fc.assert(
      fc.property(fc.nat(5_000), fc.nat(5_000), fc.nat(200), (total, from, length) => {
        const wanted = { from: Math.min(from, total), to: Math.min(from + length, total) };
        const { low, high } = sampleRange(wanted, total, total);
        expect(low ?? 0).toBeLessThanOrEqual(wanted.from);
        expect(high ?? total).toBeGreaterThanOrEqual(wanted.to);
      }),
    );
  });

  it('has them there for a sample at random, too', () => {
    fc.assert(
      fc.property(fc.nat(19_800), fc.integer({ min: 1, max: 1_000_000 }), (from, seed) => {
        const total = 20_000;
        const sample = Array.from({ length: total }, (_, value) => value).filter((value) => hash(value + seed) < 0.05);
        const { low, high } = sampleRange({ from, to: from + 200 }, total, sample.length);
        expect(low === null ? 0 : sample[low]).toBeLessThanOrEqual(from);
        expect(high === null ? total : sample[high]).toBeGreaterThanOrEqual(from + 200);
      }),
      { numRuns: 50, seed: 7 },
    );
  });
});

/** Evenly between 0 and 1. */
function hash(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}
