import { describe, expect, it } from '@jest/globals';
import { RunStop } from './run-stop.js';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('RunStop', () => {
  it('interrupts at once and again until the run has ended, then never more', async () => {
    let interrupts = 0;
    const abort = new AbortController();
    const stop = new RunStop(abort.signal, 0, () => interrupts++);
    abort.abort();
    expect(interrupts).toBe(1);
    await stop.requested;
    while (interrupts < 3) await pause(5);
    stop.end();
    const sent = interrupts;
    await pause(100);
    expect(interrupts).toBe(sent);
    expect(stop.reason).toBe('cancelled');
  });

  it('sends nothing for a signal that aborts after the end', () => {
    let interrupts = 0;
    const abort = new AbortController();
    const stop = new RunStop(abort.signal, 10_000, () => interrupts++);
    stop.end();
    abort.abort();
    expect([interrupts, stop.reason]).toEqual([0, null]);
  });

  it('stops when the time is over', async () => {
    const stop = new RunStop(new AbortController().signal, 10, () => undefined);
    await stop.requested;
    expect(stop.reason).toBe('timed-out');
    stop.end();
  });

  it('is stopped from the start by a signal that was aborted before', () => {
    const stop = new RunStop(AbortSignal.abort(), 0, () => undefined);
    expect(stop.reason).toBe('cancelled');
    stop.end();
  });
});
