import { expect, it } from '@jest/globals';
import { rowAtLine } from './row-at-line.js';

it.each([
  [1, 0],
  [2, 1],
  [3, 1],
  [4, 2],
  [5, null],
])('finds the row of line %j', (line, row) => {
  expect(rowAtLine(['a\n', '"b\nc"\n', 'd\n'], line)).toBe(row);
});
