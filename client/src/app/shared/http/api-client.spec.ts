import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { problemDocument } from '#libs/problem';
import { providePage, requestTo, settle } from '../../../testing/page-set-up';
import { ApiClient } from './api-client';
import { ApiProblem } from './api-problem';

describe('ApiClient', () => {
  let api: ApiClient;

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: providePage() });
    api = TestBed.inject(ApiClient);
  });

  it('leaves out the parameters that have no value', async () => {
    const answer = api.get('studio/history', { search: 'a&b', limit: 50, cursor: null, status: undefined });
    const request = requestTo('GET', '/api/studio/history');
    expect(request.request.params.keys()).toEqual(['search', 'limit']);
    expect(request.request.urlWithParams).toBe('/api/studio/history?search=a%26b&limit=50');
    request.flush({ items: [] });
    await expect(answer).resolves.toEqual({ items: [] });
  });

  it("rejects with the server's problem", async () => {
    const answer = api.post('studio/runs', { sql: '' });
    requestTo('POST', '/api/studio/runs').flush(problemDocument('nothing-to-run', 'r'), {
      status: 422,
      statusText: '',
    });
    await expect(answer).rejects.toBeInstanceOf(ApiProblem);
    await expect(answer).rejects.toMatchObject({ code: 'nothing-to-run' });
  });

  it('stops a request when the signal fires', async () => {
    const stop = new AbortController();
    let isSettled = false;
    void api.post('connections/test', {}, stop.signal).finally(() => (isSettled = true));
    const request = requestTo('POST', '/api/connections/test');
    stop.abort();
    await settle();
    expect([request.cancelled, isSettled]).toEqual([true, false]);
  });

  it('settles a delete that answers nothing', async () => {
    const answer = api.delete('/connections/a%2Fb');
    requestTo('DELETE', '/api/connections/a%2Fb').flush(null, { status: 204, statusText: '' });
    await expect(answer).resolves.toBeNull();
  });
});
