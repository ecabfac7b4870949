import { describe, expect, it } from '@jest/globals';
import { initialRelease, nextRelease } from './memory-release.js';
import type { ReleaseState } from './memory-release.js';

const MEBIBYTE = 1024 * 1024;
const TIMINGS = { quietMs: 10_000, releaseMs: 30_000 };

const watching = (sinceMs: number, floor: number): ReleaseState => ({
  kind: 'watching',
  sinceMs,
  floorBytes: floor * MEBIBYTE,
});
const releasing = (sinceMs: number, floor: number): ReleaseState => ({
  ...watching(sinceMs, floor),
  kind: 'releasing',
});

describe('the release of memory', () => {
  it.each([
    ['begins after a quiet time', watching(0, 0), [0, 200, 10_000], releasing(10_000, 0)],
    ['does not begin before', watching(0, 0), [0, 200, 9_999], watching(0, 0)],
    ['waits anew after work', watching(0, 0), [0.5, 200, 10_000], watching(10_000, 0)],
    ['does not begin for a small gain', watching(0, 190), [0, 200, 10_000], watching(0, 190)],
    ['begins where memory has grown since the last one', watching(0, 150), [0, 200, 10_000], releasing(10_000, 150)],
    ['goes on while it is quiet', releasing(10_000, 0), [0.05, 200, 39_999], releasing(10_000, 0)],
    ['ends after its time, and remembers what is left', releasing(10_000, 0), [0, 120, 40_000], watching(40_000, 120)],
    ['ends with the first work, and may be tried again', releasing(10_000, 0), [0.5, 200, 12_000], watching(12_000, 0)],
  ] as const)('%s', (_, state, [load, resident, atMs], expected) => {
    const sample = { load, residentBytes: resident * MEBIBYTE, atMs };
    expect(nextRelease(state, sample, TIMINGS)).toEqual(expected);
  });

  it('happens once in a quiet night', () => {
    let state = initialRelease(0);
    let releases = 0;
    for (let atMs = 0; atMs < 8 * 3_600_000; atMs += 2_000) {
      const next = nextRelease(state, { load: 0.01, residentBytes: 150 * MEBIBYTE, atMs }, TIMINGS);
      if (next.kind === 'releasing' && state.kind === 'watching') releases += 1;
      state = next;
    }
    expect(releases).toBe(1);
  });
});
