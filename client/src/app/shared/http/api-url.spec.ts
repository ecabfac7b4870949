import { describe, expect, it } from '@jest/globals';
import { apiTemplate, apiUrl } from './api-url';

describe('an address of the API', () => {
  it.each([
    ['plain-id_1', 'plain-id_1'],
    ['a/b', 'a%2Fb'],
    ['100%', '100%25'],
    ['%2F', '%252F'],
    ['a#b?c&d=e', 'a%23b%3Fc%26d%3De'],
    ['a b+c', 'a%20b%2Bc'],
    ['Ölförderung 🛢', '%C3%96lf%C3%B6rderung%20%F0%9F%9B%A2'],
    ['{id}', '%7Bid%7D'],
    ['$&', '%24%26'],
    [7, '7'],
  ])('keeps %p in one segment of its path', (id, segment) => {
    const address = apiUrl('/api/scheduler/jobs/{id}', { path: { id } });
    expect(address).toBe(`/api/scheduler/jobs/${segment}`);
    const { pathname, search, hash } = new URL(address, 'http://workbench');
    expect([decodeURIComponent(pathname.split('/').at(-1) ?? ''), search, hash]).toEqual([String(id), '', '']);
  });

  it('has each parameter in its place', () => {
    const path = { connection_id: 'shop', schema: 'a/b', table: 'schema' };
    const address = apiUrl('/api/explore/{connection_id}/tables/{schema}/{table}/relations', { path });
    expect(address).toBe('/api/explore/shop/tables/a%2Fb/schema/relations');
  });

  it('has the query without what is null or undefined', () => {
    const query = { search: 'a&b', limit: 5, cursor: null, connection_id: undefined };
    expect(apiUrl('/api/studio/history', { query })).toBe('/api/studio/history?search=a%26b&limit=5');
    expect(apiUrl('/api/studio/history', { query: { cursor: null } })).toBe('/api/studio/history');
    expect(apiUrl('/api/studio/history')).toBe('/api/studio/history');
  });

  it('leaves the places of parameters that come later', () => {
    const address = apiTemplate('/api/tiles/{query_id}/{z}/{x}/{y}', { query_id: 'a/b' });
    expect(address).toBe('/api/tiles/a%2Fb/{z}/{x}/{y}');
  });
});
