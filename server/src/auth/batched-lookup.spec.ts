import { describe, expect, it } from '@jest/globals';
import { BatchedLookup } from './batched-lookup.js';

describe('BatchedLookup', () => {
  it('asks for all keys of the same moment at once, and for those that come meanwhile afterwards', async () => {
    const queries: string[][] = [];
    const lookup = new BatchedLookup<string>(async (keys) => {
      queries.push([...keys]);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return new Map(keys.flatMap((key) => (key.startsWith('no') ? [] : [[key, key.toUpperCase()] as const])));
    });
    const first = Promise.all(['a', 'no', 'a'].map((key) => lookup.find(key)));
    await new Promise((resolve) => setTimeout(resolve, 1));
    const second = Promise.all(['a', 'b', 'c'].map((key) => lookup.find(key)));
    expect(await first).toEqual(['A', null, 'A']);
    expect(await second).toEqual(['A', 'B', 'C']);
    expect(queries).toEqual([
      ['a', 'no'],
      ['a', 'b', 'c'],
    ]);
  });

  it('rejects what a failed query was for, and goes on', async () => {
    let fails = true;
    const lookup = new BatchedLookup<string>((keys) => {
      if (fails) return Promise.reject(new Error('away'));
      return Promise.resolve(new Map(keys.map((key) => [key, key])));
    });
    await expect(lookup.find('a')).rejects.toThrow('away');
    fails = false;
    expect(await lookup.find('a')).toBe('a');
  });
});
