import { expect, it } from '@jest/globals';
import { nextPartBytes, secondsLeft, smoothedRate } from './transfer.js';

const KIB = 1024;
it.each([
  ['at first', 0, 0, 256 * KIB],
  ['after a fast part', 256 * KIB, 10, 1024 * KIB],
  ['never beyond 8 MB', 8192 * KIB, 10, 8192 * KIB],
  ['after a slow part', 1024 * KIB, 1000, 512 * KIB],
  ['never below 256 kB', 256 * KIB, 60_000, 256 * KIB],
])('nextPartBytes %s', (_, bytes, ms, expected) => {
  expect(nextPartBytes(bytes, ms)).toBe(expected);
});

it('smoothedRate begins with the first measurement and follows later ones slowly', () => {
  expect(smoothedRate(null, 500, 250)).toBe(2000);
  expect(smoothedRate(2000, 3000, 1000)).toBe(2300);
});

it.each([
  [50, 100, 10, 5],
  [100, 100, 10, 0],
  [0, 100, null, null],
  [0, 100, 0, null],
])('secondsLeft(%d, %d, %s) is %s', (done, total, rate, expected) => {
  expect(secondsLeft(done, total, rate)).toBe(expected);
});
