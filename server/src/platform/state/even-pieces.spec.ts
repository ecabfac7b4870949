import { describe, expect, it } from '@jest/globals';
import { evenPieces } from './even-pieces.js';

describe('evenPieces', () => {
  it.each<[number, number[]]>([
    [0, []],
    [1, [1]],
    [3, [2, 1]],
    [63, [32, 16, 8, 4, 2, 1]],
    [64, [64]],
    [200, [64, 64, 64, 8]],
  ])('cuts %d items', (count, lengths) => {
    const items = Array.from({ length: count }, (_, at) => at);
    const pieces = evenPieces(items);
    expect(pieces.map((piece) => piece.length)).toEqual(lengths);
    expect(pieces.flat()).toEqual(items);
  });
});
