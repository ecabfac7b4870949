import { describe, expect, it } from '@jest/globals';
import { ShortWait } from './short-wait.js';

describe('ShortWait', () => {
  it('ends by itself, and can be used again', async () => {
    const wait = new ShortWait();
    await wait.wait(1);
    await expect(wait.wait(1)).resolves.toBeUndefined();
  });

  it('ends at once where it is cut short, and only then', async () => {
    const wait = new ShortWait();
    wait.end();
    let isOver = false;
    const waiting = wait.wait(60_000).then(() => (isOver = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    wait.end();
    await waiting;
    expect(isOver).toBe(true);
  });
});
