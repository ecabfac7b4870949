import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import type { TestRequest } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RunRequest } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { runSample } from '../../../testing/run-samples';
import { RunRequests } from './run-requests';

const RUNS = '/api/studio/runs';
const REQUEST: RunRequest = { connection_id: 'shop', sql: 'DELETE FROM t' };
const FROM = { offset: 0, mark: 'm' };

describe('RunRequests', () => {
  let requests: RunRequests;
  let http: HttpTestingController;

  beforeEach(() => {
    jest.useFakeTimers();
    TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting()] });
    requests = TestBed.inject(RunRequests);
    http = TestBed.inject(HttpTestingController);
  });

  afterEach(() => {
    http.verify();
    jest.useRealTimers();
  });

  const sent = (): TestRequest => http.expectOne({ method: 'POST', url: RUNS });

  /** Lets the answer of a request be lost; gives its name. */
  async function lose(lost: (request: TestRequest) => void): Promise<string> {
    const request = sent();
    const { request_id: name } = request.request.body as RunRequest;
    lost(request);
    await jest.advanceTimersByTimeAsync(0);
    return name ?? '';
  }

  async function looked(name: string, afterMs: number): Promise<TestRequest> {
    await jest.advanceTimersByTimeAsync(afterMs);
    return http.expectOne({ method: 'GET', url: `${RUNS}?request_id=${name}` });
  }

  const list = (...items: object[]): object => ({ items, next_cursor: null });

  it('names each request, and asks for nothing where it is answered', async () => {
    const names: unknown[] = [];
    for (let count = 0; count < 2; count += 1) {
      const run = requests.start('t1', REQUEST, FROM);
      const request = sent();
      expect(request.request.body).toMatchObject(REQUEST);
      names.push((request.request.body as RunRequest).request_id);
      request.flush(runSample());
      expect((await run).id).toBe('r1');
    }
    expect(new Set(names).size).toBe(2);
    expect(names[0]).toMatch(/^[\da-f-]{36}$/);
  });

  it.each<[string, (request: TestRequest) => void]>([
    ['of a cut connection', (request) => request.error(new ProgressEvent('error'))],
    ['that a proxy answers for', (request) => request.flush('<html>', { status: 504, statusText: '' })],
  ])('finds the run of a request %s, and sends nothing twice', async (_, lost) => {
    const run = requests.start('t1', REQUEST, FROM);
    const name = await lose(lost);
    (await looked(name, 500)).error(new ProgressEvent('error'));
    await jest.advanceTimersByTimeAsync(0);
    (await looked(name, 3000)).flush('<html>', { status: 502, statusText: '' });
    await jest.advanceTimersByTimeAsync(0);
    (await looked(name, 3000)).flush(list());
    await jest.advanceTimersByTimeAsync(0);
    (await looked(name, 1000)).flush(list(runSample()));
    expect((await run).id).toBe('r1');
  });

  it('says that the text may have run where the workbench has no such run', async () => {
    const run = requests.start('t1', REQUEST, FROM).catch((error: unknown) => error);
    const name = await lose((request) => request.error(new ProgressEvent('error')));
    for (const ms of [500, 1000, 2000, 3000]) {
      (await looked(name, ms)).flush(list());
      await jest.advanceTimersByTimeAsync(0);
    }
    expect(await run).toMatchObject({ code: 'network', detail: expect.stringContaining('may have run') });
  });

  it('passes on why a text was refused', async () => {
    const run = requests.start('t1', REQUEST, FROM).catch((error: unknown) => error);
    sent().flush(problemDocument('session-busy', 'r'), { status: 409, statusText: '' });
    expect(await run).toMatchObject({ code: 'session-busy' });
  });
});
