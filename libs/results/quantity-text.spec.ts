import { describe, expect, it } from '@jest/globals';
import {
  bytesText,
  countText,
  countedText,
  durationText,
  estimateText,
  listText,
  ordinalText,
  screenReaderDuration,
} from './quantity-text.js';

describe('countText', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [48_219, '48,219'],
    [1_234_567_890, '1,234,567,890'],
    [-1_000, '-1,000'],
  ])('writes %d as %s', (count, text) => {
    expect(countText(count)).toBe(text);
  });
});

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [112, '112th'],
  [1021, '1,021st'],
])('the place %i is %s', (place, text) => {
  expect(ordinalText(place)).toBe(text);
});

describe('countedText', () => {
  it('uses the singular for one alone', () => {
    expect([0, 1, 2].map((count) => countedText(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows']);
  });
});

describe('estimateText', () => {
  it.each([
    [-1, '0'],
    [64, '64'],
    [9_412, '9,412'],
    [10_000, '10 K'],
    [128_412, '128 K'],
    [999_499, '999 K'],
    [999_600, '1 M'],
    [1_300_000, '1.3 M'],
    [4_800_000, '4.8 M'],
    [9_960_000, '10 M'],
    [2_000_000_000, '2 B'],
    [3.4e12, '3.4 T'],
  ])('writes %d as %s', (count, text) => {
    expect(estimateText(count)).toBe(text);
  });
});

describe('durationText', () => {
  it.each([
    [-5, '0.0 ms'],
    [0.42, '0.4 ms'],
    [1.24, '1.2 ms'],
    [9.94, '9.9 ms'],
    [9.96, '10 ms'],
    [412.4, '412 ms'],
    [999.4, '999 ms'],
    [999.6, '1.0 s'],
    [3_900, '3.9 s'],
    [59_940, '59.9 s'],
    [59_960, '1 min 0 s'],
    [312_000, '5 min 12 s'],
    [7_500_000, '2 h 5 min'],
  ])('writes %d as %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });

  it('is spoken in whole words', () => {
    expect([412, 3_900, 312_000].map(screenReaderDuration)).toEqual([
      '412 milliseconds',
      '3.9 seconds',
      '5 minutes 12 seconds',
    ]);
  });
});

describe('bytesText', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [9_949, '9.9 kB'],
    [9_951, '10 kB'],
    [275_400_000, '275 MB'],
    [999_400, '999 kB'],
    [999_600, '1.0 MB'],
    [16 * 1024 ** 3, '17 GB'],
    [2e15, '2.0 PB'],
    [5e18, '5000 PB'],
  ])('writes %d as %s', (bytes, text) => {
    expect(bytesText(bytes)).toBe(text);
  });
});

it.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('listText(%j) is %s', (names, text) => {
  expect(listText(names)).toBe(text);
});
