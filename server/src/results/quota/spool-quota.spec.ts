import { describe, expect, it, jest } from '@jest/globals';
import { SpoolQuota } from './spool-quota.js';
import type { ResultAllocation } from './spool-quota.js';

/** An allocation whose cache is released on eviction. */
function allocationOf(quota: SpoolQuota, rows: number, cache: number): ResultAllocation {
  const allocation = quota.allocationFor();
  let held = 0;
  allocation.onEvict(() => {
    allocation.releaseCache(held);
    held = 0;
  });
  expect(allocation.allocate(rows)).toBeNull();
  if (allocation.allocateCache(cache)) held = cache;
  return allocation;
}

describe('SpoolQuota', () => {
  it('counts what is there for the order of a result within its limit, and lets its rows go first', () => {
    const quota = new SpoolQuota({ resultBytes: 100, totalBytes: 1000 });
    const allocation = allocationOf(quota, 60, 30);
    expect([allocation.bytes, allocation.allocateCache(11), quota.used]).toEqual([90, false, 90]);
    expect(allocation.allocate(40)).toBeNull();
    expect([allocation.bytes, quota.used]).toEqual([100, 100]);
    expect(allocation.allocate(1)).toMatchObject({ kind: 'result', maxBytes: 100 });
  });

  it('has what is only kept ready make room before any result has to go', () => {
    const makeRoom = jest.fn();
    const quota = new SpoolQuota({ resultBytes: 100, totalBytes: 100 }, makeRoom);
    const [first, second] = [allocationOf(quota, 20, 20), allocationOf(quota, 20, 20)];
    const third = quota.allocationFor();
    expect(third.allocate(40)).toBeNull();
    expect([first.bytes, second.bytes, makeRoom.mock.calls]).toEqual([20, 40, []]);
    expect(third.allocate(20)).toBeNull();
    expect([first.bytes, second.bytes, quota.free]).toEqual([20, 20, 0]);
    expect(third.allocate(7)).toMatchObject({ kind: 'total', maxBytes: 100 });
    expect(makeRoom.mock.calls).toEqual([[7, '']]);
  });

  it('gives an order that somebody waits for the room of what is only kept ready, and never that of rows', () => {
    const makeRoom = jest.fn();
    const quota = new SpoolQuota({ resultBytes: 80, totalBytes: 100 }, makeRoom);
    const [other, own] = [allocationOf(quota, 20, 20), allocationOf(quota, 20, 30)];
    expect(own.allocateCache(20)).toBe(false);
    expect(own.allocateForSort(20)).toBe(true);
    expect([other.bytes, own.bytes]).toEqual([20, 70]);
    expect(own.allocateForSort(20)).toBe(true);
    expect([own.bytes, own.allocateForSort(21), makeRoom.mock.calls]).toEqual([60, false, []]);
  });

  it('lets the oldest results go for rows where nothing else is left', () => {
    const allocations: ResultAllocation[] = [];
    const quota = new SpoolQuota({ resultBytes: 100, totalBytes: 100 }, () => allocations.shift()?.release(50));
    for (let index = 0; index < 4; index += 1) allocations.push(allocationOf(quota, 50, 0));
    expect([allocations.length, quota.used]).toEqual([2, 100]);
  });
});

describe('the cost of a grant', () => {
  const grantsMs = (results: number): number => {
    const quota = new SpoolQuota({ resultBytes: 1e6, totalBytes: 1e9 });
    for (let index = 0; index < results; index += 1) quota.allocationFor(`person ${index % 25}`).allocate(10);
    const own = quota.allocationFor('person 1');
    const startMs = performance.now();
    for (let index = 0; index < 2_000; index += 1) own.allocate(1);
    return performance.now() - startMs;
  };

  it('does not grow with the number of results that are kept', () => {
    const measured = () => Math.min(...Array.from({ length: 5 }, () => grantsMs(20_000)));
    const bare = () => Math.min(...Array.from({ length: 5 }, () => grantsMs(20)));
    bare();
    expect(measured() / Math.max(bare(), 0.1)).toBeLessThan(50);
  });

  it('is counted right for each person while results come and go', () => {
    const quota = new SpoolQuota({ resultBytes: 100, personBytes: 100, totalBytes: 150 });
    const [first, second, other] = [quota.allocationFor('a'), quota.allocationFor('a'), quota.allocationFor('b')];
    expect([first.allocate(60), second.allocate(40), second.allocate(1)?.kind]).toEqual([null, null, 'person']);
    expect([other.allocate(50), other.allocate(1)?.kind, quota.free]).toEqual([null, 'total', 0]);
    first.release(60);
    expect([quota.used, second.allocateCache(60), second.allocateCache(1)]).toEqual([90, true, false]);
    second.releaseCache(60);
    second.release(40);
    expect([quota.used, first.allocate(100), quota.used]).toEqual([50, null, 150]);
  });
});
