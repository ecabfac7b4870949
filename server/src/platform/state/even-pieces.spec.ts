import { describe, expect, it } from '@jest/globals';
import { evenPieces } from './even-pieces.js';

describe('evenPieces', () => {
  it.each<[number, number[]]>([
    [0, []],
    [1, [1]],
    [10, [10]],
    [17, [16, 1]],
    [63, [32, 16, 15]],
    [64, [64]],
    [200, [64, 64, 64, 8]],
  ])('cuts %d items', (count, lengths) => {
    const items = Array.from({ length: count }, (_, at) => at);
    const pieces = evenPieces(items);
    expect(pieces.map((piece) => piece.length)).toEqual(lengths);
    expect(pieces.flat()).toEqual(items);
  });
});
