import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_BODY_LIMITS, TEXT_BODY_LIMITS } from '#libs/request-limits';
import { casesOf, sizeOf } from '../faults/testing/rounds.js';
import { routesOf } from '../testing/routes-of.js';
import type { Route } from '../testing/routes-of.js';
import { AttackApp } from './testing/attack-app.js';
import { sendRaw } from './testing/raw-request.js';
import type { RawAnswer } from './testing/raw-request.js';
import { isWithin, quickestOf } from './testing/machine-pace.js';
import { PATIENT_ROUTES, TEXTS, TEXT_ROUTES, keys, largest } from './testing/worst-bodies.js';

/**
 * Main-thread time that a refused request may cost, and one that is worked on with a body of megabytes, which has to be
 * received, decoded and sent on. Before there were limits these requests cost seconds to minutes. The limits
 * grow with what the same work costs meanwhile on this machine.
 */
const REFUSED_MS = 150;
const SERVED_MS = 600;
const MEGABYTE = 1024 * 1024;
/** Of each text that is worked on. A quadratic reading is far beyond the limit at either size. */
const TEXT_BYTES = sizeOf(300_000, 3 * MEGABYTE);
/** In `npm test` two of the texts that a thread works on for seconds: the turns of the loop are measured for each of them. */
const PATIENT_TEXTS = TEXTS.filter(({ path }) => PATIENT_ROUTES.includes(path));
const LONG_TEXTS = [...TEXTS.filter((one) => !PATIENT_TEXTS.includes(one)), ...casesOf(PATIENT_TEXTS, 4, 1)];
/** Bytes of an answer that says what is wrong. */
const MAX_PROBLEM_BYTES = 20_000;

let app: AttackApp;
let routes: Route[];
beforeAll(async () => {
  app = await AttackApp.start();
  routes = routesOf(app.app.workbench.app);
  // The first request of each kind pays for loading and compiling.
  for (const path of Object.keys(TEXT_ROUTES)) await textTo(path, 'SELECT 1;'.repeat(10_000));
});
afterAll(() => app.stop());

type Body = string | Buffer | null;

async function send(
  method: string,
  path: string,
  body: Body,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const type = bytes === null ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) };
  const all = { ...app.ann.headers, ...type, ...headers };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  return sendRaw({ method, origin: app.app.origin, path, headers: sent, body: bytes });
}

/** The quicker of two answers, where the first one took longer than `enoughMs`. */
function quickAnswer(enoughMs: number, ask: () => Promise<RawAnswer>): Promise<RawAnswer> {
  return quickestOf({ times: 2, enoughMs }, ask, ({ cpuMs }) => cpuMs);
}

const RUN = '"connection_id":"open","sql":"SELECT 1"';
const runWith = (parameters: string) => `{${RUN},"parameters":${parameters}}`;

/** Bodies that no route takes; success would be a hold of seconds, a 500, or a process that is gone. */
const HOSTILE: readonly (readonly [name: string, path: string, body: () => Body, status: number, code: string])[] = [
  ['40,000 parameters', '/api/studio/runs', () => runWith(`{${keys(40_000)}}`), 413, 'too-large'],
  ['a million parameters', '/api/studio/runs', () => runWith(`{${keys(1_000_000)}}`), 413, 'too-large'],
  ['40,000 parameters of an export', '/api/studio/exports', () => runWith(`{${keys(40_000)}}`), 413, 'too-large'],
  ['40,000 parameters of a plan', '/api/studio/explain', () => runWith(`{${keys(40_000)}}`), 413, 'too-large'],
  ['40,000 values of a row', '/api/studio/rows', () => `{"values":{${keys(40_000)}}}`, 413, 'too-large'],
  ['40,000 unknown members', '/api/studio/queries', () => `{${keys(40_000)}}`, 413, 'too-large'],
  ['40,000 settings of a job', '/api/scheduler/jobs/query', () => `{"settings":{${keys(40_000)}}}`, 413, 'too-large'],
  ['40,000 parts of a trigger', '/api/scheduler/triggers/preview', () => `{${keys(40_000)}}`, 413, 'too-large'],
  ['deep arrays', '/api/studio/runs', () => runWith('['.repeat(100_000) + ']'.repeat(100_000)), 413, 'too-large'],
  [
    'deep objects',
    '/api/studio/runs',
    () => runWith('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)),
    413,
    'too-large',
  ],
  ['deep arrays without end', '/api/studio/runs', () => '['.repeat(4_000_000), 413, 'too-large'],
  [
    'deep settings',
    '/api/scheduler/jobs/query',
    () => `{"settings":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`,
    413,
    'too-large',
  ],
  ['a deep definition', '/api/pipelines/preview', () => `{"definition":${'['.repeat(50_000)}`, 413, 'too-large'],
  [
    'deep parameters of a tool',
    '/mcp',
    () => `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(50_000)}`,
    413,
    'too-large',
  ],
  [
    'a batch of 5,000 calls',
    '/mcp',
    () => `[${Array(5000).fill('{"jsonrpc":"2.0","id":1,"method":"ping"}').join(',')}]`,
    413,
    'too-large',
  ],
  [
    'an array of a million',
    '/api/studio/runs',
    () => `{"sql":[${Array(1_000_000).fill('1').join(',')}]}`,
    413,
    'too-large',
  ],
  [
    '100,000 tables',
    '/api/contracts/open/freeze',
    () => `{"tables":[${Array(100_000).fill('"t"').join(',')}]}`,
    413,
    'too-large',
  ],
  [
    '100,000 grants',
    '/api/notifications/subscriptions',
    () => `{"events":[${Array(100_000).fill('"e"').join(',')}]}`,
    413,
    'too-large',
  ],
  [
    'a number of a million digits',
    '/api/studio/complete',
    () => `{"offset":${'1'.repeat(1_000_000)}}`,
    413,
    'too-large',
  ],
  ['a name of ten megabytes', '/api/studio/runs', () => `{"${'x'.repeat(10 * MEGABYTE)}":1}`, 413, 'too-large'],
  [
    'a connection of ten megabytes',
    '/api/notifications/channels',
    () => `{"name":"${'x'.repeat(10 * MEGABYTE)}"}`,
    413,
    'too-large',
  ],
  ['a text beyond what is taken', '/api/studio/runs', () => `{"sql":"${'x'.repeat(17 * MEGABYTE)}"}`, 413, 'too-large'],
  ['space without end', '/api/studio/runs', () => ' '.repeat(15 * MEGABYTE), 413, 'too-large'],
  [
    'escapes without end',
    '/api/notifications/channels',
    () => `{"name":"${'\\u0061'.repeat(20_000)}"}`,
    413,
    'too-large',
  ],
  ['a member twice', '/api/studio/runs', () => `{${RUN},"sql":"DROP TABLE t"}`, 400, 'validation-failed'],
  [
    'a member twice in escapes',
    '/api/studio/runs',
    () => `{${RUN},"\\u0073ql":"DROP TABLE t"}`,
    400,
    'validation-failed',
  ],
  ['__proto__', '/api/studio/runs', () => runWith('{"__proto__":{"isAdmin":true}}'), 400, 'validation-failed'],
  [
    'constructor.prototype',
    '/api/studio/runs',
    () => runWith('{"constructor":{"prototype":{"x":1}}}'),
    400,
    'validation-failed',
  ],
  ['half a character in a name', '/api/notifications/channels', () => '{"name":"\\ud800"}', 400, 'validation-failed'],
  ['a NUL in a name', '/api/notifications/channels', () => '{"name":"a\\u0000b"}', 400, 'validation-failed'],
  ['a NUL in the name of a member', '/api/studio/runs', () => runWith('{"a\\u0000":1}'), 400, 'validation-failed'],
  [
    'bytes that are no UTF-8',
    '/api/studio/runs',
    () => Buffer.from('7b2273716c223a22ff227d', 'hex'),
    400,
    'malformed-json',
  ],
  ['a text instead of an object', '/api/studio/runs', () => '"text"', 400, 'malformed-json'],
  ['half a document', '/api/studio/runs', () => `{${RUN}`, 400, 'malformed-json'],
  [
    'a trigger with a long expression',
    '/api/scheduler/triggers/preview',
    () => `{"type":"cron","expression":"${'*/1,'.repeat(15_000)}* * * * *"}`,
    400,
    'validation-failed',
  ],
  [
    'a trigger with a long zone',
    '/api/scheduler/triggers/preview',
    () => `{"type":"cron","expression":"* * * * *","timezone":"${'A/'.repeat(30_000)}"}`,
    400,
    'validation-failed',
  ],
];

describe('a body that no route takes', () => {
  it.each(HOSTILE)('%s is refused at once', async (_, path, make, status, code) => {
    const body = make();
    const token = path === '/mcp' ? { ...(await app.program(['mcp'])).headers, Cookie: '', Origin: '' } : {};
    const before = process.memoryUsage().rss;
    const answer = await quickAnswer(REFUSED_MS, () => send('POST', path, body, token));
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(answer.text.length).toBeLessThan(MAX_PROBLEM_BYTES);
    expect({ ...answer, isQuick: isWithin(answer.cpuMs, REFUSED_MS) }).toMatchObject({ isQuick: true });
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * MEGABYTE);
  });

  it('is not inflated', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * MEGABYTE, 32));
    const answer = await send('POST', '/api/studio/runs', bomb, { 'Content-Encoding': 'gzip' });
    expect([answer.status, answer.code]).toEqual([415, 'unsupported-media-type']);
  });

  it.each(['utf-16le', 'latin1', 'x'.repeat(5000)])('is not decoded from other characters', async (charset) => {
    const answer = await send('POST', '/api/studio/runs', '{}', {
      'Content-Type': `application/json; charset=${charset}`,
    });
    expect([answer.status, answer.code]).toEqual([415, 'unsupported-media-type']);
  });

  it('is not held where its length is not said', async () => {
    const body = `{"name":"${'x'.repeat(MEGABYTE)}"}`;
    const answer = await send('POST', '/api/notifications/channels', body, {
      'Transfer-Encoding': 'chunked',
      'Content-Length': '',
    });
    expect([answer.status, answer.code]).toEqual([413, 'too-large']);
  });

  it('is never read from who may not use the route', async () => {
    const stranger = { Cookie: '', Origin: '' };
    const body = `{${keys(200_000)}}`;
    const refused = await send('POST', '/api/studio/runs', body, stranger);
    expect([refused.status, isWithin(refused.cpuMs, REFUSED_MS)]).toEqual([401, true]);
    const signIn = await send('POST', '/api/auth/login', `{"email":"${'a'.repeat(70_000)}"}`, stranger);
    expect([signIn.status, signIn.code]).toEqual([413, 'too-large']);
    const password = await send(
      'POST',
      '/api/auth/login',
      `{"email":"a@b.c","password":"${'p'.repeat(60_000)}"}`,
      stranger,
    );
    expect([password.status < 500, isWithin(password.cpuMs, REFUSED_MS)]).toEqual([true, true]);
  });

  it('lists a few of its mistakes, and repeats none of its megabytes', async () => {
    const many = await send('POST', '/api/notifications/channels', `{${keys(900)}}`);
    const { errors } = JSON.parse(many.text) as { errors: object[] };
    expect([many.status, errors.length <= 20, many.text.length < MAX_PROBLEM_BYTES]).toEqual([400, true, true]);
    const long = await send(
      'POST',
      '/api/studio/runs',
      `{"connection_id":"${'x'.repeat(5 * MEGABYTE)}","sql":"SELECT 1"}`,
    );
    expect([long.status, long.text.length < MAX_PROBLEM_BYTES]).toEqual([400, true]);
    const missing = await send(
      'POST',
      '/api/studio/runs',
      JSON.stringify({ connection_id: 'open', sql: names(10_000) }),
    );
    expect([missing.status, missing.text.length < MAX_PROBLEM_BYTES]).toEqual([422, true]);
  });
});

const names = (count: number) => `SELECT ${Array.from({ length: count }, (_, n) => `:name_${n}`).join(', ')}`;

describe('an address', () => {
  it.each<[string, string, number]>([
    ['60 parameters', `?${Array.from({ length: 60 }, (_, n) => `p${n}=1`).join('&')}`, 413],
    ['5,000 separators', `?${'&'.repeat(5000)}`, 413],
    ['a parameter twice', '?limit=1&limit=2', 400],
    ['nested brackets', `?search${'[a]'.repeat(2000)}=1`, 400],
    ['a NUL', '?search=%00', 400],
    ['__proto__', '?__proto__=1', 400],
    ['an unknown parameter', '?nothing=1', 400],
    ['a search of 8,000 characters', `?search=${'a'.repeat(8000)}`, 400],
    ['half an escape', '?search=%E0%A4', 200],
  ])('with %s is refused or harmless', async (_, query, status) => {
    const answer = await send('GET', `/api/studio/history${query}`, null);
    expect([answer.status, isWithin(answer.cpuMs, REFUSED_MS), answer.text.length < MAX_PROBLEM_BYTES]).toEqual([
      status,
      true,
      true,
    ]);
  });

  it.each(['%00', '%ff', '%E0%A4', '__proto__', 'constructor', '..%2f..%2fetc', 'x'.repeat(12_000), '%F0%9F%98%80'])(
    'with %.20s for an id finds nothing',
    async (id) => {
      for (const path of [`/api/studio/runs/${id}`, `/api/scheduler/jobs/${id}`, `/api/connections/${id}`]) {
        const answer = await send('GET', path, null);
        expect([400, 404]).toContain(answer.status);
      }
    },
  );

  it.each<[string, Record<string, string>]>([
    ['Last-Event-ID', { 'Last-Event-ID': 'x'.repeat(10_000) }],
    ['Accept', { Accept: 'a/b;q=1,'.repeat(1200) }],
    ['If-None-Match', { 'If-None-Match': `${'"a" , '.repeat(1500)}x` }],
    ['Range', { Range: `bytes=${'0-1,'.repeat(2000)}` }],
    ['X-Forwarded-For', { 'X-Forwarded-For': '1.1.1.1, '.repeat(1000) }],
    ['Cookie', { Cookie: 'a=b; '.repeat(2000) }],
    ['Authorization', { Authorization: `Bearer ${'a '.repeat(4000)}` }],
  ])('with a long %s costs nobody anything', async (_, headers) => {
    for (const path of [
      '/api/connections',
      '/api/studio/runs/none/events',
      '/',
      '/api/auth/oidc/callback?code=a&state=b',
    ]) {
      const answer = await send('GET', path, null, headers);
      expect([answer.status < 500, isWithin(answer.cpuMs, REFUSED_MS)]).toEqual([true, true]);
    }
  });

  it('with headers beyond what is taken is refused', async () => {
    expect((await send('GET', '/api/connections', null, { 'X-Long': 'x'.repeat(20_000) })).status).toBe(431);
  });
});

const textTo = (path: string, sql: string) => send('POST', path, JSON.stringify(TEXT_ROUTES[path]?.(sql) ?? {}));

describe('a long text', () => {
  it.each(LONG_TEXTS)('to $path, made of "$part", leaves everybody else their turn', async ({ path, part }) => {
    const text = part.repeat(Math.ceil(TEXT_BYTES / part.length));
    const answer = await quickAnswer(SERVED_MS, () => textTo(path, text));
    expect({ ...answer, isAnswer: answer.status > 0, isSlow: !isWithin(answer.cpuMs, SERVED_MS) }).toMatchObject({
      isAnswer: true,
      isSlow: false,
    });
    expect([answer.code, answer.status >= 500]).not.toEqual(['internal-error', true]);
  });
});

/** Routes that take more than usual, with what they take. */
const LARGER = [
  'POST /api/changes',
  'POST /api/changes/:id/items',
  'POST /api/changes/from-sql',
  'POST /api/contracts/:connection_id/check',
  'POST /api/contracts/:connection_id/freeze',
  'POST /api/contracts/:connection_id/freeze/preview',
  'POST /api/copilot/explain-plan',
  'POST /api/copilot/explain-plan/payload',
  'POST /api/copilot/sql',
  'POST /api/copilot/sql/payload',
  'POST /api/imports/:id/start',
  'POST /api/pipelines',
  'POST /api/pipelines/import',
  'POST /api/pipelines/preview',
  'POST /api/scheduler/jobs/:kind',
  'POST /api/studio/complete',
  'POST /api/studio/explain',
  'POST /api/studio/exports',
  'POST /api/studio/format',
  'POST /api/studio/lint',
  'POST /api/studio/queries',
  'POST /api/studio/rows',
  'POST /api/studio/runs',
  'POST /api/studio/writes',
  'POST /api/tiles',
  'POST /mcp',
  'PUT /api/changes/:id',
  'PUT /api/pipelines/:id',
  'PUT /api/scheduler/jobs/:id',
  'PUT /api/schema-watch/:connection_id/tables',
  'PUT /api/studio/files/:id',
  'PUT /api/studio/queries/:id',
  'PUT /api/studio/tabs/:id',
];

/** Most values of a body: edits have up to ten each, and a list of tables stands beside the one that was read. */
const MOST_VALUES: Readonly<Record<string, number>> = {
  'POST /api/changes': 100_100,
  'POST /api/changes/:id/items': 100_100,
  'PUT /api/changes/:id': 100_100,
  'POST /mcp': 100_100,
  'PUT /api/schema-watch/:connection_id/tables': 20_010,
};

describe('the largest body', () => {
  it('is larger than usual only where a route says so', () => {
    const larger = routes.filter(({ bodyLimits }) => bodyLimits.bytes > DEFAULT_BODY_LIMITS.bytes);
    expect(larger.map(({ name }) => name)).toEqual(LARGER);
    for (const { name, bodyLimits } of routes) {
      expect(bodyLimits.depth).toBeLessThanOrEqual(DEFAULT_BODY_LIMITS.depth);
      expect(bodyLimits.bytes).toBeLessThanOrEqual(TEXT_BODY_LIMITS.bytes);
      expect(bodyLimits.members).toBeLessThanOrEqual(2000);
      expect(bodyLimits.values).toBeLessThanOrEqual(MOST_VALUES[name] ?? 10_010);
    }
  });

  it('of every route leaves everybody else their turn', async () => {
    const slow: string[] = [];
    const taking = routes.filter(({ method, name }) => /POST|PUT/.test(method) && !name.includes('auth/'));
    for (const { method, path, bodyLimits, name } of taking) {
      const body = largest(bodyLimits);
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(bodyLimits.bytes);
      const answer = await send(method, path.replace(/:\w+/g, 'open'), body);
      if (answer.status >= 500 || answer.status === 0 || !isWithin(answer.cpuMs, SERVED_MS)) {
        slow.push(`${name}: ${answer.status} after ${Math.round(answer.cpuMs)} ms`);
      }
    }
    expect(slow).toEqual([]);
    expect(taking.length).toBeGreaterThan(50);
  });

  it('leaves the server as it was', async () => {
    expect((await send('GET', '/api/health', null)).status).toBe(200);
    expect((await textTo('/api/studio/runs', 'SELECT 1')).status).toBe(201);
  });
});
