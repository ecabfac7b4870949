import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeEventSource } from '../../../testing/fake-event-source';
import { EVENT_SOURCE_FACTORY } from './event-source-factory';
import { LiveEvents } from './live-events';

describe('LiveEvents', () => {
  let events: LiveEvents;

  beforeEach(() => {
    jest.useFakeTimers();
    FakeEventSource.opened = [];
    TestBed.configureTestingModule({ providers: [{ provide: EVENT_SOURCE_FACTORY, useValue: FakeEventSource.open }] });
    events = TestBed.inject(LiveEvents);
  });

  afterEach(() => {
    jest.useRealTimers();
    setHidden(false);
  });

  it('opens one stream with the first listener, and none before', () => {
    expect(FakeEventSource.opened).toHaveLength(0);
    events.on('connections.changed').subscribe();
    events.on('connection.health_changed').subscribe();
    expect(FakeEventSource.opened.map(({ url }) => url)).toEqual(['/api/events']);
  });

  it('passes each listener only the payloads of its event', () => {
    const received: unknown[] = [];
    events.on('connections.changed').subscribe((payload) => received.push(payload));
    FakeEventSource.last.emit('connections.changed', { connection_ids: ['shop'] });
    FakeEventSource.last.emit('studio.run_finished', { run_id: 'r1' });
    expect(received).toEqual([{ connection_ids: ['shop'] }]);
  });

  it('drops a line that is not JSON and keeps listening', () => {
    const received: unknown[] = [];
    events.on('connections.changed').subscribe((payload) => received.push(payload));
    FakeEventSource.last.emit('connections.changed', '{"connection_ids":');
    FakeEventSource.last.emit('connections.changed', { connection_ids: [] });
    expect(received).toEqual([{ connection_ids: [] }]);
  });

  it('reconnects after a broken stream, each time later, and reports whether it is connected', () => {
    events.on('connections.changed').subscribe();
    FakeEventSource.last.connect();
    expect(events.isConnected()).toBe(true);
    FakeEventSource.last.fail();
    expect([events.isConnected(), FakeEventSource.last.isClosed]).toEqual([false, true]);
    jest.advanceTimersByTime(1_000);
    expect(FakeEventSource.opened).toHaveLength(2);
    FakeEventSource.last.fail();
    jest.advanceTimersByTime(1_999);
    expect(FakeEventSource.opened).toHaveLength(2);
    jest.advanceTimersByTime(1);
    expect(FakeEventSource.opened).toHaveLength(3);
  });

  it('gives its stream back a minute after the page is hidden and takes one when it is shown', () => {
    events.on('connections.changed').subscribe();
    setHidden(true);
    jest.advanceTimersByTime(60_000);
    expect(FakeEventSource.last.isClosed).toBe(true);
    setHidden(false);
    expect(FakeEventSource.opened).toHaveLength(2);
  });

  it('gives its stream back when the page is left, and takes one when the back-forward cache brings it back', () => {
    events.on('connections.changed').subscribe();
    FakeEventSource.last.connect();
    dispatchEvent(new Event('pagehide'));
    expect([events.isConnected(), FakeEventSource.last.isClosed]).toEqual([false, true]);
    dispatchEvent(new Event('pageshow'));
    expect(FakeEventSource.opened).toHaveLength(2);
  });

  it('keeps its stream through a short look elsewhere', () => {
    events.on('connections.changed').subscribe();
    setHidden(true);
    jest.advanceTimersByTime(30_000);
    setHidden(false);
    jest.advanceTimersByTime(60_000);
    expect([FakeEventSource.opened.length, FakeEventSource.last.isClosed]).toEqual([1, false]);
  });
});

function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
  document.dispatchEvent(new Event('visibilitychange'));
}
