import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routesOf } from '../testing/routes-of.js';
import { AttackedWorkbench, CANARY } from './testing/attacked-workbench.js';
import type { Attacker, Shot } from './testing/attacked-workbench.js';

let bench: AttackedWorkbench;
let agent: string;
beforeAll(async () => {
  bench = await AttackedWorkbench.start({ WORKBENCH_PERSON_REQUESTS_PER_SECOND: '0' });
  agent = (await bench.callers.viewer.token({ scopes: ['mcp'] })).token;
});
afterAll(() => bench.stop());

describe('a hidden connection', () => {
  const sql = 'FROM secret';
  const steps = [{ name: 'a', sql: 'FROM secret' }];
  it.each<[string, string, object]>([
    ['a run', '/api/studio/runs', { sql }],
    ['an export', '/api/studio/exports', { sql, format: 'csv' }],
    ['a plan', '/api/studio/explain', { sql }],
    ['a layer', '/api/tiles', { sql }],
    ['a saved query', '/api/studio/queries', { name: 'x', sql }],
    [
      'a query job',
      '/api/scheduler/jobs/query',
      { name: 'x', trigger: { type: 'interval', every: 1, unit: 'hours' }, settings: { sql } },
    ],
    [
      'a backup',
      '/api/scheduler/jobs/backup',
      { name: 'x', trigger: { type: 'interval', every: 1, unit: 'hours' }, settings: {} },
    ],
    [
      'a pipeline',
      '/api/pipelines/preview',
      {
        definition: {
          inputs: [{ name: 'a', kind: 'query', connection_id: 'vault', sql }],
          steps,
          output: { from: 'a', format: 'csv', name: 'x' },
        },
      },
    ],
  ])('shows nothing through %s', async (_, path, body) => {
    const sent = { connection_id: 'vault', connection: 'vault', ...body };
    const hidden = await bench.send({ method: 'POST', path, body: sent, as: 'viewer' });
    expect(hidden.text).not.toContain(CANARY);
    // A saved query may name any connection; running it is what needs access.
    if (path !== '/api/studio/queries') expect([400, 403, 404]).toContain(hidden.status);
  });

  it.each(['contract_status', 'schema_changes'])('shows nothing to an agent by %s', async (name) => {
    const call = { name, arguments: { connection_id: 'vault' } };
    const answer = await bench.send({
      method: 'POST',
      path: '/mcp',
      headers: { Authorization: `Bearer ${agent}`, Accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
    });
    expect(answer.text).not.toContain(CANARY);
    expect(answer.text).not.toContain('"isError":false');
  });
});

describe('a layer of another person', () => {
  const paths = ['/0/0/0', '/0/0/0.mvt', '/tilejson', '/layer', '/hint', '/-1/0/0', '/0/0/0?connection_id=pg'];
  const attackers: readonly Attacker[] = ['viewer', 'viewerToken', 'tilesToken', 'stranger'];
  it.each(paths.flatMap((path) => attackers.map((as) => [path, as] as const)))(
    'is neither shown nor confirmed: %s to %s',
    async (path, as) => {
      const at = (id: string): Shot => ({ path: `/api/tiles/${id}${path}`, headers: { 'If-None-Match': '*' }, as });
      const [theirs, unknown] = [await bench.send(at(bench.secretIds.query ?? '')), await bench.send(at(randomUUID()))];
      expect(theirs.status).toBe(unknown.status);
      expect([400, 401, 403, 404]).toContain(theirs.status);
      expect([theirs.headers.etag, theirs.text.includes(CANARY)]).toEqual([undefined, false]);
    },
  );
});

describe('another method', () => {
  it.each(['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH', 'PATCH'])(
    '%s gives a stranger nothing of any route',
    async (method) => {
      const routes = routesOf(bench.app.workbench.app);
      const paths = new Set(
        routes.filter(({ rule }) => rule?.who !== 'anyone').map(({ path }) => path.replaceAll(/:\w+/g, 'x')),
      );
      expect(paths.size).toBeGreaterThan(100);
      for (const path of paths) {
        const { status, text } = await bench.send({ method, path: path.startsWith('/') ? path : `/${path}` });
        if (status >= 200 && status < 300)
          expect([path, text]).toEqual([path, expect.stringMatching(/^(?:|[A-Z, ]+)$/)]);
        expect([path, text.includes(CANARY), status < 500]).toEqual([path, false, true]);
      }
      expect(await bench.breaches()).toEqual([]);
    },
  );

  it.each(['X-HTTP-Method-Override', 'X-Method-Override', 'X-HTTP-Method'])(
    'named by %s changes nothing',
    async (header) => {
      const path = `/api/studio/queries/${bench.secretIds.query ?? ''}`;
      await bench.send({ method: 'POST', path, headers: { [header]: 'DELETE' }, body: {}, as: 'admin' });
      expect((await bench.send({ path, as: 'admin' })).status).toBe(200);
    },
  );
});

describe('bytes that hold the server up', () => {
  it.each([
    ['a header of 100 kB', `GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['5,000 headers', `GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n${'A: b\r\n'.repeat(5000)}\r\n`],
    ['a path of 100 kB', `GET /api/${'a'.repeat(100_000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`],
    ['a cookie of 100 kB', `GET /api/auth/me HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${'a=b; '.repeat(20_000)}\r\n\r\n`],
  ])('are refused: %s', async (_, bytes) => {
    expect(await bench.raw(bytes)).toMatch(/^HTTP\/1\.1 4\d\d |^$/);
    expect((await bench.send({ path: '/api/health' })).status).toBe(200);
  });

  it('and 200 half-open requests leave the others answered', async () => {
    const halves = Array.from({ length: 200 }, () => bench.raw('GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-'));
    for (const path of ['/api/health', '/api/health', '/api/health'])
      expect((await bench.send({ path })).status).toBe(200);
    await Promise.all(halves);
  });
});

describe('a sort by a name that is no column', () => {
  it.each([
    'a; DROP TABLE x',
    '"a"',
    "a' OR '1'='1",
    '__proto__',
    'constructor',
    '-1',
    '1e9',
    'NaN',
    'a\u0000',
    '\u202Ea',
  ])('is refused: %j', async (name) => {
    const run = { connection_id: 'pg', sql: 'SELECT g AS a FROM generate_series(1, 10) g' };
    const made = await bench.send({ method: 'POST', path: '/api/studio/runs', body: run, as: 'viewer' });
    const { id } = JSON.parse(made.text) as { id: string };
    for (const key of ['sort', 'order', 'column']) {
      const path = `/api/studio/runs/${id}/statements/0/rows?${key}=${encodeURIComponent(name)}`;
      const { status } = await bench.send({ path, as: 'viewer' });
      expect(status).toBeLessThan(500);
    }
  });
});
