import { describe, expect, it } from '@jest/globals';
import type { Job, RunRequest, StorageArea } from '#libs/api';
import type { Answer, ParameterOf } from './api-call';
import type { ApiClient } from './api-client';
import { apiTemplate, apiUrl } from './api-url';

/** True where two types are the same. */
type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/**
 * What the compiler accepts and refuses: `npm run check` fails where a call without a comment is refused, and where one
 * that is expected to be refused is accepted. Nothing of it runs.
 */
async function accepted(api: ApiClient, request: RunRequest, area: StorageArea): Promise<Job> {
  await api.get('/api/connections');
  await api.get('/api/studio/history', { query: { limit: 5, cursor: null } });
  await api.post('/api/studio/runs', { body: request, stop: new AbortController().signal });
  await api.post('/api/admin/storage/{area}/clean-up', { path: { area } });
  await api.put('/api/profile/password', { body: { current_password: 'a', new_password: 'b' } });
  await api.delete('/api/profile/sessions/{id}', { path: { id: 'a' } });
  await api.getText('/api/pipelines/{id}/export.yaml', { path: { id: 'a' } });
  const tables: readonly string[] = ['orders'];
  await api.put('/api/schema-watch/{connection_id}/tables', { path: { connection_id: 'a' }, body: { tables } });
  return api.get('/api/scheduler/jobs/{id}', { path: { id: 'a' } });
}

function refused(api: ApiClient): unknown[] {
  return [
    // @ts-expect-error There is no such path.
    () => api.get('/api/conections'),
    // @ts-expect-error The path has no such method.
    () => api.delete('/api/connections'),
    // @ts-expect-error A path begins with /api/.
    () => api.get('connections'),
    // @ts-expect-error The parameter of the path is missing.
    () => api.get('/api/scheduler/jobs/{id}'),
    // @ts-expect-error The parameter of the path has another name.
    () => api.get('/api/scheduler/jobs/{id}', { path: { jobId: 'a' } }),
    // @ts-expect-error A path is not put together by hand.
    () => api.get(`/api/scheduler/jobs/${encodeURIComponent('a')}`),
    // @ts-expect-error The query has no such parameter.
    () => api.get('/api/studio/history', { query: { offset: 1 } }),
    // @ts-expect-error The parameter of the query is a number.
    () => api.get('/api/studio/history', { query: { limit: 'ten' } }),
    // @ts-expect-error The query is required.
    () => api.get('/api/studio/completion'),
    // @ts-expect-error This parameter of the query is required.
    () => api.get('/api/studio/completion', { query: { connection_id: null } }),
    // @ts-expect-error The status is one of a list.
    () => api.get('/api/scheduler/jobs', { query: { status: 'coffee' } }),
    // @ts-expect-error The body is missing.
    () => api.post('/api/studio/runs'),
    // @ts-expect-error The body has no text.
    () => api.post('/api/studio/runs', { body: { connection_id: 'shop' } }),
    // @ts-expect-error The body has no such member.
    () => api.post('/api/studio/runs', { body: { connection_id: 'shop', sql: '', text: '' } }),
    // @ts-expect-error This action takes no body.
    () => api.post('/api/auth/logout', { body: { everywhere: true } }),
    // @ts-expect-error Only a put can outlive its page.
    () => api.post('/api/auth/logout', { keepalive: true }),
    // @ts-expect-error The answer is no JSON.
    () => api.get('/api/events'),
    // @ts-expect-error The answer is no text.
    () => api.getText('/api/connections'),
    // @ts-expect-error The answer has no such member.
    async (): Promise<unknown> => (await api.get('/api/connections')).connections,
    // @ts-expect-error The answer is another one.
    (): Promise<Job> => api.get('/api/connections'),
    // @ts-expect-error The type of an answer cannot be chosen.
    () => api.get<Job>('/api/connections'),
    // @ts-expect-error There is no such path.
    () => apiUrl('/api/audit/exports', { query: { format: 'csv' } }),
    // @ts-expect-error The format is one of a list.
    () => apiUrl('/api/audit/export', { query: { format: 'xlsx' } }),
    // @ts-expect-error A template has only the parameters of its path.
    () => apiTemplate('/api/tiles/{query_id}/{z}/{x}/{y}', { query: 'a' }),
  ];
}

describe('the type of a call', () => {
  it('knows the parameters of its path', () => {
    const isSame: IsSame<ParameterOf<'/api/tiles/{query_id}/{z}/{x}/{y}'>, 'query_id' | 'z' | 'x' | 'y'> = true;
    const hasNone: IsSame<ParameterOf<'/api/connections'>, never> = true;
    expect([isSame, hasNone]).toEqual([true, true]);
  });

  it('knows that an answer without JSON is undefined', () => {
    const isUndefined: IsSame<Answer<'delete', '/api/profile/sessions'>, undefined> = true;
    expect(isUndefined).toBe(true);
  });

  it('is checked by the compiler, in calls that are accepted and calls that are refused', () => {
    expect([accepted.length, refused.length]).toEqual([3, 1]);
  });
});
