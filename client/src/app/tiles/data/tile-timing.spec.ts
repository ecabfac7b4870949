import { describe, expect, it } from '@jest/globals';
import { quantileMs, timingOf, withTiming } from './tile-timing';

const answer = (headers: Record<string, string>) => ({ status: 200, headers: new Headers(headers) });
const measured = { totalMs: 12.5, bytes: 100 };

describe('the timing of a tile', () => {
  it('is read from the headers', () => {
    const headers = { 'Server-Timing': 'db;dur=7.5', 'X-Tile-Features': '12000', 'X-Tile-Truncated': '10000' };
    expect(timingOf('4/8/5', answer(headers), measured)).toEqual({
      ...{ place: '4/8/5', status: 200, totalMs: 12.5, bytes: 100 },
      ...{ databaseMs: 7.5, features: 12_000, isTruncated: true },
    });
    expect(timingOf('4/8/5', answer({}), measured)).toMatchObject({
      databaseMs: null,
      features: null,
      isTruncated: false,
    });
  });

  it('is kept, the newest first, in a bounded list', () => {
    let timings = [timingOf('first', answer({}), measured)];
    for (let n = 0; n < 500; n += 1)
      timings = withTiming(timings, timingOf(String(n), answer({}), { ...measured, totalMs: n }));
    expect([timings[0]?.place, timings.length]).toEqual(['499', 200]);
    expect([quantileMs(timings, 0.5), quantileMs(timings, 0.95), quantileMs([], 0.5)]).toEqual([400, 490, null]);
  });
});
