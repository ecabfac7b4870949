import { describe, expect, it } from '@jest/globals';
import { FastScrollDetector, tableScale } from './long-scroll';

describe('tableScale', () => {
  it.each([
    ['a table that fits', [0, 400, 400], 10, 1, 0],
    ['a short one, at the top', [0, 24_000, 400], 1000, 1, 0],
    ['a short one, in the midst', [12_000, 24_000, 400], 1000, 1, 500],
    ['a short one, at the end', [23_600, 24_000, 400], 1000, 1, 983],
    ['one of a million rows, at the top', [0, 8_000_000, 400], 1_000_000, 3.0001, 0],
    ['one of a million rows, at the end', [7_999_600, 8_000_000, 400], 1_000_000, 3.0001, 999_983],
    ['one that bounces at the end', [8_000_000, 8_000_000, 400], 1_000_000, 3.0001, 999_983],
  ] as const)('of %s', (_, [scrollTop, scrollHeight, clientHeight], rowTotal, factor, topRow) => {
    const scale = tableScale({ scrollTop, scrollHeight, clientHeight }, rowTotal, 24);
    expect(scale.factor).toBeCloseTo(factor, 3);
    expect(scale.topRow).toBe(topRow);
  });
});

describe('FastScrollDetector', () => {
  const IN_SIGHT = 17;

  it.each<[string, readonly (readonly [row: number, at: number, isDrawn: boolean])[]]>([
    [
      'scrolling, however fast',
      [
        [10, 0, true],
        [27, 10, true],
        [44, 20, true],
        [30, 30, true],
      ],
    ],
    ['one far jump', [[900_000, 0, true]]],
    [
      'far jumps with time between them',
      [
        [900_000, 0, true],
        [5, 200, true],
        [900_000, 400, true],
      ],
    ],
    [
      'a thumb that is dragged',
      [
        [4_000, 0, true],
        [8_000, 16, false],
        [12_000, 32, false],
        [16_000, 180, false],
      ],
    ],
    [
      'a thumb that slows down',
      [
        [4_000, 0, true],
        [8_000, 16, false],
        [8_010, 32, true],
        [8_020, 48, true],
      ],
    ],
  ])('of %s', (_, jumps) => {
    const watch = new FastScrollDetector();
    expect(jumps.map(([row, at]) => watch.isToBeDrawn(row, IN_SIGHT, at))).toEqual(
      jumps.map(([, , isDrawn]) => isDrawn),
    );
  });
});
