import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type {
  HistoryList,
  HistoryStatus,
  Run,
  RunList,
  StudioExport,
  StudioSession,
  StudioSessionList,
} from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { HttpCaller } from './testing/http-caller.js';
import type { HttpAnswer } from './testing/http-caller.js';
import { byCookie, roundRobin } from './testing/round-robin-proxy.js';
import type { RoundRobinProxy } from './testing/round-robin-proxy.js';
import { ServerCluster } from './testing/server-cluster.js';

/** What a route answers, or why it does not. */
type OrProblem<T> = T & Pick<ProblemDocument, 'code' | 'title' | 'detail'>;

/** Queries that routes require, by the ends of their paths. */
const NEEDED: Readonly<Record<string, string>> = {
  ...{ positions: '?column=0', export: '?format=csv', matches: '?text=1' },
};

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

let cluster: ServerCluster;
let proxy: RoundRobinProxy;
let count = 0;

beforeAll(async () => {
  cluster = await ServerCluster.start(3);
  proxy = await cluster.proxy(roundRobin());
});
afterAll(() => cluster.stop());

const newTab = () => `tab-${++count}`;
const serverAt = (place: number) => cluster.caller(place);

async function run(caller: HttpCaller, sql: string, session?: string): Promise<HttpAnswer<OrProblem<Run>>> {
  const body = { connection_id: 'pg', sql, ...(session === undefined ? {} : { session_id: session }) };
  const answer = await caller.send<OrProblem<Run>>('POST', '/api/studio/runs', body);
  let { body: now } = answer;
  while (now.status === 'running') {
    await wait(20);
    now = (await caller.send<OrProblem<Run>>('GET', `/api/studio/runs/${now.id}`)).body;
  }
  return { ...answer, body: now };
}

async function valueOf(sql: string): Promise<string | null | undefined> {
  return (await run(serverAt(0), sql)).body.statements[0]?.rows[0]?.[0];
}

describe('three processes on one state', () => {
  beforeAll(async () => {
    await run(serverAt(0), 'CREATE TABLE item (i integer)');
  });

  it('never run a text of an open transaction elsewhere: begin, insert, rollback leave nothing', async () => {
    const caller = new HttpCaller(proxy.origin);
    const tab = newTab();
    const codes = [];
    for (const sql of ['BEGIN', 'INSERT INTO item VALUES (1)', 'ROLLBACK']) {
      const { status, body } = await run(caller, sql, tab);
      codes.push(status === 201 ? body.status : body.code);
    }
    expect(codes).toEqual(['succeeded', 'misdirected-request', 'misdirected-request']);
    expect(await valueOf('SELECT count(*) FROM item')).toBe('0');
  });

  it('keep a browser at one of them where the proxy follows the cookie', async () => {
    const { origin } = await cluster.proxy(byCookie('workbench_affinity'));
    const caller = new HttpCaller(origin);
    const first = await caller.send('GET', '/api/studio/runs');
    expect(first.headers['set-cookie']).toEqual([
      expect.stringMatching(/^workbench_affinity=[\w-]{16}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const tab = newTab();
    const seen = new Set();
    for (const sql of ['BEGIN', 'INSERT INTO item VALUES (1)', 'SELECT count(*) FROM item', 'ROLLBACK']) {
      const { status, headers, body } = await run(caller, sql, tab);
      expect([status, body.status, headers['set-cookie']]).toEqual([201, 'succeeded', undefined]);
      seen.add(headers['x-server']);
    }
    expect(seen.size).toBe(1);
    expect(await valueOf('SELECT count(*) FROM item')).toBe('0');
  });

  it('give pages the cookie, and neither programs nor files', async () => {
    const cookieFor = async (path: string, headers: Record<string, string>) =>
      (await serverAt(0).send('GET', path, undefined, headers)).headers['set-cookie'];
    expect(await cookieFor('/studio', { Accept: 'text/html' })).toHaveLength(1);
    expect(await cookieFor('/main.js', { Accept: '*/*' })).toBeUndefined();
    expect(await cookieFor('/api/connections', { Authorization: 'Bearer svc_x' })).toBeUndefined();
    expect(await cookieFor('/api/health', {})).toBeUndefined();
  });

  it('say what happened and what to do', async () => {
    const tab = newTab();
    await run(serverAt(0), 'BEGIN', tab);
    const { status, body } = await run(serverAt(1), 'SELECT 1', tab);
    expect([status, body.title]).toEqual([421, 'The request reached another process of the workbench']);
    expect(body.detail).toMatch(
      /^The session belongs to another process of the workbench\. Nothing was done\. Try again\./,
    );
  });

  it.each(['commit', 'rollback', 'keep'])('refuse to %s a session of another process', async (verb) => {
    const tab = newTab();
    await run(serverAt(0), 'BEGIN', tab);
    const act = (place: number) =>
      serverAt(place).send<OrProblem<StudioSession>>('POST', `/api/studio/sessions/${tab}/${verb}?connection_id=pg`);
    expect([(await act(1)).body.code, (await act(2)).body.code]).toEqual([
      'misdirected-request',
      'misdirected-request',
    ]);
    expect((await act(0)).status).toBe(200);
  });

  it('refuse to close a session of another process, and find none that never was', async () => {
    const tab = newTab();
    await run(serverAt(0), 'BEGIN', tab);
    const close = (place: number, id: string) =>
      serverAt(place).send<ProblemDocument>('DELETE', `/api/studio/sessions/${id}`);
    expect((await close(1, tab)).body.code).toBe('misdirected-request');
    expect((await close(1, 'never')).body.code).toBe('session-not-found');
    expect((await close(0, tab)).status).toBe(204);
  });

  it('explain nothing in a session of another process', async () => {
    const tab = newTab();
    await run(serverAt(0), 'BEGIN', tab);
    const body = { connection_id: 'pg', session_id: tab, sql: 'SELECT 1' };
    const answer = await serverAt(1).send<ProblemDocument>('POST', '/api/studio/explain', body);
    expect([answer.status, answer.body.code]).toEqual([421, 'misdirected-request']);
  });

  it('hand over a session that holds nothing', async () => {
    const caller = new HttpCaller(proxy.origin);
    const tab = newTab();
    for (let round = 0; round < 6; round += 1) {
      expect((await run(caller, 'SELECT 1', tab)).body.status).toBe('succeeded');
    }
  });

  it('hand it over after its transaction has ended, and not while it keeps a setting', async () => {
    const tab = newTab();
    await run(serverAt(0), 'BEGIN; INSERT INTO item VALUES (2); COMMIT', tab);
    expect((await run(serverAt(1), 'SET work_mem = 99', tab)).body.status).toBe('succeeded');
    expect((await run(serverAt(0), 'SELECT 1', tab)).body.code).toBe('misdirected-request');
    await run(serverAt(0), 'DELETE FROM item');
  });

  it('keep the loss of a session for the run that comes back to its process', async () => {
    const tab = newTab();
    const pid = (await run(serverAt(0), 'BEGIN; SELECT pg_backend_pid()', tab)).body.statements[1]?.rows[0]?.[0];
    await cluster.query(`SELECT pg_terminate_backend(${pid ?? ''})`);
    const isOpen = async () => {
      const { body } = await serverAt(0).send<StudioSessionList>('GET', '/api/studio/sessions');
      return body.items.some(({ id }) => id === tab);
    };
    while (await isOpen()) await wait(100);
    expect((await run(serverAt(1), 'INSERT INTO item VALUES (4)', tab)).body.code).toBe('misdirected-request');
    expect((await run(serverAt(0), 'SELECT 1', tab)).body.error?.message).toMatch(/^The session was lost/);
    expect((await run(serverAt(1), 'SELECT 1', tab)).body.status).toBe('succeeded');
  });

  describe('know which of them holds', () => {
    let held: Run;
    const ask = (place: number, method: string, path: string, body?: object) =>
      serverAt(place).send<OrProblem<Pick<StudioExport, 'id' | 'href'>>>(method, path, body);
    beforeAll(async () => {
      held = (await run(serverAt(0), 'SELECT generate_series(1, 20000)')).body;
    });

    it('a run, on every route that names one', async () => {
      const { body: api } = await serverAt(1).send<OpenApi>('GET', '/api/openapi.json');
      const routes = Object.entries(api.paths).flatMap(([path, methods]) =>
        path.startsWith('/api/studio/runs/{id}') ? Object.keys(methods).map((method) => ({ method, path })) : [],
      );
      expect(routes.length).toBeGreaterThanOrEqual(7);
      for (const { method, path } of routes) {
        const asked = path.replace('{id}', held.id).replace('{index}', '0').replace('{column}', '0');
        const { status, body } = await ask(
          1,
          method.toUpperCase(),
          asked + (NEEDED[path.split('/').at(-1) ?? ''] ?? ''),
        );
        expect([method, path, status, body.code]).toEqual([method, path, 421, 'misdirected-request']);
      }
    });

    it('a run that is to be exported, and its file', async () => {
      const wish = { run_id: held.id, statement: 0, format: 'csv' };
      expect((await ask(1, 'POST', '/api/studio/exports', wish)).status).toBe(421);
      const { body } = await ask(0, 'POST', '/api/studio/exports', wish);
      for (const [method, path] of [
        ['GET', `/api/studio/exports/${body.id}`],
        ['GET', body.href],
        ['DELETE', `/api/studio/exports/${body.id}`],
      ] as const) {
        expect((await ask(2, method, path)).body.code).toBe('misdirected-request');
      }
      expect((await ask(0, 'GET', body.href)).status).toBe(200);
    });

    it('nothing that never was', async () => {
      for (const id of ['nope', randomUUID(), `p1-${randomUUID()}`]) {
        expect((await ask(1, 'GET', `/api/studio/runs/${id}`)).body.code).toBe('run-not-found');
        expect((await ask(1, 'GET', `/api/studio/exports/${id}`)).body.code).toBe('export-not-found');
      }
    });

    it('only its own runs', async () => {
      const { body } = await serverAt(1).send<RunList>('GET', '/api/studio/runs');
      expect(body.items.map(({ id }) => id)).not.toContain(held.id);
    });
  });

  describe('when one is killed', () => {
    it('end its statements in the history, although its state directory never comes back, and no others', async () => {
      const killed = await cluster.startOne();
      const sleep = 'SELECT pg_sleep(120)';
      const begin = (caller: HttpCaller, sql: string) =>
        caller.send<Run>('POST', '/api/studio/runs', { connection_id: 'pg', sql });
      const statusOf = async (sql: string) => {
        const { body } = await serverAt(1).send<HistoryList>('GET', '/api/studio/history');
        return body.items.find((entry) => entry.sql === sql)?.status;
      };
      const until = async (sql: string, status: HistoryStatus) => {
        for (let tries = 0; tries < 600 && (await statusOf(sql)) !== status; tries += 1) await wait(100);
        expect(await statusOf(sql)).toBe(status);
      };
      await begin(new HttpCaller(killed.origin), `${sleep} /* killed */`);
      const { body: other } = await begin(serverAt(0), `${sleep} /* other */`);
      await until(`${sleep} /* killed */`, 'running');
      await until(`${sleep} /* other */`, 'running');
      await killed.stop('SIGKILL');
      await until(`${sleep} /* killed */`, 'unknown');
      expect(await statusOf(`${sleep} /* other */`)).toBe('running');
      await serverAt(0).send('POST', `/api/studio/runs/${other.id}/cancel`);
      await until(`${sleep} /* other */`, 'cancelled');
    });

    it('report the loss of its sessions once, and run nothing of the text that counted on them', async () => {
      const [withTransaction, without] = [newTab(), newTab()];
      const killed = await cluster.startOne();
      const caller = new HttpCaller(killed.origin);
      await run(caller, 'BEGIN', withTransaction);
      await run(caller, 'SELECT 1', without);
      const { body: held } = await run(caller, 'SELECT 1');
      await killed.stop('SIGKILL');
      const first = await run(serverAt(1), 'INSERT INTO item VALUES (3)', withTransaction);
      expect([first.body.status, first.body.error?.message]).toEqual([
        'failed',
        expect.stringMatching(/^The session was lost/),
      ]);
      expect(await valueOf('SELECT count(*) FROM item')).toBe('0');
      expect((await run(serverAt(1), 'SELECT 1', withTransaction)).body.status).toBe('succeeded');
      expect((await run(serverAt(1), 'SELECT 1', without)).body.status).toBe('succeeded');
      expect((await run(serverAt(1), `SELECT '${held.id}'`)).body.status).toBe('succeeded');
      const gone = await serverAt(1).send<ProblemDocument>('GET', `/api/studio/runs/${held.id}`);
      expect(gone.body.code).toBe('run-not-found');
    });
  });
});
