import { describe, expect, it } from '@jest/globals';
import { BatchingSink } from './batching-sink.js';
import type { HostLine } from './host-line.js';

/** The rows' part of a line, which keeps what is sent. */
function lineOf(frames: Buffer[]): HostLine {
  return { sendRows: (frame: Buffer) => frames.push(frame) } as unknown as HostLine;
}

describe('BatchingSink', () => {
  it.each([
    ['short rows', 100_000, 4],
    ['long rows', 5_000_000, 1],
  ])('sends %s no further ahead than their size allows', async (_, length, ahead) => {
    const frames: Buffer[] = [];
    const sink = new BatchingSink(1, lineOf(frames));
    while (sink.row(['x'.repeat(length)]));
    expect(frames).toHaveLength(ahead);
    let isDrained = false;
    const drained = sink.drained().then(() => (isDrained = true));
    await new Promise(setImmediate);
    expect(isDrained).toBe(false);
    sink.more();
    await drained;
    expect(sink.row(['x'.repeat(length)])).toBe(false);
    expect(frames).toHaveLength(ahead + 1);
  });

  it('waits for a long row among short ones until all of it is taken', async () => {
    const frames: Buffer[] = [];
    const sink = new BatchingSink(1, lineOf(frames));
    expect([sink.row(['x'.repeat(100_000)]), sink.row(['x'.repeat(5_000_000)])]).toEqual([true, false]);
    sink.more();
    let isDrained = false;
    const drained = sink.drained().then(() => (isDrained = true));
    await new Promise(setImmediate);
    expect(isDrained).toBe(false);
    sink.more();
    await drained;
    expect(frames).toHaveLength(2);
  });
});
