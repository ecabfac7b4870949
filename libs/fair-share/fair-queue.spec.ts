import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FairQueue } from './fair-queue.js';
import type { FairQueueLimits, Ticket } from './fair-queue.js';

const LIMITS: FairQueueLimits = { capacity: 1, perKey: 1, maxWaitingPerKey: 1000, maxWaiting: 10_000 };
const queueOf = (limits: Partial<FairQueueLimits> = {}) => new FairQueue<number>({ ...LIMITS, ...limits });

function enqueued<T>(queue: FairQueue<T>, key: string, value: T, weight?: number): Ticket<T> {
  const ticket = queue.enqueue(key, value, weight);
  if (typeof ticket === 'string') throw new Error(ticket);
  return ticket;
}

/** The keys in the order in which one slot goes from hand to hand. */
function order<T>(queue: FairQueue<T>, grants: number): string[] {
  const keys: string[] = [];
  for (let at = 0; at < grants; at += 1) {
    const ticket = queue.next();
    if (ticket === null) break;
    keys.push(ticket.key);
    queue.release(ticket.key);
  }
  return keys;
}

describe('turns', () => {
  it('go round the keys, in whatever order and number requests came', () => {
    const queue = queueOf();
    for (let at = 0; at < 3; at += 1) enqueued(queue, 'a', at);
    for (let at = 0; at < 2; at += 1) enqueued(queue, 'b', at);
    enqueued(queue, 'c', 0);
    expect(order(queue, 6).join('')).toBe('abcaba');
  });

  it('let a newcomer go next, however many of another key wait', () => {
    const queue = queueOf();
    for (let at = 0; at < 100; at += 1) enqueued(queue, 'a', at);
    expect(order(queue, 50)).toHaveLength(50);
    const ticket = enqueued(queue, 'b', 0);
    expect(queue.place(ticket)).toBe(1);
    expect(queue.next()).toBe(ticket);
  });

  it('are not saved up by coming and going: a key that asks one at a time gets every second slot', () => {
    const queue = queueOf();
    for (let at = 0; at < 10; at += 1) enqueued(queue, 'a', at);
    const keys: string[] = [];
    for (let at = 0; at < 10; at += 1) {
      if (queue.waitingOf('b') === 0) enqueued(queue, 'b', at);
      keys.push(...order(queue, 1));
    }
    expect(keys.filter((key) => key === 'a')).toHaveLength(5);
  });

  it('follow the weights', () => {
    const queue = queueOf();
    for (let at = 0; at < 100; at += 1) {
      enqueued(queue, 'person', at, 1);
      enqueued(queue, 'job', at, 0.25);
    }
    expect(order(queue, 50).filter((key) => key === 'job')).toHaveLength(10);
  });
});

describe('shares', () => {
  it('leave a key no more than its part while others wait', () => {
    const queue = queueOf({ capacity: 10, perKey: 10 });
    for (let at = 0; at < 20; at += 1) enqueued(queue, 'a', at);
    for (let at = 0; at < 20; at += 1) enqueued(queue, 'b', at);
    while (queue.next() !== null);
    expect([queue.heldBy('a'), queue.heldBy('b')]).toEqual([5, 5]);
    // One of b ends: b is below its share and a is not, although a has waited longer.
    queue.release('b');
    expect(queue.next()?.key).toBe('b');
  });

  it('leave no slot free while a key may have it', () => {
    const queue = queueOf({ capacity: 10, perKey: 10 });
    for (let at = 0; at < 20; at += 1) enqueued(queue, 'a', at);
    while (queue.next() !== null);
    expect(queue.heldBy('a')).toBe(10);
  });

  it('keep a reserve for others', () => {
    const queue = queueOf({ capacity: 10, perKey: 8 });
    for (let at = 0; at < 20; at += 1) enqueued(queue, 'a', at);
    while (queue.next() !== null);
    expect(queue.heldBy('a')).toBe(8);
    enqueued(queue, 'b', 0);
    expect(queue.next()?.key).toBe('b');
  });
});

it('refuses what is too much: of one key first, then of all', () => {
  const queue = queueOf({ maxWaitingPerKey: 2, maxWaiting: 3 });
  const answers = ['a', 'a', 'a', 'b', 'c'].map((key) => queue.enqueue(key, 0));
  expect(answers.map((answer) => (typeof answer === 'string' ? answer : 'waits'))).toEqual(
    'waits waits key-full waits full'.split(' '),
  );
});

it('passes over tickets that may not go now, within a key and over keys', () => {
  const queue = queueOf();
  for (const value of [1, 2]) enqueued(queue, 'a', value);
  enqueued(queue, 'b', 2);
  expect(queue.next(({ value }) => value === 2)).toMatchObject({ key: 'a', value: 2 });
});

it('throws where a key gives back what it does not hold', () => {
  expect(() => queueOf().release('a')).toThrow('a holds no slot.');
});

type Step =
  | { readonly do: 'enqueue'; readonly key: string }
  | { readonly do: 'cancel' | 'release'; readonly at: number }
  | { readonly do: 'next' };

const KEYS = ['a', 'b', 'c', 'd'];
const step = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.record({ do: fc.constant('enqueue' as const), key: fc.constantFrom(...KEYS) }),
  fc.record({ do: fc.constantFrom('cancel' as const, 'release' as const), at: fc.nat(100) }),
  fc.record({ do: fc.constant('next' as const) }),
);

/** What a queue should be, beside the queue. */
class Model {
  readonly waiting: Ticket<number>[] = [];
  readonly held: string[] = [];
  private count = 0;

  constructor(readonly queue: FairQueue<number>) {}

  do(one: Step): void {
    if (one.do === 'enqueue') {
      const ticket = this.queue.enqueue(one.key, (this.count += 1), 2 ** KEYS.indexOf(one.key));
      if (typeof ticket !== 'string') this.waiting.push(ticket);
    } else if (one.do === 'next') this.grant();
    else if (one.do === 'release') {
      const [key] = this.held.splice(one.at % Math.max(1, this.held.length), 1);
      if (key !== undefined) this.queue.release(key);
    } else {
      const [ticket] = this.waiting.splice(one.at % Math.max(1, this.waiting.length), 1);
      if (ticket !== undefined) expect(this.queue.cancel(ticket)).toBe(true);
    }
  }

  grant(): Ticket<number> | null {
    const { capacity, perKey } = this.queue.limits;
    const mayHave = (key: string) => this.held.filter((one) => one === key).length < perKey;
    const ticket = this.queue.next();
    const isAnyDue = this.held.length < capacity && this.waiting.some(({ key }) => mayHave(key));
    // Work-conserving: a slot is granted exactly where a key may have one.
    expect(ticket !== null).toBe(isAnyDue);
    if (ticket === null) return null;
    // First come first served within a key.
    expect(this.waiting.find(({ key }) => key === ticket.key)).toBe(ticket);
    this.waiting.splice(this.waiting.indexOf(ticket), 1);
    this.held.push(ticket.key);
    return ticket;
  }
}

describe('laws', () => {
  const limits = fc.record({ capacity: fc.integer({ min: 1, max: 5 }), perKey: fc.integer({ min: 1, max: 5 }) });

  it('grants as long as it may, in order within a key, and counts rightly', () => {
    fc.assert(
      fc.property(limits, fc.array(step, { maxLength: 200 }), (some, steps) => {
        const model = new Model(queueOf({ ...some, maxWaitingPerKey: 20, maxWaiting: 50 }));
        for (const one of steps) model.do(one);
        expect(model.queue.waiting).toBe(model.waiting.length);
        expect(model.queue.held).toBe(model.held.length);
      }),
    );
  });

  it('starves nobody: with equal weights a ticket waits for at most one turn of each other key before each of its own', () => {
    const arrivals = fc.array(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(arrivals, arrivals, (before, meanwhile) => {
        const queue = queueOf();
        before.forEach((key, at) => enqueued(queue, key, at));
        const ticket = enqueued(queue, 'z', 0);
        const passed: string[] = [];
        for (const [at, key] of meanwhile.entries()) {
          enqueued(queue, key, at);
          const granted = queue.next();
          if (granted !== null) queue.release(granted.key);
          if (granted === null || granted === ticket) break;
          passed.push(granted.key);
        }
        expect(new Set(passed).size).toBe(passed.length);
      }),
    );
  });

  it('says the place that a ticket then has, while nobody else comes', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const model = new Model(queueOf({ capacity: 3, perKey: 3 }));
        for (const one of steps) model.do(one);
        for (const key of [...model.held]) model.queue.release(key);
        model.held.length = 0;
        const places = new Map(model.waiting.map((ticket) => [ticket, model.queue.place(ticket)]));
        for (let at = 1; model.waiting.length > 0; at += 1) {
          const ticket = model.grant();
          if (ticket === null) throw new Error('nothing was granted');
          expect(places.get(ticket)).toBe(at);
          model.queue.release(model.held.pop() ?? '');
        }
      }),
    );
  });
});
