import { describe, expect, it } from '@jest/globals';
import { isMemorySpent } from './spent-memory.js';

const GIBIBYTE = 1024 ** 3;

function status(gibibytes: number): string {
  return `VmRSS:\t  234232 kB\nVmData:\t ${Math.round((gibibytes * GIBIBYTE) / 1024)} kB\nVmStk:\t 132 kB\n`;
}

function limits(size: string): string {
  return `Limit                     Soft Limit           Hard Limit           Units\nMax data size             ${size}           ${size}           bytes\n`;
}

describe('isMemorySpent', () => {
  it.each([
    ['nearly all of it is mapped', status(6.97), limits(String(7 * GIBIBYTE)), true],
    ['half of it is mapped', status(3.5), limits(String(7 * GIBIBYTE)), false],
    ['there is no limit', status(100), limits('unlimited'), false],
    ['the system shows nothing', '', '', false],
  ])('where %s', (_, shown, limit, isSpent) => {
    expect(isMemorySpent(shown, limit)).toBe(isSpent);
  });
});
