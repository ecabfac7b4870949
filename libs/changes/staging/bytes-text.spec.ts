import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fileFault, hexOf, readBytes, writeBytes } from './index.js';

describe('bytes as text', () => {
  it.each([
    ['\\x', []],
    ['\\x00ff0a', [0, 255, 10]],
    ["X''", []],
    ["X'00FF'", [0, 255]],
  ])('%s is read', (text, bytes) => {
    expect(Array.from(readBytes(text) ?? [-1])).toEqual(bytes);
  });

  it.each(['', 'x', '\\x0', '\\x0G', '\\x00FF', "X'ff'", "X'0'", '\\\\x00', 'X00', ' \\x00', '\\x00\n'])(
    'no bytes are read from %j',
    (text) => {
      expect(readBytes(text)).toBeNull();
    },
  );

  it.each(['postgres', 'sqlite'] as const)('of any value come back in %s', (dialect) => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = writeBytes(bytes, dialect);
        expect(hexOf(readBytes(text) ?? new Uint8Array([1, 2, 3, 4, 5]))).toBe(hexOf(bytes));
      }),
    );
  });

  it.each([
    [0, null],
    [1_000_000, null],
    [1_500_000, /^The file has 1\.5 MB\. A cell is set from a file of up to 1 MB/],
  ])('a file of %d bytes', (bytes, fault) => {
    if (fault === null) expect(fileFault(bytes)).toBeNull();
    else expect(fileFault(bytes)).toMatch(fault);
  });
});
