import { describe, expect, it } from '@jest/globals';
import { firstBySize, groupsBySize } from './by-size.js';

const sized = (...sizes: number[]) => sizes.map((bytes) => ({ bytes }));

describe('items by their size', () => {
  it.each([
    [[], []],
    [[4, 6], [[4, 6]]],
    [
      [4, 7, 3],
      [[4], [7, 3]],
    ],
    [
      [11, 1, 9],
      [[11], [1, 9]],
    ],
    [
      [1, 11, 1],
      [[1], [11], [1]],
    ],
    [[0, 0, 10, 0], [[0, 0, 10, 0]]],
  ])('%j are groups of at most ten bytes', (sizes, groups) => {
    const found = [...groupsBySize(sized(...sizes), 10)];
    expect(found.map((group) => group.map(({ bytes }) => bytes))).toEqual(groups);
    expect(firstBySize(sized(...sizes), 10).map(({ bytes }) => bytes)).toEqual(groups[0] ?? []);
  });
});
