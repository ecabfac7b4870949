import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SavedQuery } from '#libs/api';
import { bodyOf } from '../auth/testing/auth-app.js';
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

const TRIGGER = { type: 'interval', every: 8000, unit: 'hours' };
const POINT = 'SELECT 1 AS id, ST_SetSRID(ST_Point(0, 0), 4326) AS geom';
const PLAN = 'Result  (cost=0.00..0.01 rows=1 width=4)';
const job = (settings: object) => (id: string) => ({
  name: randomUUID(),
  trigger: TRIGGER,
  connection_id: id,
  settings,
});
const withId =
  (body: object) =>
  (id: string): object => ({ connection_id: id, ...body });
const pipelineOf = (id: string) => ({
  inputs: [{ name: 'a', kind: 'query', connection_id: id, sql: 'SELECT 1 AS a' }],
  output: { from: 'a', format: 'csv' },
});

/** One way to a connection: the request, and what someone who may gets. `{id}` in a path stands for the connection. */
interface Way {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: (id: string) => object;
  readonly allowed: number;
}

const WAYS: Readonly<Record<string, Way>> = {
  'a run': { path: '/api/studio/runs', body: withId({ sql: 'SELECT 1' }), allowed: 201 },
  'an export': { path: '/api/studio/exports', body: withId({ sql: 'SELECT 1', format: 'csv' }), allowed: 201 },
  'a plan': { path: '/api/studio/explain', body: withId({ sql: 'SELECT 1' }), allowed: 200 },
  'a completion': { path: '/api/studio/complete', body: withId({ sql: 'SELECT ', offset: 7 }), allowed: 200 },
  'a check of a text': { path: '/api/studio/lint', body: withId({ sql: 'SELECT 1' }), allowed: 200 },
  'a layout of a text': { path: '/api/studio/format', body: withId({ sql: 'SELECT 1' }), allowed: 200 },
  'a row': { path: '/api/studio/rows', body: withId({ table: 'things', values: { id: '1' } }), allowed: 201 },
  'a layer': { path: '/api/tiles', body: withId({ sql: POINT, geometry_column: 'geom' }), allowed: 201 },
  'a query job': { path: '/api/scheduler/jobs/query', body: job({ sql: 'SELECT 1' }), allowed: 201 },
  'a backup': { path: '/api/scheduler/jobs/backup', body: job({}), allowed: 201 },
  'a vacuum': { path: '/api/scheduler/jobs/vacuum', body: job({}), allowed: 201 },
  'an analyze': { path: '/api/scheduler/jobs/analyze', body: job({}), allowed: 201 },
  'a schema check': { path: '/api/scheduler/jobs/schema_watch', body: job({}), allowed: 201 },
  'a preview of a pipeline': {
    path: '/api/pipelines/preview',
    body: (id) => ({ definition: pipelineOf(id) }),
    allowed: 200,
  },
  'a pipeline': {
    path: '/api/pipelines',
    body: (id) => ({ name: randomUUID(), definition: pipelineOf(id) }),
    allowed: 201,
  },
  'a pipeline from YAML': {
    path: '/api/pipelines/import',
    body: (id) => ({ yaml: JSON.stringify({ pipeline: randomUUID(), ...pipelineOf(id) }) }),
    allowed: 201,
  },
  'the schema': { method: 'GET', path: '/api/connections/{id}/schema', allowed: 200 },
  'the names for completion': { method: 'GET', path: '/api/studio/completion?connection_id={id}', allowed: 200 },
  'a search': { method: 'GET', path: '/api/explore/search?connection_id={id}', allowed: 200 },
  'spatial tables': { method: 'GET', path: '/api/explore/{id}/spatial', allowed: 200 },
  relations: { method: 'GET', path: '/api/explore/{id}/tables/public/things/relations', allowed: 200 },
  'a reconnect': { path: '/api/connections/{id}/reconnect', body: () => ({}), allowed: 200 },
  'a test': { path: '/api/connections/{id}/test', body: () => ({}), allowed: 200 },
  'a schema check by hand': { path: '/api/schema-watch/{id}/run', body: () => ({}), allowed: 200 },
  'a freeze': { path: '/api/contracts/{id}/freeze', body: () => ({ name: CANARY }), allowed: 201 },
  'a contract': { method: 'GET', path: '/api/contracts/{id}', allowed: 200 },
  'a contract as YAML': { method: 'GET', path: '/api/contracts/{id}/export.yaml', allowed: 200 },
  violations: { method: 'GET', path: '/api/contracts/{id}/violations', allowed: 200 },
  'a contract check': { path: '/api/contracts/{id}/check', body: () => ({ sql: 'SELECT 1' }), allowed: 200 },
  'schema changes': { method: 'GET', path: '/api/schema-watch/{id}/changes', allowed: 200 },
  snapshots: { method: 'GET', path: '/api/schema-watch/{id}/snapshots', allowed: 200 },
  'who may use it': { method: 'GET', path: '/api/connections/{id}/access', allowed: 200 },
  'a question to the Copilot': {
    path: '/api/copilot/sql/payload',
    body: withId({ task: 'write', question: 'x' }),
    allowed: 200,
  },
  'a plan for the Copilot': {
    path: '/api/copilot/explain-plan/payload',
    body: withId({ sql: 'SELECT 1', raw: PLAN }),
    allowed: 200,
  },
};

describe('a hidden connection', () => {
  beforeAll(async () => {
    await bench.database.execute('CREATE TABLE things (id int); CREATE EXTENSION IF NOT EXISTS postgis');
    const copilot = { provider: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1', model: 'none', timeout_s: 5 };
    const more = { token_budget: 1000, audit_text: false, connections: {}, default_level: 'comments' };
    await bench.callers.admin.put('/api/settings/copilot', { ...copilot, ...more }).expect(200);
  });

  const shotOf = ({ method = 'POST', path, body }: Way, id: string, as: Attacker): Shot => ({
    ...{ method, path: path.replaceAll('{id}', id), as },
    ...(body === undefined ? {} : { body: body(id) }),
  });

  describe.each(Object.entries(WAYS))('by %s', (_, way) => {
    it.each<Attacker>(['viewer', 'writer'])('is not there for the %s', async (as) => {
      const [hidden, unknown] = [
        await bench.send(shotOf(way, 'pg-vault', as)),
        await bench.send(shotOf(way, 'no', as)),
      ];
      expect([hidden.status, hidden.text.includes(CANARY)]).toEqual([404, false]);
      const { code, detail } = JSON.parse(hidden.text) as { code: string; detail?: string };
      expect(JSON.parse(unknown.text)).toMatchObject({ code, ...(detail === undefined ? {} : { detail }) });
    });

    it('is reached by the administrator with the same request', async () => {
      const answer = await bench.send(shotOf(way, 'pg-vault', 'admin'));
      expect([answer.status, answer.status === way.allowed ? '' : answer.text]).toEqual([way.allowed, '']);
    });
  });

  it('runs nothing through a saved query, which may name any connection', async () => {
    const body = { name: randomUUID(), connection_id: 'pg-vault', sql: POINT };
    const saved = await bench.send({ method: 'POST', path: '/api/studio/queries', body, as: 'viewer' });
    const { id } = JSON.parse(saved.text) as { id?: string };
    expect([saved.status === 201 || saved.status === 404, saved.text.includes(CANARY)]).toEqual([true, false]);
    for (const path of ['0/0/0', 'tilejson', 'layer', 'hint']) {
      const answer = await bench.send({ path: `/api/tiles/${id ?? 'none'}/${path}`, as: 'viewer' });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  it('is no place for a job or a query of one’s own to move to', async () => {
    const made = await bench.send({
      ...{ method: 'POST', path: '/api/scheduler/jobs/query', as: 'viewer' },
      body: job({ sql: 'SELECT 1' })('pg'),
    });
    expect(made.status).toBe(201);
    const { id } = JSON.parse(made.text) as { id: string };
    const move = (to: string): Shot => ({
      ...{ method: 'PUT', path: `/api/scheduler/jobs/${id}`, as: 'viewer', body: { connection_id: to } },
    });
    expect((await bench.send(move('pg-vault'))).status).toBe(404);
    expect((await bench.send(move('pg-ro'))).status).toBe(200);
  });

  it.each(['contract_status', 'schema_changes'])('shows nothing to an agent by %s', async (name) => {
    const ask = async (id: string) => {
      const call = { name, arguments: { connection_id: id } };
      const answer = await bench.send({
        ...{ method: 'POST', path: '/mcp' },
        headers: { Authorization: `Bearer ${agent}`, Accept: 'application/json, text/event-stream' },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
      });
      return answer.text;
    };
    expect(await ask('pg-vault')).not.toContain(CANARY);
    expect(await ask('pg-vault')).toBe(await ask('no-such-one'));
    expect(await ask('pg-vault')).toContain('"isError":true');
    expect(await ask('pg')).not.toContain('"isError":true');
  });
});

/** The paths of a layer, each with those whose scope is enough for it: only the reach is left to refuse them. */
const LAYER_PATHS: Readonly<Record<string, readonly Attacker[]>> = {
  '/0/0/0': ['viewer', 'tilesToken', 'stranger'],
  '/tilejson': ['viewer', 'tilesToken', 'stranger'],
  '/layer': ['viewer', 'viewerToken', 'stranger'],
  '/hint': ['viewer', 'viewerToken', 'stranger'],
};

describe('a layer of another person', () => {
  let layer: string;
  beforeAll(async () => {
    const body = { name: `${CANARY} map`, connection_id: 'pg', sql: POINT };
    layer = bodyOf<SavedQuery>(await bench.callers.admin.post('/api/studio/queries', body).expect(201)).id;
  });
  it.each(Object.keys(LAYER_PATHS))('is there for its owner: %s', async (path) => {
    const answer = await bench.send({ path: `/api/tiles/${layer}${path}`, as: 'admin' });
    expect([200, 204]).toContain(answer.status);
  });

  it.each(Object.entries(LAYER_PATHS).flatMap(([path, attackers]) => attackers.map((as) => [path, as] as const)))(
    'is neither shown nor confirmed: %s to %s',
    async (path, as) => {
      const at = (id: string): Shot => ({ path: `/api/tiles/${id}${path}`, headers: { 'If-None-Match': '*' }, as });
      const [theirs, unknown] = [await bench.send(at(layer)), await bench.send(at(randomUUID()))];
      expect(theirs.status).toBe(unknown.status);
      expect(theirs.status).toBe(as === 'stranger' ? 401 : 404);
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
  let run: string;
  beforeAll(async () => {
    const body = { connection_id: 'pg', sql: 'SELECT g AS a FROM generate_series(1, 10) g' };
    run = bodyOf<{ id: string }>(await bench.callers.viewer.post('/api/studio/runs', body).expect(201)).id;
  });
  const rowsBy = (name: string) =>
    bench.send({
      path: `/api/studio/runs/${run}/statements/0/rows?sort=${encodeURIComponent(`${name}:desc`)}`,
      as: 'viewer',
    });

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
    expect((await rowsBy(name)).status).toBe(400);
  });

  it('is taken where it is one', async () => {
    expect((await rowsBy('0')).status).toBe(200);
  });
});
