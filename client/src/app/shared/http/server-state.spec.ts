import { HttpClient, provideHttpClient, withInterceptors } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { problemDocument } from '#libs/problem';
import { requestTo, settle } from '../../../testing/page-set-up';
import { ServerState } from './server-state';
import { watchForAnswers } from './watch-for-answers';

const HEALTH = '/api/health';

describe('ServerState', () => {
  let state: ServerState;

  beforeEach(() => {
    jest.useFakeTimers();
    TestBed.configureTestingModule({
      providers: [provideHttpClient(withInterceptors([watchForAnswers])), provideHttpClientTesting()],
    });
    state = TestBed.inject(ServerState);
  });

  afterEach(() => {
    TestBed.resetTestingModule();
    jest.useRealTimers();
  });

  async function loseAnswer(): Promise<void> {
    TestBed.inject(HttpClient)
      .get('/api/connections')
      .subscribe({ error: () => undefined });
    requestTo('GET', '/api/connections').error(new ProgressEvent('error'));
    await settle();
  }

  function checks(): number {
    return TestBed.inject(HttpTestingController).match(HEALTH).length;
  }

  it('is reachable until a request gets no answer', async () => {
    expect(state.isReachable()).toBe(true);
    await loseAnswer();
    expect(state.isReachable()).toBe(false);
  });

  it('stays reachable when the server answers with an error', async () => {
    TestBed.inject(HttpClient)
      .get('/api/connections')
      .subscribe({ error: () => undefined });
    requestTo('GET', '/api/connections').flush('broken', { status: 500, statusText: '' });
    await settle();
    expect(state.isReachable()).toBe(true);
  });

  it('is not reachable while a proxy answers for it', async () => {
    TestBed.inject(HttpClient)
      .get('/api/connections')
      .subscribe({ error: () => undefined });
    requestTo('GET', '/api/connections').flush('<html>Bad gateway</html>', { status: 502, statusText: '' });
    await settle();
    expect(state.isReachable()).toBe(false);
  });

  it('asks by itself, each time later, until there is an answer', async () => {
    await loseAnswer();
    jest.advanceTimersByTime(1_000);
    requestTo('GET', HEALTH).error(new ProgressEvent('error'));
    await settle();
    jest.advanceTimersByTime(1_999);
    expect(checks()).toBe(0);
    jest.advanceTimersByTime(1);
    requestTo('GET', HEALTH).flush({ status: 'ok', version: '0.1.0', mode: 'single' });
    await settle();
    expect(state.isReachable()).toBe(true);
    jest.advanceTimersByTime(60_000);
    expect(checks()).toBe(0);
  });

  it('asks at once when a person wants to know', async () => {
    await loseAnswer();
    void state.check();
    expect(state.isChecking()).toBe(true);
    requestTo('GET', HEALTH).flush({ status: 'ok' });
    await settle();
    expect([state.isReachable(), state.isChecking()]).toEqual([true, false]);
  });

  it('takes "not healthy" for an answer, and a proxy page for none', async () => {
    await loseAnswer();
    void state.check();
    const titled = { type: 'about:blank', title: 'Error 502: Bad gateway', status: 502, detail: 'The origin is down.' };
    for (const body of ['<html>Bad gateway</html>', { status: 502, message: 'no upstream' }, titled]) {
      requestTo('GET', HEALTH).flush(body, { status: 502, statusText: '' });
      await settle();
      expect(state.isReachable()).toBe(false);
      void state.check();
    }
    const refused = problemDocument('state-unavailable', 'r', 'The disk is full.');
    requestTo('GET', HEALTH).flush(refused, { status: 503, statusText: '' });
    await settle();
    expect(state.isReachable()).toBe(true);
  });

  it('takes note of a request that the state refused, and asks until the state is sound', async () => {
    TestBed.inject(HttpClient)
      .get('/api/jobs')
      .subscribe({ error: () => undefined });
    const refused = problemDocument('state-unavailable', 'r', 'The disk is full. Free some space.');
    requestTo('GET', '/api/jobs').flush(refused, { status: 503, statusText: '' });
    await settle();
    expect([state.isReachable(), state.stateProblem()?.detail]).toEqual([true, refused.detail]);
    jest.advanceTimersByTime(1_000);
    requestTo('GET', HEALTH).flush(refused, { status: 503, statusText: '' });
    await settle();
    expect(state.stateProblem()?.code).toBe('state-unavailable');
    jest.advanceTimersByTime(2_000);
    requestTo('GET', HEALTH).flush({ status: 'ok' });
    await settle();
    expect(state.stateProblem()).toBeNull();
  });

  it('gives up waiting for a health answer after 5 s', async () => {
    await loseAnswer();
    void state.check();
    const request = requestTo('GET', HEALTH);
    jest.advanceTimersByTime(5_000);
    await settle();
    expect([request.cancelled, state.isChecking()]).toEqual([true, false]);
  });
});
