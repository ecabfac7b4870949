import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditList, Invitation } from '#libs/api';
import { transactionCookie } from '../auth/oidc/sealed-transaction.js';
import { ADMIN, bodyOf, codeIn } from '../auth/testing/auth-app.js';
import { NameLookup } from '../platform/index.js';
import { AttackedWorkbench, CANARY } from './testing/attacked-workbench.js';
import type { Answer, Attacker, Shot } from './testing/attacked-workbench.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const EVIL = { email: 'evil@example.org', role: 'admin' };

let bench: AttackedWorkbench;
beforeAll(async () => {
  bench = await AttackedWorkbench.start({
    WORKBENCH_OIDC_ISSUER: 'http://127.0.0.1:1',
    WORKBENCH_OIDC_CLIENT_ID: 'bench',
    WORKBENCH_OUTBOUND_ALLOW: '127.0.0.2',
  });
});
afterAll(() => bench.stop());

/** After every attempt: no user and no setting has changed. */
afterEach(async () => expect(await bench.breaches()).toEqual([]));

const own = () => `http://127.0.0.1:${bench.port}`;
const isData = ({ status, text }: Answer) => status === 200 && text.startsWith('{');

describe('a page of another site', () => {
  const invite = (headers: Shot['headers'], more: Partial<Shot> = {}): Shot => ({
    ...{ method: 'POST', path: '/api/users', body: EVIL, as: 'admin' },
    ...{ headers: headers ?? {}, ...more },
  });
  it.each<[string, () => Shot]>([
    ['posts text without an origin', () => invite({ Origin: '', 'Content-Type': 'text/plain' })],
    ['posts text from its origin', () => invite({ Origin: 'https://evil.example', 'Content-Type': 'text/plain' })],
    ['posts from an opaque origin', () => invite({ Origin: 'null' })],
    ['posts JSON without an origin', () => invite({ Origin: '' })],
    ['says cross-site beside our origin', () => invite({ 'Sec-Fetch-Site': 'cross-site' })],
    ['is a sister site', () => invite({ 'Sec-Fetch-Site': 'same-site' })],
    ['comes from the address bar', () => invite({ Origin: '', 'Sec-Fetch-Site': 'none' })],
    ['has an origin that begins like ours', () => invite({ Origin: `${own()}.evil.example` })],
    [
      'has an origin with our host as its user',
      () => invite({ Origin: `http://127.0.0.1:${bench.port}@evil.example` }),
    ],
    ['has another port of this machine', () => invite({ Origin: 'http://127.0.0.1:1' })],
    [
      'posts a form',
      () =>
        invite({ 'Content-Type': 'application/x-www-form-urlencoded' }, { body: 'email=evil%40e.example&role=admin' }),
    ],
    [
      'posts a multipart form',
      () => invite({ 'Content-Type': 'multipart/form-data; boundary=b' }, { body: '--b\r\n\r\n{}\r\n--b--' }),
    ],
    [
      'hides a POST in a GET by a header',
      () => invite({ 'X-HTTP-Method-Override': 'POST', Origin: '' }, { method: 'GET', body: '' }),
    ],
    [
      'hides a POST in a GET by a parameter',
      () => invite({ Origin: '' }, { method: 'GET', path: '/api/users?_method=POST', body: '' }),
    ],
    [
      'deletes a connection',
      () => invite({ Origin: 'https://evil.example' }, { method: 'DELETE', path: '/api/connections/pg', body: '' }),
    ],
    [
      'changes a connection',
      () =>
        invite(
          { Origin: '' },
          { method: 'PUT', path: '/api/connections/drop', body: { name: 'x', kind: 'files', path: '/' } },
        ),
    ],
    ['signs out', () => invite({ Origin: 'https://evil.example' }, { path: '/api/auth/logout', body: {} })],
  ])('%s and changes nothing', async (_, shot) => {
    const answer = await bench.send(shot());
    // A GET may answer the list that it names: what it must not do is to invite.
    if (shot().method !== 'GET') expect([400, 403, 415]).toContain(answer.status);
    await bench.callers.admin.get('/api/auth/me').expect(200);
  });

  it('differs from a page of ours, which may', async () => {
    const { status, text } = await bench.send(invite({ 'Sec-Fetch-Site': 'same-origin' }));
    expect(status).toBe(201);
    await bench.removeUsers([(JSON.parse(text) as Invitation).user.id]);
  });

  it.each(['https://evil.example', 'null', 'http://localhost:1'])('may not read answers from %s', async (Origin) => {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await bench.send({ method, path: '/api/auth/me', as: 'admin', headers: { Origin } });
      const cors = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
      expect(cors).toEqual([]);
    }
  });
});

describe('a name that is not ours', () => {
  it.each<[string, Shot['headers']]>([
    ['a rebound name', { Host: 'evil.example' }],
    ['a rebound name with our port', { Host: 'evil.example:8080' }],
    ['our address as a user', { Host: '127.0.0.1@evil.example' }],
    ['a name that begins like ours', { Host: 'localhost.evil.example' }],
    ['an address of the network', { Host: '192.168.0.1' }],
    ['an address in decimal', { Host: '2130706433' }],
    ['two names', { Host: '127.0.0.1, evil.example' }],
    ['a name with a path', { Host: '127.0.0.1/evil' }],
  ])('reads nothing: %s', async (_, headers) => {
    const answer = await bench.send({ path: '/api/connections', as: 'admin', headers: headers ?? {} });
    expect(isData(answer)).toBe(false);
    expect(answer.text).not.toContain(CANARY);
  });

  it('differs from ours, which reads', async () => {
    expect(isData(await bench.send({ path: '/api/connections', as: 'admin' }))).toBe(true);
  });

  it.each(['X-Forwarded-Host', 'X-Host', 'Forwarded', 'X-Original-URL', 'X-Rewrite-URL'])(
    'gets into no link by %s',
    async (name) => {
      const value = name === 'Forwarded' ? 'host=evil.example' : 'evil.example';
      const answer = await bench.send({ path: '/api/auth/oidc/login?return_to=/', headers: { [name]: value } });
      expect(`${String(answer.headers.location)} ${answer.text}`).not.toContain('evil.example');
    },
  );
});

describe('a path out of the client', () => {
  it.each([
    '/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2f..%2fetc/passwd',
    '/assets/..%5c..%5c..%5cetc%5cpasswd',
    '/assets/%252e%252e/%252e%252e/package.json',
    '//etc/passwd',
    '/assets/....//....//package.json',
    '/index.html%00.js',
    '/%c0%ae%c0%ae/package.json',
    '/file:///etc/passwd',
    '/..;/package.json',
    '/preload.json',
  ])('%s', async (path) => {
    const { text } = await bench.send({ path });
    expect(text).not.toMatch(/root:.*:0:0:|"dependencies"|modulepreload.*\[/);
  });
});

describe('a path out of the allowed folders', () => {
  const at = (...parts: string[]) => join(bench.root, ...parts);
  it.each<[string, () => string]>([
    ['outside', () => at('outside', 'secret.sql')],
    ['by ..', () => `${at('allowed')}/../outside/secret.sql`],
    ['by an encoded ..', () => `${at('allowed')}/%2e%2e/outside/secret.sql`],
    ['by a link to a file', () => at('allowed', 'link.sql')],
    ['by a link to a folder', () => at('allowed', 'folder', 'secret.sql')],
    ['by a NUL', () => `${at('outside', 'secret.sql')}\u0000${at('allowed')}`],
    ['by a folder that begins alike', () => `${at('allowed')}-not/x.sql`],
    ['relative', () => 'allowed/../outside/secret.sql'],
    ['in the state directory', () => at('home', 'connections.yaml')],
    ['in the system', () => '/proc/self/environ'],
    ['by a URL', () => `file://${at('outside', 'secret.sql')}`],
  ])('is neither opened nor made: %s', async (_, path) => {
    for (const create of [false, true]) {
      const body = { path: path().replace('secret.sql', create ? 'made.sql' : 'secret.sql'), create };
      const answer = await bench.send({ method: 'POST', path: '/api/studio/files', body, as: 'writer' });
      expect([400, 403, 404, 409, 422]).toContain(answer.status);
      expect(answer.text).not.toContain(CANARY);
    }
    const query = new URLSearchParams({ path: path() }).toString();
    const { status, text } = await bench.send({ path: `/api/studio/files/browse?${query}`, as: 'writer' });
    expect([status === 200, text.includes('secret.sql"')]).toEqual([false, false]);
  });

  it.each([
    '/api/scheduler/runs/..%2f..%2fstate.sqlite/outputs/x',
    `/api/scheduler/runs/${UNKNOWN}/outputs/..%2f..%2f..%2fsecret.key`,
    '/api/studio/exports/..%2f..%2f..%2fstate.sqlite/file',
    '/api/studio/runs/..%2f..%2fstate.sqlite/statements/0/rows',
    '/api/studio/files/..%2f..%2foutside%2fsecret.sql',
    '/api/connections/..%2f..%2fusers',
    '/api/tiles/..%2f..%2fx/0/0/0',
  ])('is no id: %s', async (path) => {
    const { status, text } = await bench.send({ path, as: 'viewer' });
    expect([400, 404]).toContain(status);
    expect(text).not.toMatch(/SQLite format 3|canary/);
  });

  it.each(['../outside', '../../etc', 'folder', '/tmp/evil', 'a/../../outside', '\u0000'])(
    'takes no backup: %j',
    async (destination) => {
      const trigger = { type: 'interval', every: 8000, unit: 'hours' };
      const body = { name: 'b', connection_id: 'pg', trigger, settings: { destination, format: 'plain' } };
      const answer = await bench.send({ method: 'POST', path: '/api/scheduler/jobs/backup', body, as: 'admin' });
      // A link is seen through when the backup runs; every other destination is refused at once.
      if (destination !== 'folder') expect(answer.status).toBe(400);
      const { id } = JSON.parse(answer.text) as { id?: string };
      if (id !== undefined) {
        await bench.send({ method: 'POST', path: `/api/scheduler/jobs/${id}/run`, as: 'admin' });
        await new Promise((resolve) => setTimeout(resolve, 1500));
        await bench.send({ method: 'DELETE', path: `/api/scheduler/jobs/${id}`, as: 'admin' });
      }
    },
  );

  it.each(["SELECT * FROM 'link.csv'", 'SELECT * FROM "link.csv"', 'SELECT * FROM link'])(
    'is not read through a link in a folder of files: %s',
    async (sql) => {
      const body = { connection_id: 'drop', sql };
      const { text } = await bench.send({ method: 'POST', path: '/api/studio/runs', body, as: 'viewer' });
      expect(text).not.toContain(CANARY);
    },
  );
});

describe('the name of a download', () => {
  it.each(['a"\r\nSet-Cookie: evil=1', 'a\nX-Evil: 1', '../../evil', '"; filename="evil.exe', '\u202eslx.exe'])(
    'carries no header and no path: %j',
    async (name) => {
      const sql = `CREATE TEMP TABLE "${name.replaceAll('"', '""')}" AS SELECT 1 AS a; SELECT a FROM "${name.replaceAll('"', '""')}"`;
      const run = await bench.send({
        method: 'POST',
        path: '/api/studio/runs',
        body: { connection_id: 'pg', sql },
        as: 'writer',
      });
      const { id } = JSON.parse(run.text) as { id: string };
      const answer = await bench.send({ path: `/api/studio/runs/${id}/statements/1/export?format=csv`, as: 'writer' });
      expect(answer.headers['set-cookie'] ?? answer.headers['x-evil']).toBeUndefined();
      const disposition = answer.headers['content-disposition'];
      expect(disposition).toMatch(/^attachment; filename="[\w.-]+"$/);
    },
  );
});

describe('going on after signing in', () => {
  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/%5cevil.example',
    'javascript:alert(1)',
    '/.//evil.example',
    'http:evil.example',
  ])('never leads to %j', async (target) => {
    const path = `/api/auth/oidc/login?return_to=${encodeURIComponent(target)}`;
    const { headers } = await bench.send({ path });
    const location = new URL(headers.location ?? '/', own());
    expect([location.host, location.protocol]).toEqual([`127.0.0.1:${bench.port}`, 'http:']);
  });

  it.each(['', '?code=x', '?state=x', '?code=x&state=x&nonce=x', '?error=<script>', '?code[]=x'])(
    'needs the state that we gave: callback%s',
    async (query) => {
      const Cookie = `${transactionCookie(new URLSearchParams(query).get('state') ?? '')}=made-up`;
      const { headers, status } = await bench.send({ path: `/api/auth/oidc/callback${query}`, headers: { Cookie } });
      // A name with brackets is refused before the route is reached.
      if (query.includes('[')) expect(status).toBe(400);
      else expect(headers.location).toMatch(/^\/sign-in\?error=(expired|failed|unreachable)$/);
      expect(headers['set-cookie']?.some((cookie) => cookie.startsWith('workbench_session=')) ?? false).toBe(false);
    },
  );
});

describe('what is presented for a sign-in', () => {
  const jwt = (header: object) =>
    `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${Buffer.from('{"sub":"boss@example.org","role":"admin"}').toString('base64url')}.`;
  it.each<[string, () => Shot['headers']]>([
    ['a JWT without a signature', () => ({ Authorization: `Bearer ${jwt({ alg: 'none' })}` })],
    ['a JWT as the cookie', () => ({ Cookie: `workbench_session=${jwt({ alg: 'none' })}` })],
    [
      'an API token as the cookie',
      () => ({ Cookie: `workbench_session=${bench.callers.viewerToken.headers.Authorization?.slice(7) ?? ''}` }),
    ],
    [
      'the cookie as a token',
      () => ({ Authorization: `Bearer ${bench.callers.admin.headers.Cookie?.split('=')[1] ?? ''}` }),
    ],
    [
      'name and password by Basic',
      () => ({ Authorization: `Basic ${Buffer.from(`${ADMIN.email}:${ADMIN.password}`).toString('base64')}` }),
    ],
    [
      'a header of a proxy',
      () => ({ 'X-Forwarded-User': ADMIN.email, 'Remote-User': ADMIN.email, 'X-Remote-User': 'admin' }),
    ],
    ['an empty token', () => ({ Authorization: 'Bearer ' })],
    [
      'a device cookie',
      () => ({ Cookie: 'workbench_device=AAAAAAAAAAAAAAAAAAAAAA.1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }),
    ],
    ['an address of this machine', () => ({ 'X-Forwarded-For': '127.0.0.1', 'X-Real-IP': '127.0.0.1' })],
    ['the id of a session', () => ({ Cookie: 'workbench_session=local' })],
  ])('lets nobody in: %s', async (_, headers) => {
    const { status, text } = await bench.send({ path: '/api/users', headers: headers() ?? {} });
    expect(status).toBe(401);
    expect(text).not.toContain('example.org');
  });

  it('is never one that was planted', async () => {
    const planted = 'A'.repeat(43);
    const headers = { Cookie: `workbench_session=${planted}` };
    const answer = await bench.send({ method: 'POST', path: '/api/auth/login', body: ADMIN, headers });
    const cookies = answer.headers['set-cookie'] ?? [];
    expect(cookies.find((cookie) => cookie.startsWith('workbench_session='))).not.toContain(planted);
    for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/; .*HttpOnly; SameSite=Lax$/);
    expect((await bench.send({ path: '/api/users', headers })).status).toBe(401);
  });

  it('keeps nothing private in caches', async () => {
    for (const path of [
      '/api/auth/me',
      '/api/connections',
      '/api/users',
      '/api/studio/history',
      '/api/events/x',
      '/mcp',
    ]) {
      const { headers } = await bench.send({ path, as: 'admin' });
      expect([path, headers['cache-control']]).toEqual([path, 'no-store']);
    }
  });

  it.each<[string, () => Promise<[string, object]>]>([
    [
      'the set-up code once set up',
      () =>
        Promise.resolve([
          '/api/auth/set-up',
          { ...EVIL, role: undefined, code: 'ABCD-EFGH-JKLM', password: 'long enough' },
        ]),
    ],
    [
      'an invitation a second time',
      async () => ['/api/auth/accept', { code: await usedCode(), password: 'another password' }],
    ],
    [
      'an invitation that is too old',
      async () => ['/api/auth/accept', { code: await oldCode(), password: 'another password' }],
    ],
    ['an empty code', () => Promise.resolve(['/api/auth/accept', { code: '', password: 'another password' }])],
  ])('is worthless: %s', async (_, make) => {
    const [path, body] = await make();
    const { status, headers } = await bench.send({ method: 'POST', path, body });
    expect([400, 401, 409]).toContain(status);
    expect(headers['set-cookie']).toBeUndefined();
    await forget();
  });

  const invited = new Set<string>();
  async function invitation(): Promise<string> {
    const answer = await bench.callers.admin.post('/api/users', {
      email: `x${invited.size}@example.org`,
      role: 'user',
    });
    const { user, link } = bodyOf<Invitation>(answer);
    invited.add(user.id);
    return codeIn(link);
  }
  async function usedCode(): Promise<string> {
    const code = await invitation();
    await bench.callers.stranger.post('/api/auth/accept', { code, password: 'a fine password' }).expect(200);
    return code;
  }
  async function oldCode(): Promise<string> {
    const code = await invitation();
    await bench.expireInvitations();
    return code;
  }
  const forget = () => bench.removeUsers([...invited]);
});

describe('an id of another person', () => {
  it.each<[string, string, string]>([
    ['query', 'GET', '/api/studio/queries/:id'],
    ['query', 'DELETE', '/api/studio/queries/:id'],
    ['query', 'GET', '/api/studio/queries/:id/versions'],
    ['tab', 'GET', '/api/studio/tabs/:id'],
    ['run', 'GET', '/api/studio/runs/:id'],
    ['run', 'DELETE', '/api/studio/runs/:id'],
    ['run', 'GET', '/api/studio/runs/:id/statements/0/rows'],
    ['run', 'GET', '/api/studio/history/:id'],
    ['export', 'GET', '/api/studio/exports/:id'],
    ['export', 'GET', '/api/studio/exports/:id/file'],
    ['export', 'DELETE', '/api/studio/exports/:id'],
    ['job', 'GET', '/api/scheduler/jobs/:id'],
    ['job', 'POST', '/api/scheduler/jobs/:id/run'],
    ['job', 'DELETE', '/api/scheduler/jobs/:id'],
    ['channel', 'GET', '/api/notifications/channels/:id'],
    ['channel', 'POST', '/api/notifications/channels/:id/test'],
    ['channel', 'DELETE', '/api/notifications/channels/:id'],
    ['token', 'DELETE', '/api/profile/tokens/:id'],
    ['token', 'POST', '/api/profile/tokens/:id/rotate'],
    ['token', 'GET', '/api/profile/tokens/:id/saved'],
    ['file', 'GET', '/api/studio/files/:id'],
    ['query', 'GET', '/api/tiles/:id/tilejson'],
  ])('is answered like an unknown one: %s, %s %s', async (kind, method, path) => {
    const shot = (id: string): Shot => ({
      method,
      path: path.replace(':id', id),
      as: 'viewer',
      ...(method === 'POST' ? { body: {} } : {}),
    });
    const [theirs, unknown] = [await bench.send(shot(bench.secretIds[kind] ?? '')), await bench.send(shot(UNKNOWN))];
    const facts = ({ status, text }: Answer) => [
      status,
      text.replace(/"instance":"[^"]*"/, '').replace(/"id":"[^"]*"/, ''),
    ];
    expect(facts(theirs)).toEqual(facts(unknown));
    expect(theirs.status).toBe(404);
    expect(theirs.text).not.toContain(CANARY);
  });

  it.each(['', '/schema', '/access'])('shows no hidden connection: /api/connections/vault%s', async (rest) => {
    const answer = await bench.send({ path: `/api/connections/vault${rest}`, as: 'viewer' });
    const unknown = await bench.send({ path: `/api/connections/unknown${rest}`, as: 'viewer' });
    expect([answer.status, answer.text.includes(CANARY)]).toEqual([unknown.status, false]);
  });
});

describe('a body that says too much', () => {
  it.each<[string, Attacker, () => Shot]>([
    [
      'a role of oneself',
      'viewer',
      () => ({ method: 'PUT', path: `/api/users/${bench.viewerId}`, body: { role: 'admin' } }),
    ],
    [
      'a token for another person',
      'viewer',
      () => ({ method: 'POST', path: '/api/profile/tokens', body: { name: 't', user_id: 'local' } }),
    ],
    [
      'a token for administrators',
      'viewer',
      () => ({ method: 'POST', path: '/api/profile/tokens', body: { name: 't', scopes: ['admin'] } }),
    ],
    [
      'more scopes than its token',
      'viewerToken',
      () => ({ method: 'POST', path: '/api/profile/tokens', body: { name: 't', scopes: ['write'] } }),
    ],
    [
      'an owner',
      'viewer',
      () => ({
        method: 'POST',
        path: '/api/studio/queries',
        body: { name: 'q', sql: 'SELECT 1', connection_id: 'pg', owner_id: 'local' },
      }),
    ],
    [
      'an id',
      'viewer',
      () => ({
        method: 'POST',
        path: '/api/studio/queries',
        body: { name: 'q', sql: 'SELECT 1', connection_id: 'pg', id: bench.secretIds.query },
      }),
    ],
    [
      'a role with a sign-in',
      'stranger',
      () => ({ method: 'POST', path: '/api/auth/login', body: { ...ADMIN, role: 'admin' } }),
    ],
    [
      'a connection',
      'viewer',
      () => ({ method: 'POST', path: '/api/connections', body: { name: 'x', kind: 'files', path: '/' } }),
    ],
    [
      'rights of a connection',
      'viewer',
      () => ({
        method: 'PUT',
        path: '/api/connections/pg/access',
        body: { items: [{ subject: 'everybody', level: 'manage' }] },
      }),
    ],
    [
      'a prototype',
      'writer',
      () => ({
        method: 'POST',
        path: '/api/studio/runs',
        body: '{"connection_id":"pg","sql":"SELECT 1","__proto__":{"polluted":1}}',
        headers: { 'Content-Type': 'application/json' },
      }),
    ],
    [
      'a constructor',
      'writer',
      () => ({
        method: 'POST',
        path: '/api/studio/runs',
        body: '{"connection_id":"pg","sql":"SELECT 1","constructor":{"prototype":{"polluted":1}}}',
        headers: { 'Content-Type': 'application/json' },
      }),
    ],
    [
      'a prototype in parameters',
      'writer',
      () => ({
        method: 'POST',
        path: '/api/studio/runs',
        body: '{"connection_id":"pg","sql":"SELECT 1","parameters":{"__proto__":{"polluted":1}}}',
        headers: { 'Content-Type': 'application/json' },
      }),
    ],
    [
      'a prototype in the query',
      'viewer',
      () => ({ path: '/api/audit?__proto__[polluted]=1&constructor[prototype][polluted]=1' }),
    ],
    [
      'settings with a prototype',
      'viewer',
      () => ({
        method: 'PUT',
        path: '/api/settings/studio',
        body: '{"__proto__":{"role":"admin"},"theme":"dark"}',
        headers: { 'Content-Type': 'application/json' },
      }),
    ],
  ])('is refused or does nothing: %s', async (name, as, shot) => {
    const answer = await bench.send({ ...shot(), as });
    // What names a prototype may be ignored: what counts is that nothing has it afterwards.
    if (!/prototype|constructor/.test(name)) expect([400, 401, 403, 404]).toContain(answer.status);
    const { headers } = bench.callers.viewer;
    expect((await bench.send({ path: '/api/users', headers })).status).toBe(403);
  });
});

describe('an address to call', () => {
  let internal: Server;
  let port: number;
  const hits: string[] = [];
  let redirects = 0;
  beforeAll(async () => {
    internal = createServer((request, response) => {
      const to = request.socket.localAddress ?? '';
      if (to.endsWith('127.0.0.2')) {
        redirects++;
        response.writeHead(302, { Location: `http://127.0.0.1:${port}/stolen` }).end();
      } else {
        hits.push(`${to} ${request.url ?? ''}`);
        response.end(CANARY);
      }
    });
    await new Promise<void>((resolve) => internal.listen(0, '0.0.0.0', resolve));
    ({ port } = internal.address() as AddressInfo);
  });
  afterAll(() => new Promise((resolve) => internal.close(resolve)));

  async function call(kind: string, settings: object): Promise<string> {
    const body = { name: 'x', kind, settings };
    const made = await bench.send({ method: 'POST', path: '/api/notifications/channels', body, as: 'viewer' });
    if (made.status !== 201) return made.text;
    const { id } = JSON.parse(made.text) as { id: string };
    const tested = await bench.send({ method: 'POST', path: `/api/notifications/channels/${id}/test`, as: 'viewer' });
    await bench.send({ method: 'DELETE', path: `/api/notifications/channels/${id}`, as: 'viewer' });
    return tested.text;
  }

  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    'localhost',
    'localhost.',
    '127.0.0.2',
    '①②⑦.⓪.⓪.①',
  ])('reaches nothing inside: %s', async (host) => {
    hits.length = 0;
    const text = await call('webhook', { url: `http://${host}:${port}/` });
    expect([hits, text.includes(CANARY)]).toEqual([[], false]);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://metadata.google.internal/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:1/',
  ])('reaches no service of the cloud or file: %s', async (url) => {
    expect(await call('webhook', { url })).not.toMatch(/"delivered":true|root:/);
  });

  it('reaches nothing inside by a name that changes', async () => {
    hits.length = 0;
    const names = bench.app.workbench.app.get(NameLookup);
    const lookUp = names.addressesOf.bind(names);
    const answers = ['127.0.0.2', '127.0.0.1', '127.0.0.1'];
    names.addressesOf = () => Promise.resolve([{ address: answers.shift() ?? '127.0.0.1', family: 4 }]);
    for (let round = 0; round < 3; round++) await call('webhook', { url: `http://rebinding.example:${port}/` });
    names.addressesOf = lookUp;
    expect(hits).toEqual([]);
    // What is allowed was reached, so the attempts did go out.
    expect(redirects).toBeGreaterThan(1);
  });

  it.each<[string, () => Shot]>([
    [
      'a mail server',
      () => ({
        method: 'POST',
        path: '/api/notifications/channels',
        body: {
          name: 'x',
          kind: 'email',
          settings: { host: '127.0.0.1', port, from: 'a@b.example', to: ['a@b.example'] },
        },
      }),
    ],
    [
      'a provider',
      () => ({
        method: 'POST',
        path: '/api/settings/copilot/test',
        body: {
          provider: 'openai-compatible',
          base_url: `http://127.0.0.1:${port}`,
          model: 'x',
          timeout_s: 5,
          token_budget: 8000,
          audit_text: false,
          connections: {},
          default_level: 'off',
        },
      }),
    ],
    [
      'a database',
      () => ({
        method: 'POST',
        path: '/api/connections/test',
        body: { kind: 'postgres', host: '127.0.0.1', port, database: 'd', user: 'u' },
      }),
    ],
    [
      'a database by its stored id',
      () => ({
        method: 'POST',
        path: '/api/connections/test',
        body: { id: 'pg', kind: 'postgres', host: '127.0.0.1', port, database: 'd', user: 'u', password: 'x' },
      }),
    ],
    [
      'a file by its address',
      () => ({
        method: 'POST',
        path: '/api/studio/runs',
        body: { connection_id: 'drop', sql: `SELECT * FROM read_csv('http://127.0.0.1:${port}/x.csv')` },
      }),
    ],
    [
      'a file by its address in a lake',
      () => ({
        method: 'POST',
        path: '/api/studio/runs',
        body: { connection_id: 'lake', sql: `SELECT * FROM 'http://127.0.0.1:${port}/x.parquet'` },
      }),
    ],
  ])('reaches nothing inside as %s', async (_, shot) => {
    hits.length = 0;
    const { text } = await bench.send({ ...shot(), as: 'viewer' });
    expect([hits, text.includes(CANARY)]).toEqual([[], false]);
  });
});

describe('a text that is no text', () => {
  const SCRIPT = '<script>alert(1)</script><svg onload=alert(1)>';
  it.each<[string, Shot]>([
    [
      'in a name',
      { method: 'POST', path: '/api/studio/queries', body: { name: SCRIPT, sql: SCRIPT, connection_id: 'pg' } },
    ],
    ['in an error', { method: 'POST', path: '/api/studio/runs', body: { connection_id: 'pg', sql: SCRIPT } }],
    ['in a mistake', { method: 'POST', path: '/api/studio/runs', body: { [SCRIPT]: 1 } }],
    ['in a path', { path: `/api/${encodeURIComponent(SCRIPT)}` }],
    ['in an address of the client', { path: `/${encodeURIComponent(SCRIPT)}` }],
    ['in an id', { path: `/api/connections/${encodeURIComponent(SCRIPT)}` }],
    ['in a plan', { method: 'POST', path: '/api/studio/explain', body: { plan: SCRIPT } }],
  ])('is never taken for a page: %s', async (_, shot) => {
    const { headers, text } = await bench.send({ ...shot, as: 'writer' });
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'|script-src 'self'/);
    const isPage = String(headers['content-type']).startsWith('text/html');
    expect(isPage && text.includes('alert(1)')).toBe(false);
  });

  it.each(['csv-excel', 'csv'])('is a formula for no spreadsheet, or byte for byte as it was: %s', async (format) => {
    const body = {
      connection_id: 'pg',
      sql: `SELECT '=cmd|''/c calc''!A1' AS "=HYPERLINK(1)", '@SUM(1)' AS b, '-1' AS c`,
    };
    const run = await bench.send({ method: 'POST', path: '/api/studio/runs', body, as: 'writer' });
    const { id } = JSON.parse(run.text) as { id: string };
    const path = `/api/studio/runs/${id}/statements/0/export?format=${format}`;
    const answer = await bench.send({ path, as: 'writer' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(/^attachment/);
    // `csv` is what COPY writes, to be read by programs; `csv-excel` is for spreadsheets.
    expect(/(?:^|[,;"\n])=cmd/.test(answer.text)).toBe(format === 'csv');
  });
});

describe('a body that is larger than it looks', () => {
  const zeros = Buffer.alloc(80 * 1024 * 1024);
  it.each<[string, string, () => Buffer]>([
    ['gzip', 'gzip', () => gzipSync(zeros)],
    ['gzip in gzip', 'gzip, gzip', () => gzipSync(gzipSync(zeros))],
    ['deflate', 'deflate', () => deflateSync(zeros)],
    ['brotli', 'br', () => brotliCompressSync(zeros.subarray(0, 8 * 1024 * 1024))],
    ['a made-up encoding', 'x-zip', () => Buffer.from('{}')],
  ])('is refused before it is unpacked: %s', async (_, encoding, make) => {
    const body = make();
    const before = process.memoryUsage().rss;
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding };
    const { status } = await bench.send({ method: 'POST', path: '/api/auth/login', headers, body });
    expect([400, 413, 415]).toContain(status);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });
});

describe('a request in a request', () => {
  const body = '0\r\n\r\n';
  const hidden = 'GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
  const post = (headers: string[], rest: string) =>
    `POST /api/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${headers.join('\r\n')}\r\n\r\n${rest}`;
  it.each<[string, () => string]>([
    ['two lengths', () => post(['Content-Length: 2', 'Content-Length: 60'], `{}${hidden}`)],
    ['a length and chunks', () => post(['Content-Length: 6', 'Transfer-Encoding: chunked'], `${body}${hidden}`)],
    ['chunks spelled oddly', () => post(['Content-Length: 6', 'Transfer-Encoding: xchunked'], `${body}${hidden}`)],
    ['chunks after a space', () => post(['Content-Length: 6', 'Transfer-Encoding : chunked'], `${body}${hidden}`)],
    ['chunks twice', () => post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `${body}${hidden}`)],
    ['a length with a sign', () => post(['Content-Length: +2'], `{}${hidden}`)],
    ['a length in a list', () => post(['Content-Length: 2, 2'], `{}${hidden}`)],
    ['two hosts', () => 'GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n'],
    ['a folded header', () => post(['X: a', ' Content-Length: 2'], hidden)],
    [
      'a chunk with a length that overflows',
      () => post(['Transfer-Encoding: chunked'], `fffffffffffffffff\r\n${hidden}`),
    ],
  ])('is one request or none: %s', async (_, make) => {
    const text = await bench.raw(make());
    expect(text).not.toContain('"status":"ok"');
    expect((text.match(/HTTP\/1\.1 /g) ?? []).length).toBeLessThanOrEqual(1);
  });
});

describe('a refusal', () => {
  it('is in the audit, with who and what and without a secret', async () => {
    await bench.send({ path: '/api/audit/export?format=csv', as: 'viewer' });
    await bench.send({ path: '/api/auth/me', headers: { Authorization: `Bearer ${CANARY}-token` } });
    await bench.send({ method: 'POST', path: '/api/auth/login', body: { ...ADMIN, password: `${CANARY}-password` } });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const audit = bodyOf<AuditList>(await bench.callers.admin.get('/api/audit?limit=500').expect(200));
    const lines = audit.items.map(({ action, actor, object }) => `${action} ${actor?.name ?? '-'} ${object.id}`);
    expect(lines).toContain('access.denied ann@example.org GET /api/audit/export');
    expect(lines.filter((line) => line.startsWith('token.refused')).length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.startsWith('auth.sign_in -')).length).toBeGreaterThan(0);
    expect(JSON.stringify(audit.items)).not.toContain(`${CANARY}-password`);
  });

  it.each<[string, Attacker]>([
    ['a token in the address', 'stranger'],
    ['a token with another scope', 'tilesToken'],
  ])('follows %s', async (_, as) => {
    const token = bench.callers.viewerToken.headers.Authorization?.slice(7) ?? '';
    for (const path of ['/api/connections', '/api/users', '/api/events', '/metrics', '/mcp']) {
      const { status, text } = await bench.send({ path: `${path}?token=${token}&access_token=${token}`, as });
      expect([401, 403, 405]).toContain(status);
      expect(text).not.toContain(CANARY);
    }
  });
});
