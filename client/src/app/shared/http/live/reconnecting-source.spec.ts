import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeEventSource } from '../../../../testing/fake-event-source';
import type { LiveSignal } from './live-signal';
import { ReconnectingSource } from './reconnecting-source';

describe('ReconnectingSource', () => {
  let heard: LiveSignal[];
  let source: ReconnectingSource;

  beforeEach(() => {
    jest.useFakeTimers();
    FakeEventSource.opened = [];
    heard = [];
    source = new ReconnectingSource(FakeEventSource.open, (signal) => heard.push(signal));
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  const urls = () => FakeEventSource.opened.map(({ url }) => url);

  it.each([
    ['an event', 'connections.changed'],
    ['the greeting', 'hello'],
    ['a heartbeat', 'heartbeat'],
  ])('resumes after the id of %s', (_, name) => {
    FakeEventSource.last.emit(name, '{}', 'e.7');
    FakeEventSource.last.fail();
    jest.advanceTimersByTime(1_000);
    expect(urls()).toEqual(['/api/events', '/api/events?last_event_id=e.7']);
  });

  it('starts anew where no id has arrived', () => {
    FakeEventSource.last.fail();
    jest.advanceTimersByTime(1_000);
    expect(urls()).toEqual(['/api/events', '/api/events']);
  });

  it('reports the connection and each event, and not the greeting', () => {
    FakeEventSource.last.connect();
    FakeEventSource.last.emit('hello', '{"resumed":false}', 'e.1');
    FakeEventSource.last.emit('connections.changed', '{}', 'e.2');
    FakeEventSource.last.fail();
    expect(heard).toEqual([
      { kind: 'connected' },
      { kind: 'event', name: 'connections.changed', data: '{}' },
      { kind: 'disconnected' },
    ]);
  });

  it('retries at once when asked to, but never beside a stream that is open', () => {
    source.reopen();
    expect(urls()).toHaveLength(1);
    FakeEventSource.last.fail();
    source.reopen();
    expect(urls()).toHaveLength(2);
    jest.advanceTimersByTime(60_000);
    expect(urls()).toHaveLength(2);
  });

  it('does not come back once it is closed', () => {
    FakeEventSource.last.fail();
    source.close();
    jest.advanceTimersByTime(60_000);
    expect(urls()).toHaveLength(1);
  });
});
