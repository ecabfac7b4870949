import { expect, it } from '@jest/globals';
import { expectedBytes } from './disk-room.js';

it.each([
  ['custom', 500, 900, 500],
  ['custom', 900, 500, 500],
  ['directory', 500, 900, 500],
  ['directory', 900, 500, 500],
  ['plain', 500, 900, 500],
  ['plain', 900, 500, 900],
] as const)('a %s backup after one of %d bytes, of a database of %d, takes %d', (format, last, database, expected) => {
  expect(expectedBytes(format, last, database)).toBe(expected);
});
