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
    const query = { search: 'a&b', limit: 50, cursor: null, connection_id: undefined };
    const answer = api.get('/api/studio/history', { query });
    const request = requestTo('GET', '/api/studio/history');
    expect(request.request.params.keys()).toEqual(['search', 'limit']);
    expect(request.request.urlWithParams).toBe('/api/studio/history?search=a%26b&limit=50');
    request.flush({ items: [] });
    await expect(answer).resolves.toEqual({ items: [] });
  });

  it("rejects with the server's problem", async () => {
    const answer = api.post('/api/studio/runs', { body: { connection_id: 'shop', sql: '' } });
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
    const body = { name: 'Shop', kind: 'postgres' } as const;
    void api.post('/api/connections/test', { body, stop: stop.signal }).finally(() => (isSettled = true));
    const request = requestTo('POST', '/api/connections/test');
    stop.abort();
    await settle();
    expect([request.cancelled, isSettled]).toEqual([true, false]);
  });

  it('settles a delete that answers nothing', async () => {
    const answer = api.delete('/api/connections/{id}', { path: { id: 'a/b' } });
    requestTo('DELETE', '/api/connections/a%2Fb').flush(null, { status: 204, statusText: '' });
    await expect(answer).resolves.toBeNull();
  });

  it('sends an empty object where an action takes no body, and the query of any method', () => {
    const call = { path: { id: 'shop' }, query: { sessions: 'own' } } as const;
    void api.post('/api/connections/{id}/reconnect', call);
    const { request } = requestTo('POST', '/api/connections/shop/reconnect');
    expect([request.body, request.urlWithParams]).toEqual([{}, '/api/connections/shop/reconnect?sessions=own']);
  });

  it('hands keepalive on', () => {
    const body = { title: null, sql: '', cursor: 0, connection_id: null, position: 0, version: 0 };
    void api.put('/api/studio/tabs/{id}', { path: { id: 't' }, body, keepalive: true });
    const { request } = requestTo('PUT', '/api/studio/tabs/t');
    expect([request.keepalive, request.body]).toEqual([true, body]);
  });

  it('reads a text', async () => {
    const answer = api.getText('/api/pipelines/{id}/export.yaml', { path: { id: 'p' } });
    requestTo('GET', '/api/pipelines/p/export.yaml').flush('name: Orders');
    await expect(answer).resolves.toBe('name: Orders');
  });
});
