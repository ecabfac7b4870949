import { describe, expect, it } from '@jest/globals';
import { repeatedId, requestedCalls } from './tool-calls.js';

const call = (params: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, method: 'tools/call', params });

describe('requestedCalls', () => {
  it('finds the calls of a batch with their texts and numbers', () => {
    const batch = [
      call({ name: 'schema_changes', arguments: { connection_id: 'shop', days: 3, more: { deep: 1 } } }),
      { jsonrpc: '2.0', id: 2, method: 'ping' },
      call({ name: 'x' }, 'two'),
    ];
    expect(requestedCalls(batch)).toEqual([
      { id: 1, tool: 'schema_changes', input: { connection_id: 'shop', days: 3 } },
      { id: 'two', tool: 'x', input: {} },
    ]);
  });

  it.each<[string, unknown, unknown]>([
    ['no parameters', call(undefined), { id: 1, tool: '', input: {} }],
    ['a list for parameters', call([1]), { id: 1, tool: '', input: {} }],
    ['a name that is no text', call({ name: 5, arguments: 'x' }), { id: 1, tool: '', input: {} }],
  ])('reads %s', (_, body, expected) => {
    expect(requestedCalls(body)).toEqual([expected]);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'tools/call'],
    ['another method', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
    ['a notification', { jsonrpc: '2.0', method: 'tools/call', params: { name: 'x' } }],
    ['an id that is none', call({ name: 'x' }, {})],
  ])('finds no call in %s', (_, body) => {
    expect(requestedCalls(body)).toEqual([]);
  });

  it('bounds what strangers write', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, 'x'.repeat(1000)]));
    const [found] = requestedCalls(call({ name: 'n'.repeat(100_000), arguments: many }));
    expect(JSON.stringify(found).length).toBeLessThan(3000);
  });
});

describe('repeatedId', () => {
  it.each<[string, unknown, string | number | null]>([
    ['two calls', [call({}, 5), call({}, 6), call({}, 5)], 5],
    ['texts', [call({}, 'a'), call({}, 'a')], 'a'],
    ['a number and its text', [call({}, 5), call({}, '5')], null],
    ['notifications', [{ method: 'x' }, { method: 'x' }], null],
    [
      'answers',
      [
        { id: 1, result: {} },
        { id: 1, result: {} },
      ],
      null,
    ],
    ['one request', call({}), null],
    ['no requests', [1, null, 'x'], null],
  ])('of %s', (_, body, expected) => {
    expect(repeatedId(body)).toBe(expected);
  });
});
