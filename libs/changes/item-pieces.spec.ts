import { describe, expect, it } from '@jest/globals';
import type { ChangeItem } from '../api/index.js';
import { finishedPieces, itemTexts } from './index.js';
import type { ItemPiece } from './index.js';

const item = (sql: string): ChangeItem => ({ kind: 'statement', sql });
const EMPTY = JSON.stringify(item('')).length;
const LIMITS = { items: 3, characters: 2 * EMPTY + 10 };

describe('items in pieces', () => {
  it.each<[string, string[], number[]]>([
    ['none', [], []],
    ['few', ['a', 'b'], [2]],
    ['as many characters as one has', ['aaaaa', 'bbbbb', 'c'], [2, 1]],
    ['one character more', ['aaaaa', 'bbbbbb'], [1, 1]],
    ['one that is larger than a piece', ['a', 'b'.repeat(200), 'c'], [1, 1, 1]],
    ['characters that JSON escapes', ['\u0001', '\u0001'], [1, 1]],
  ])('end where they are full: %s', (_, texts, counts) => {
    const items = texts.map(item);
    const pieces = [...itemTexts(items, LIMITS)];
    expect(pieces.map(({ count }) => count)).toEqual(counts);
    expect(pieces.flatMap(({ text }) => JSON.parse(text) as ChangeItem[])).toEqual(items);
  });

  it('end after so many items', () => {
    const items = Array.from({ length: 7 }, () => item(''));
    const counts = [...itemTexts(items, { items: 3, characters: 1_000 })].map(({ count }) => count);
    expect(counts).toEqual([3, 3, 1]);
  });

  it.each<[string, ItemPiece[], number, number, number]>([
    ['no pieces', [], 0, 0, 0],
    ['an unfinished one', [[0, 50]], 2, 0, 0],
    ['one that is full of items', [[0, 50]], 3, 1, 3],
    ['one that is full of characters', [[0, LIMITS.characters]], 1, 1, 1],
    [
      'an unfinished one behind others',
      [
        [0, 9],
        [3, 9],
      ],
      4,
      1,
      3,
    ],
  ])('stay when others are added, behind %s', (_, pieces, count, kept, start) => {
    expect(finishedPieces(pieces, count, LIMITS)).toEqual({ kept: pieces.slice(0, kept), start });
  });
});
