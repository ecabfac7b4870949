import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LiveListener, LiveSignal } from './live-signal';
import { StreamHub } from './stream-hub';

const EVENT = { kind: 'event', name: 'connections.changed', data: '{}' } as const satisfies LiveSignal;

describe('StreamHub', () => {
  let opened: LiveListener[];
  let closed: number;
  let reopened: number;
  let hub: StreamHub;

  beforeEach(() => {
    opened = [];
    closed = 0;
    reopened = 0;
    hub = new StreamHub((listener) => {
      opened.push(listener);
      return { close: () => closed++, reopen: () => reopened++ };
    });
  });

  function member(): { readonly heard: LiveSignal[]; readonly listener: LiveListener } {
    const heard: LiveSignal[] = [];
    return { heard, listener: (signal) => heard.push(signal) };
  }

  it('opens one stream for all, and closes it with the last', () => {
    const [one, two] = [member(), member()];
    hub.join(one.listener);
    hub.join(two.listener);
    hub.leave(one.listener);
    expect([opened.length, closed]).toEqual([1, 0]);
    hub.leave(two.listener);
    hub.join(one.listener);
    expect([opened.length, closed]).toEqual([2, 1]);
  });

  it('sends each signal to everybody who is there', () => {
    const [one, two] = [member(), member()];
    hub.join(one.listener);
    hub.join(two.listener);
    opened[0]?.(EVENT);
    hub.leave(two.listener);
    opened[0]?.(EVENT);
    expect([one.heard.length, two.heard.length]).toEqual([2, 1]);
  });

  it.each([
    ['open', [{ kind: 'connected' }], [{ kind: 'connected' }]],
    ['not open yet', [], []],
    ['broken', [{ kind: 'connected' }, { kind: 'disconnected' }], []],
  ] as const)('starts a latecomer with the state of the stream: %s', (_, signals, expected) => {
    const [one, late] = [member(), member()];
    hub.join(one.listener);
    for (const signal of signals) opened[0]?.(signal);
    hub.join(late.listener);
    expect(late.heard).toEqual(expected);
  });

  it('forgets the state of a stream that it closed', () => {
    const [one, late] = [member(), member()];
    hub.join(one.listener);
    opened[0]?.({ kind: 'connected' });
    hub.leave(one.listener);
    hub.join(late.listener);
    expect(late.heard).toEqual([]);
  });

  it('retries the stream for anyone who asks, and nothing where there is none', () => {
    hub.reopen();
    hub.join(member().listener);
    hub.reopen();
    expect(reopened).toBe(1);
  });
});
