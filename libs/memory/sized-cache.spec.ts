import { describe, expect, it } from '@jest/globals';
import { SizedCache } from './sized-cache.js';

const KEYS = ['a', 'b', 'c', 'd'];

describe('a cache with limits', () => {
  it.each([
    ['keeps all within them', { entries: 9, size: 100 }, [10, 20, 30], ['a', 'b', 'c'], 60],
    ['evicts the oldest beyond the size', { entries: 9, size: 50 }, [10, 20, 30], ['b', 'c'], 50],
    ['evicts several for a large one', { entries: 9, size: 50 }, [10, 20, 45], ['c'], 45],
    ['keeps one that is too large alone', { entries: 9, size: 50 }, [10, 20, 70], ['c'], 70],
    ['lets that one go for the next', { entries: 9, size: 50 }, [10, 20, 70, 5], ['d'], 5],
    ['evicts the oldest beyond the number', { entries: 2, size: 100 }, [1, 1, 1], ['b', 'c'], 2],
  ] as const)('%s', (_, limits, sizes, kept, size) => {
    const cache = new SizedCache<string, number>(limits);
    for (const [place, one] of sizes.entries()) cache.set(KEYS[place] ?? '', place, one);
    expect(KEYS.filter((key) => cache.get(key) !== undefined)).toEqual(kept);
    expect(cache.size).toBe(size);
  });

  it('evicts the entry used longest ago, not the one added first', () => {
    const cache = new SizedCache<string, number>({ entries: 2, size: 100 });
    cache.set('a', 1, 1);
    cache.set('b', 2, 1);
    cache.get('a');
    cache.set('c', 3, 1);
    expect(KEYS.map((key) => cache.get(key))).toEqual([1, undefined, 3, undefined]);
  });

  it('counts an entry that is replaced or deleted once', () => {
    const cache = new SizedCache<string, number>({ entries: 2, size: 100 });
    cache.set('a', 1, 40);
    cache.set('a', 2, 10);
    expect([cache.get('a'), cache.size]).toEqual([2, 10]);
    cache.delete('a');
    cache.delete('a');
    expect([cache.get('a'), cache.size]).toEqual([undefined, 0]);
  });
});
