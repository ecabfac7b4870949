import { describe, expect, it } from '@jest/globals';
import { RecordCache } from './record-cache.js';

interface One {
  readonly id: string;
  readonly version: number;
}

const one = (id: string, version = 1): One => ({ id, version });

function filled(): RecordCache<One> {
  const cache = new RecordCache<One>();
  cache.set(one('a'));
  cache.set(one('b'));
  return cache;
}

describe('RecordCache', () => {
  it('holds what was read and nothing else', async () => {
    const cache = filled();
    await cache.load(() => Promise.resolve([one('b', 2), one('c')]));
    expect(cache.all()).toEqual([one('b', 2), one('c')]);
  });

  it('brings back nothing that was dropped while it was read', async () => {
    const cache = filled();
    await cache.load(() => {
      const read = [one('a'), one('b')];
      cache.drop('a');
      return Promise.resolve(read);
    });
    expect(cache.all()).toEqual([one('b')]);
  });

  it('keeps what was set while it was read', async () => {
    const cache = filled();
    await cache.load(() => {
      cache.set(one('new'));
      return Promise.resolve([one('a')]);
    });
    expect(cache.get('new')).toEqual(one('new'));
  });

  it('reads one record again where it was dropped meanwhile', async () => {
    const cache = filled();
    const found = [one('a'), null];
    const record = await cache.loadOne('a', () => {
      const next = found.shift() ?? null;
      if (next !== null) cache.drop('a');
      return Promise.resolve(next);
    });
    expect([record, cache.get('a')]).toEqual([null, null]);
  });

  it('gives up on a record that is dropped each time it is read', async () => {
    const cache = filled();
    const record = await cache.loadOne('a', () => {
      cache.drop('a');
      return Promise.resolve(one('a'));
    });
    expect([record, cache.get('a')]).toEqual([null, null]);
  });

  it('merges what was read with what was held', async () => {
    const cache = new RecordCache<One>((read, before) => one(read.id, Math.max(read.version, before?.version ?? 0)));
    cache.set(one('a', 7));
    await cache.load(() => Promise.resolve([one('a', 3)]));
    expect(cache.get('a')).toEqual(one('a', 7));
    expect(await cache.loadOne('a', () => Promise.resolve(one('a', 9)))).toEqual(one('a', 9));
  });
});
