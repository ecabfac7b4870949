import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { problemDocument } from '#libs/problem';
import { duckdbSample, health, listOf, postgresSample } from '../../../testing/connection-samples';
import { FakeEventSource } from '../../../testing/fake-event-source';
import { answerAll, providePage, requestTo, settle } from '../../../testing/page-set-up';
import { ServerState } from '../http/server-state';
import { ConnectionsStore } from './connections.store';

const LIST = '/api/connections';
const both = listOf([postgresSample(), duckdbSample()]);

describe('ConnectionsStore', () => {
  let store: ConnectionsStore;

  beforeEach(() => {
    jest.useFakeTimers();
    TestBed.configureTestingModule({ providers: providePage() });
  });

  afterEach(() => {
    TestBed.resetTestingModule();
    jest.useRealTimers();
  });

  async function start(list = both): Promise<void> {
    store = TestBed.inject(ConnectionsStore);
    await settle();
    answerAll('GET', LIST, list);
    await settle();
  }

  it('is loading, then ready with the connections in the order of the file', async () => {
    store = TestBed.inject(ConnectionsStore);
    expect(store.state()).toBe('loading');
    await settle();
    answerAll('GET', LIST, both);
    await settle();
    expect([store.state(), store.connections().map(({ id }) => id)]).toEqual(['ready', ['shop', 'lake']]);
  });

  it('is failed with the problem, and ready after a reload that works', async () => {
    store = TestBed.inject(ConnectionsStore);
    await settle();
    requestTo('GET', LIST).flush(problemDocument('internal-error', 'req-1', 'It broke'), {
      status: 500,
      statusText: '',
    });
    await settle();
    expect([store.state(), store.problem()?.detail]).toEqual(['failed', 'It broke']);
    void store.reload();
    answerAll('GET', LIST, both);
    await settle();
    expect([store.state(), store.problem()]).toEqual(['ready', null]);
  });

  it('keeps the list in sight when a later reload fails', async () => {
    await start();
    void store.reload();
    requestTo('GET', LIST).flush(problemDocument('internal-error', 'req-1'), { status: 500, statusText: '' });
    await settle();
    expect([store.state(), store.connections().length, store.problem()?.code]).toEqual(['ready', 2, 'internal-error']);
  });

  it('takes a change of health from the live stream at once', async () => {
    await start();
    const failed = health('failed', null, 'connect ECONNREFUSED');
    FakeEventSource.last.emit('connection.health_changed', { connection_id: 'shop', health: failed });
    expect(store.find('shop')?.health).toEqual(failed);
    expect(store.find('lake')?.health.state).toBe('idle');
  });

  it('asks who answered where that was not known yet', async () => {
    await start();
    const unknown = { ...duckdbSample(), server: null };
    void store.reload();
    answerAll('GET', LIST, listOf([unknown]));
    await settle();
    FakeEventSource.last.emit('connection.health_changed', { connection_id: 'lake', health: health('healthy') });
    const known = { ...unknown, health: health('healthy'), server: { product: 'SQLite', version: '3.53' } };
    expect(answerAll('GET', LIST, listOf([known]))).toBe(1);
    await settle();
    expect(store.find('lake')?.server?.product).toBe('SQLite');
    FakeEventSource.last.emit('connection.health_changed', { connection_id: 'lake', health: health('healthy') });
    expect(answerAll('GET', LIST, listOf([known]))).toBe(0);
  });

  it('does not let a list that was on its way undo a newer health', async () => {
    await start();
    void store.reload();
    FakeEventSource.last.emit('connection.health_changed', { connection_id: 'shop', health: health('failed') });
    answerAll('GET', LIST, both);
    await settle();
    expect(store.find('shop')?.health.state).toBe('failed');
  });

  it('drops the answer of a request that a newer one overtook', async () => {
    await start();
    void store.reload();
    const slow = requestTo('GET', LIST);
    void store.reload();
    answerAll('GET', LIST, listOf([duckdbSample()]));
    await settle();
    if (!slow.cancelled) slow.flush(both);
    await settle();
    expect(store.connections().map(({ id }) => id)).toEqual(['lake']);
  });

  it('reads the list again when connections changed and when the stream comes back', async () => {
    await start();
    FakeEventSource.last.emit('connections.changed', { connection_ids: ['new'] });
    await settle();
    expect(answerAll('GET', LIST, both)).toBe(1);
    FakeEventSource.last.connect();
    await settle();
    expect(answerAll('GET', LIST, both)).toBe(1);
  });

  it('polls every 30 s beside a working stream and every 5 s without one', async () => {
    await start();
    jest.advanceTimersByTime(5_000);
    expect(answerAll('GET', LIST, both)).toBe(1);
    FakeEventSource.last.connect();
    await settle();
    answerAll('GET', LIST, both);
    jest.advanceTimersByTime(29_000);
    expect(answerAll('GET', LIST, both)).toBe(0);
    jest.advanceTimersByTime(1_000);
    expect(answerAll('GET', LIST, both)).toBe(1);
  });

  it('rests while the workbench does not answer and reads the list when it does again', async () => {
    await start();
    TestBed.inject(ServerState).reportNoAnswer();
    await settle();
    jest.advanceTimersByTime(999);
    expect(answerAll('GET', LIST, both)).toBe(0);
    jest.advanceTimersByTime(1);
    requestTo('GET', '/api/health').flush({ status: 'ok' });
    await settle();
    expect(answerAll('GET', LIST, both)).toBe(1);
  });

  it('selects the first connection, until one is chosen; the choice is in the URL and outlives it', async () => {
    await start();
    expect(store.selectedId()).toBe('shop');
    await store.select('lake');
    expect(TestBed.inject(Router).url).toContain('connection=lake');
    expect(store.selectedId()).toBe('lake');
    await TestBed.inject(Router).navigateByUrl('/studio');
    expect(store.selectedId()).toBe('lake');
  });

  it('selects nothing when the URL names no connection that exists', async () => {
    await start();
    await TestBed.inject(Router).navigateByUrl('/studio?connection=gone');
    expect(store.selected()).toBeNull();
  });

  it('recolours by sending the colour alone, so that nothing else is put back', async () => {
    await start();
    const done = store.recolour(postgresSample(), 'green');
    expect(store.find('shop')?.colour).toBe('green');
    const request = requestTo('PUT', '/api/connections/shop');
    expect(request.request.body).toEqual({ id: 'shop', kind: 'postgres', colour: 'green' });
    request.flush(postgresSample({ colour: 'green' }));
    await settle();
    answerAll('GET', LIST, listOf([postgresSample({ colour: 'green' })]));
    await done;
    expect(store.find('shop')?.colour).toBe('green');
  });

  it('shows the old colour again when the change is refused', async () => {
    await start();
    const done = store.recolour(postgresSample(), 'green');
    requestTo('PUT', '/api/connections/shop').flush(problemDocument('configuration-changed', 'r'), {
      status: 409,
      statusText: '',
    });
    await settle();
    answerAll('GET', LIST, both);
    await expect(done).rejects.toMatchObject({ code: 'configuration-changed' });
    expect(store.find('shop')?.colour).toBe('red');
  });

  it('takes a removed connection out of the URL and selects another one', async () => {
    await start();
    await store.select('lake');
    const done = store.remove('lake');
    requestTo('DELETE', '/api/connections/lake').flush(null, { status: 204, statusText: '' });
    await settle();
    for (let turn = 0; turn < 20; turn++) await settle();
    answerAll('GET', LIST, listOf([postgresSample()]));
    await done;
    expect([store.selectedId(), TestBed.inject(Router).url]).toEqual(['shop', '/']);
  });

  it('says "connecting" from the moment a reconnect is asked for', async () => {
    await start(listOf([postgresSample({ health: health('failed', null, 'refused') })]));
    const done = store.reconnect('shop');
    expect(store.find('shop')?.health).toMatchObject({ state: 'connecting', last_error: null });
    requestTo('POST', '/api/connections/shop/reconnect').flush(postgresSample());
    await settle();
    answerAll('GET', LIST, both);
    await done;
    expect(store.find('shop')?.health.state).toBe('healthy');
  });
});
