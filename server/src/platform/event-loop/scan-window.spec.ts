import { describe, expect, it } from '@jest/globals';
import { ScanWindow } from './scan-window.js';

describe('parts of a table that are searched at a time', () => {
  it.each([
    { takes: 'next to nothing', ms: 0, rows: [4_000, 8_000, 16_000, 32_000, 64_000, 64_000] },
    { takes: 'a moment', ms: 5, rows: [2_000, 2_000] },
    { takes: 'long', ms: 50, rows: [1_000, 1_000] },
  ])('where one takes $takes', ({ ms, rows }) => {
    const window = new ScanWindow();
    expect(window.rows).toBe(2_000);
    for (const next of rows) {
      window.noteMs(ms);
      expect(window.rows).toBe(next);
    }
  });

  it('gives what a search finds', async () => {
    const window = new ScanWindow();
    await expect(window.measure(() => Promise.resolve(['found']))).resolves.toEqual(['found']);
    await expect(window.measure(() => Promise.reject(new Error('no state')))).rejects.toThrow('no state');
  });
});
