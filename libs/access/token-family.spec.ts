import { describe, expect, it } from '@jest/globals';
import { tokenLevel, tokensMadeWith } from './index.js';

const FAMILY = [
  { id: 'root', parentId: null },
  { id: 'other', parentId: null },
  { id: 'child', parentId: 'root' },
  { id: 'grandchild', parentId: 'child' },
  { id: 'second', parentId: 'root' },
  { id: 'of other', parentId: 'other' },
];
/** Each made with the one before. */
const CHAIN = Array.from({ length: 20_000 }, (_, at) => ({ id: `${at}`, parentId: at === 0 ? null : `${at - 1}` }));

describe('tokensMadeWith', () => {
  it.each<[string, string[]]>([
    ['root', ['child', 'second', 'grandchild']],
    ['child', ['grandchild']],
    ['grandchild', []],
    ['unknown', []],
  ])('of %s are %j', (id, expected) => {
    expect(tokensMadeWith(FAMILY, id).map((one) => one.id)).toEqual(expected);
  });

  it('finds those of the longest chain', () => {
    expect(tokensMadeWith(CHAIN, '0')).toHaveLength(CHAIN.length - 1);
  });
});

describe('tokenLevel', () => {
  it.each<[string | null, number]>([
    [null, 1],
    ['root', 2],
    ['child', 3],
    ['grandchild', 4],
  ])('of a token that %s makes is %i', (parent, level) => {
    expect(tokenLevel(FAMILY, parent)).toBe(level);
  });

  it('ends for the longest chain', () => {
    expect(tokenLevel(CHAIN, CHAIN.at(-1)?.id ?? null)).toBe(CHAIN.length + 1);
  });
});
