import { describe, expect, it, jest } from '@jest/globals';
import { SpoolQuota } from './spool-quota.js';
import type { ResultShare } from './spool-quota.js';

/** A share whose spare bytes are given back under pressure. */
function shareOf(quota: SpoolQuota, rows: number, spare: number): ResultShare {
  const share = quota.openShare();
  let held = 0;
  share.onPressure(() => {
    share.giveBackSpare(held);
    held = 0;
  });
  expect(share.take(rows)).toBeNull();
  if (share.takeSpare(spare)) held = spare;
  return share;
}

describe('SpoolQuota', () => {
  it('counts what is there for the order of a result within its limit, and lets its rows go first', () => {
    const quota = new SpoolQuota({ resultBytes: 100, totalBytes: 1000 });
    const share = shareOf(quota, 60, 30);
    expect([share.bytes, share.takeSpare(11), quota.used]).toEqual([90, false, 90]);
    expect(share.take(40)).toBeNull();
    expect([share.bytes, quota.used]).toEqual([100, 100]);
    expect(share.take(1)).toMatchObject({ kind: 'result', maxBytes: 100 });
  });

  it('has what is only kept ready make room before any result has to go', () => {
    const makeRoom = jest.fn();
    const quota = new SpoolQuota({ resultBytes: 100, totalBytes: 100 }, makeRoom);
    const [first, second] = [shareOf(quota, 20, 20), shareOf(quota, 20, 20)];
    const third = quota.openShare();
    expect(third.take(40)).toBeNull();
    expect([first.bytes, second.bytes, makeRoom.mock.calls]).toEqual([20, 40, []]);
    expect(third.take(20)).toBeNull();
    expect([first.bytes, second.bytes, quota.free]).toEqual([20, 20, 0]);
    expect(third.take(7)).toMatchObject({ kind: 'total', maxBytes: 100 });
    expect(makeRoom.mock.calls).toEqual([[7, '']]);
  });

  it('gives an order that somebody waits for the room of what is only kept ready, and never that of rows', () => {
    const makeRoom = jest.fn();
    const quota = new SpoolQuota({ resultBytes: 80, totalBytes: 100 }, makeRoom);
    const [other, own] = [shareOf(quota, 20, 20), shareOf(quota, 20, 30)];
    expect(own.takeSpare(20)).toBe(false);
    expect(own.takeForOrder(20)).toBe(true);
    expect([other.bytes, own.bytes]).toEqual([20, 70]);
    expect(own.takeForOrder(20)).toBe(true);
    expect([own.bytes, own.takeForOrder(21), makeRoom.mock.calls]).toEqual([60, false, []]);
  });

  it('lets the oldest results go for rows where nothing else is left', () => {
    const shares: ResultShare[] = [];
    const quota = new SpoolQuota({ resultBytes: 100, totalBytes: 100 }, () => shares.shift()?.giveBack(50));
    for (let index = 0; index < 4; index += 1) shares.push(shareOf(quota, 50, 0));
    expect([shares.length, quota.used]).toEqual([2, 100]);
  });
});
