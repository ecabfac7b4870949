import { describe, expect, it } from '@jest/globals';
import { inShard, readSelection, shardOption } from './selection.mjs';

describe('the selection of tests', () => {
  it('is everything without parameters', () => {
    expect(readSelection([])).toEqual({ shard: null, files: [] });
    expect(shardOption(null)).toEqual([]);
    expect(inShard(['a', 'b'], null)).toEqual(['a', 'b']);
  });

  it('has a shard, wherever it stands among the files', () => {
    const { shard, files } = readSelection(['a.spec.ts', '--shard=2/4', '--trace=on']);
    expect([shard, files]).toEqual([{ index: 2, count: 4 }, ['a.spec.ts', '--trace=on']]);
    expect(shardOption(shard)).toEqual(['--shard=2/4']);
  });

  it.each([['--shard=0/4'], ['--shard=5/4'], ['--shard=1'], ['--shard'], ['--shard=1/2', '--shard=2/2']])(
    'refuses %s',
    (...parameters) => {
      expect(() => readSelection(parameters)).toThrow('Choose one shard, such as --shard=1/4.');
    },
  );

  it('gives each step to one shard', () => {
    const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const parts = [1, 2, 3].map((index) => inShard(all, { index, count: 3 }));
    expect(parts.flat().toSorted()).toEqual(all);
    expect(Math.max(...parts.map(({ length }) => length))).toBe(3);
  });
});
