import { describe, expect, it } from '@jest/globals';
import { SlotQueue } from './slot-queue.js';
import type { SlotWait } from './slot-queue.js';

const queueOf = (capacity: number) =>
  new SlotQueue<null>({ capacity, perKey: capacity, maxWaitingPerKey: 2, maxWaiting: 3 });
const never = new AbortController().signal;
const ask = (key: string, more: { signal?: AbortSignal; waitMs?: number } = {}) => ({
  ...{ key, value: null, signal: never },
  ...more,
});

describe('SlotQueue', () => {
  it('grants at once what is free, and then in turns', async () => {
    const queue = queueOf(1);
    const first = await queue.acquire(ask('a'));
    const order: string[] = [];
    const waits = ['a', 'a', 'b'].map(async (key, at) => {
      const slot = await queue.acquire(ask(key));
      order.push(`${key}${at}`);
      slot.release();
    });
    first.release();
    await Promise.all(waits);
    expect(order).toEqual(['b2', 'a0', 'a1']);
    expect([queue.held, queue.waiting]).toEqual([0, 0]);
  });

  it('gives a slot back once, however often it is released', async () => {
    const queue = queueOf(2);
    const [one] = [await queue.acquire(ask('a')), await queue.acquire(ask('a'))];
    one.release();
    one.release();
    expect(queue.held).toBe(1);
  });

  it('says the place of a wait, and when it is over', async () => {
    const queue = queueOf(1);
    const first = await queue.acquire(ask('a'));
    const waits: (SlotWait | null)[] = [];
    const second = queue.acquire({ ...ask('b'), onWait: (wait) => waits.push(wait) });
    expect(waits[0]?.place()).toBe(1);
    first.release();
    (await second).release();
    expect(waits.at(-1)).toBeNull();
  });

  it.each<[string, { signal?: AbortSignal; waitMs?: number }, object]>([
    ['takes too long', { waitMs: 5 }, { reason: 'timeout' }],
    ['is given up', { signal: AbortSignal.timeout(5) }, { name: 'TimeoutError' }],
    ['was given up before', { signal: AbortSignal.abort(new Error('gone')) }, { message: 'gone' }],
  ])('leaves the queue where the wait %s', async (_, more, error) => {
    const queue = queueOf(1);
    const slot = await queue.acquire(ask('a'));
    await expect(queue.acquire(ask('b', more))).rejects.toMatchObject(error);
    expect(queue.waiting).toBe(0);
    slot.release();
    expect(queue.held).toBe(0);
  });

  it('refuses what is too much', async () => {
    const queue = queueOf(1);
    await queue.acquire(ask('a'));
    for (const key of ['a', 'a', 'b']) void queue.acquire(ask(key));
    await expect(queue.acquire(ask('a'))).rejects.toMatchObject({ reason: 'key-full' });
    await expect(queue.acquire(ask('c'))).rejects.toMatchObject({ reason: 'full' });
  });
});
