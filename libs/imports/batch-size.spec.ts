import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextBatchRows } from './batch-size.js';

it.each([
  [4096, null, 16_384],
  [131_072, null, 131_072],
  [4096, 10, 20],
  [4096, 1, 2],
  [8, 100, 8],
])('follows %j rows, refused at %j, with %j', (rows, at, next) => {
  expect(nextBatchRows(rows, at)).toBe(next);
});

it('always sends a row', () => {
  const rows = fc.integer({ min: 1, max: 200_000 });
  fc.assert(fc.property(rows, fc.option(rows), (size, at) => expect(nextBatchRows(size, at)).toBeGreaterThan(0)));
});
