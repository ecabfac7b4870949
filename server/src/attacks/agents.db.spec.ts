import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AttackedWorkbench, CANARY } from './testing/attacked-workbench.js';
import type { Answer } from './testing/attacked-workbench.js';

/**
 * The door for agents. An attempt succeeds where an answer holds the canary, which only the administrator may read,
 * differs from that about something that does not exist, where an unknown method answers with a result, or where the
 * server fails.
 */
let bench: AttackedWorkbench;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  bench = await AttackedWorkbench.start({ WORKBENCH_PERSON_REQUESTS_PER_SECOND: '0' });
  await bench.database.execute('CREATE TABLE things (id int)');
  const { admin, viewer } = bench.callers;
  for (const id of ['pg', 'pg-ro', 'pg-vault']) {
    await admin.post(`/api/schema-watch/${id}/run`).expect(200);
    await admin.post(`/api/contracts/${id}/freeze`, { name: id === 'pg' ? 'open' : CANARY }).expect(201);
  }
  await bench.database.execute('ALTER TABLE things ADD COLUMN moved int; ALTER TABLE things DROP COLUMN id');
  for (const id of ['pg', 'pg-ro', 'pg-vault']) await admin.post(`/api/schema-watch/${id}/run`).expect(200);
  tokens.viewer = (await viewer.token({ scopes: ['mcp'] })).token;
  tokens.limited = (await viewer.token({ scopes: ['mcp'], connection_ids: ['pg'] })).token;
  tokens.reader = (await viewer.token({ scopes: ['read', 'query'] })).token;
  tokens.boss = (await admin.token({ scopes: ['mcp'] })).token;
});
afterAll(() => bench.stop());

type Who = 'limited' | 'reader' | 'boss';

function post(body: object | string, as: Who = 'limited', headers: Record<string, string> = {}): Promise<Answer> {
  const all = { Authorization: `Bearer ${tokens[as] ?? ''}`, Accept: 'application/json, text/event-stream' };
  const type = { 'Content-Type': 'application/json' };
  return bench.send({ method: 'POST', path: '/mcp', headers: { ...all, ...type, ...headers }, body });
}
const rpc = (method: string, params?: unknown, id: unknown = 1) => ({
  ...{ jsonrpc: '2.0', id, method },
  ...(params === undefined ? {} : { params }),
});
const call = (name: string, input: object) => rpc('tools/call', { name, arguments: input });

/** Nothing of what is hidden, and no failure of the server. */
function expectNothingWon({ status, text }: Answer): void {
  expect([status < 500, text.includes(CANARY), text.includes(bench.root)]).toEqual([true, false, false]);
}

const URIS = [
  'workbench://connections/pg-vault',
  'workbench://connections/pg/../pg-vault',
  'workbench://connections/%2e%2e/pg-vault',
  'workbench://connections/pg%2f..%2fpg-vault',
  'workbench://connections/pg%252f..%252fpg-vault',
  'workbench://connections/pg-vault%00',
  'workbench://connections/ｐｇ-vault',
  'workbench://queries/{query}',
  'workbench://runs/{run}/rows',
  'file:///etc/passwd',
  'file://{root}/outside/secret.csv',
  'http://127.0.0.1:{port}/api/connections',
  '/api/studio/queries/{query}',
  '../../../../etc/passwd',
  '\u0000',
  'x'.repeat(8000),
];
const filled = (uri: string) =>
  uri.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'root' ? bench.root : name === 'port' ? String(bench.port) : (bench.secretIds[name] ?? ''),
  );

describe('what the protocol knows and the workbench does not offer', () => {
  it.each(URIS.flatMap((uri) => ['resources/read', 'resources/subscribe'].map((method) => [method, uri] as const)))(
    '%s of %s',
    async (method, uri) => {
      const answer = await post(rpc(method, { uri: filled(uri) }));
      expectNothingWon(answer);
      expect(answer.text).not.toMatch(/"result"|root:x:/);
    },
  );

  it.each<[string, object]>([
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['prompts/list', {}],
    ['prompts/get', { name: '../../etc/passwd' }],
    ['prompts/get', { name: '__proto__', arguments: { a: '1' } }],
    ['completion/complete', { ref: { type: 'ref/resource', uri: 'file:///{x}' }, argument: { name: 'x', value: 'e' } }],
    ['logging/setLevel', { level: 'debug' }],
    ['sampling/createMessage', { messages: [], maxTokens: 1 }],
    ['elicitation/create', { message: 'x', requestedSchema: { type: 'object', properties: {} } }],
    ['roots/list', {}],
    ['tasks/list', {}],
    ['tasks/get', { taskId: '1' }],
    ['__proto__', {}],
    ['constructor', {}],
    ['toString', {}],
    ['hasOwnProperty', {}],
  ])('%s %j', async (method, params) => {
    const answer = await post(rpc(method, params));
    expectNothingWon(answer);
    expect(answer.text).not.toContain('"result"');
    expect(answer.text).toContain('"error"');
  });
});

describe('a tool', () => {
  it.each(['__proto__', 'constructor', 'toString', 'valueOf', 'contract_status\u0000', 'CONTRACT_STATUS', '', '../x'])(
    'that is none is not called: %j',
    async (name) => {
      const answer = await post(call(name, { connection_id: 'pg' }));
      expectNothingWon(answer);
      expect(answer.text).toMatch(/"error"|"isError":true|"status":400/);
    },
  );

  const NAMES = ['contract_status', 'schema_changes'] as const;
  const HIDDEN = ['pg-vault', 'vault', 'pg-ro', 'lake', 'PG', 'pg ', ' pg', 'pg\u200B', 'pg/../pg-vault', '%70g', '*'];
  it.each(NAMES.flatMap((name) => HIDDEN.map((id) => [name, id] as const)))(
    '%s of a token for one connection is not there for %j',
    async (name, id) => {
      const answer = await post(call(name, { connection_id: id }));
      expectNothingWon(answer);
      const unknown = await post(call(name, { connection_id: 'no-such-one' }));
      expect(answer.text).toBe(unknown.text);
    },
  );

  it.each(NAMES)('%s without a name answers about the connections of the token alone', async (name) => {
    const answer = await post(call(name, {}));
    expectNothingWon(answer);
    expect(answer.text).toContain('"connection_id\\":\\"pg\\"');
    expect(answer.text).not.toMatch(/pg-ro|pg-vault/);
    expect((await post(call(name, {}), 'boss')).text).toContain('pg-vault');
  });

  const place = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  it.each([
    place('pg'),
    place('a'),
    place('pg-v'),
    place(''),
    place('9999', 'x'),
    place('0000', ''),
    place("' OR 1=1 --"),
    place("0' OR '1'='1", "' OR '1'='1"),
    place({ $ne: null }, 'x'),
    place(['pg-vault']),
    place('__proto__'),
    place('a\u0000', 'b'),
    Buffer.from('['.repeat(200)).toString('base64url'),
    '%00',
    'null',
  ])('with a cursor of one’s own making shows nothing hidden: %s', async (cursor) => {
    for (const name of NAMES) {
      const answer = await post(call(name, { cursor, limit: 100 }));
      expectNothingWon(answer);
      expect(answer.text).not.toMatch(/pg-ro|pg-vault/);
    }
  });

  it.each<[string, object]>([
    ['a prototype', JSON.parse('{"connection_id":"pg","constructor":{"prototype":{"role":"admin"}}}') as object],
    ['an actor', { connection_id: 'pg', actor: { role: 'admin' } }],
    ['a list of names', { connection_id: ['pg', 'pg-vault'] }],
    ['an object for a name', { connection_id: { toString: 'pg-vault' } }],
    ['days without end', { days: 1e308 }],
    ['a limit below none', { limit: -1 }],
  ])('takes no %s', async (_, input) => {
    for (const name of NAMES) {
      const answer = await post(call(name, input));
      expectNothingWon(answer);
      expect(answer.text).toMatch(/"error"|"isError":true|"status":400/);
    }
    expect(await bench.breaches()).toEqual([]);
  });
});

describe('a message', () => {
  it.each<[string, object | string]>([
    ['a batch', [call('contract_status', {}), call('schema_changes', { connection_id: 'pg-vault' })]],
    ['an id that is an object', rpc('tools/list', {}, { toString: 1 })],
    ['an id of 100 kB', rpc('tools/list', {}, 'x'.repeat(100_000))],
    ['a method that is a list', { jsonrpc: '2.0', id: 1, method: ['tools/list'] }],
    ['two methods', '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call"}'],
    ['__proto__', '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"role":"admin"}}'],
    ['half a surrogate pair', '{"jsonrpc":"2.0","id":1,"method":"\\ud800"}'],
    ['an answer that nobody asked for', { jsonrpc: '2.0', id: 1, result: { tools: [] } }],
    ['an error that nobody asked for', { jsonrpc: '2.0', id: 1, error: { code: 1, message: CANARY.slice(0, 3) } }],
    ['a cancellation of another', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }],
  ])('with %s harms nobody', async (_, body) => {
    expectNothingWon(await post(body));
    expect((await post(call('contract_status', { connection_id: 'pg' }))).text).toContain('open');
    expect(await bench.breaches()).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['a session of another', { 'Mcp-Session-Id': '1' }],
    ['a revision that is a path', { 'MCP-Protocol-Version': '../../etc' }],
    ['an event to go on after', { 'Last-Event-ID': '1' }],
    ['another scheme', { Authorization: `Basic ${Buffer.from('boss:boss').toString('base64')}` }],
    ['two tokens', { Authorization: 'Bearer a, Bearer b' }],
  ])('under %s gets nothing more', async (_, headers) => {
    const answer = await post(call('contract_status', { connection_id: 'pg-vault' }), 'limited', headers);
    expectNothingWon(answer);
  });

  it('of a token without the scope gets nothing', async () => {
    expect((await post(call('contract_status', { connection_id: 'pg' }), 'reader')).status).toBe(403);
    expect((await post(call('contract_status', { connection_id: 'pg' }))).status).toBe(200);
  });
});
