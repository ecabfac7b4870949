import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NewApiToken, Run, StudioExport, UserList } from '#libs/api';
import { bodyOf } from '../auth/testing/auth-app.js';
import type { Caller } from '../auth/testing/auth-app.js';
import { KnownTokens } from '../auth/tokens/known-tokens.js';
import { TokenRecord } from '../auth/tokens/token.entity.js';
import type { TokenFields } from '../auth/tokens/token.entity.js';
import { State } from '../platform/index.js';
import { AttackApp } from './testing/attack-app.js';

/** Revoking promises an end within a second; a busy machine gets one more. */
const PROMISED_MS = 2_000;
const LONG = 'SELECT pg_sleep(60)';

let app: AttackApp;
beforeAll(async () => {
  app = await AttackApp.start();
});
afterAll(() => app.stop());

interface Program extends NewApiToken {
  readonly caller: Caller;
}
async function program(): Promise<Program> {
  const made = await app.ann.token();
  return { ...made, caller: app.app.bearer(made.token) };
}

const revoke = ({ id }: Program) => app.ann.delete(`/api/profile/tokens/${id}`).expect(204);

/** Begins a request of a program; `ended` resolves when nothing more comes, `begun` when its answer begins. */
function stream({ caller }: Program, path: string, body?: object) {
  const begun = Promise.withResolvers<null>();
  const read = async () => {
    const answer = await fetch(new URL(path, app.app.origin), {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...caller.headers, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    begun.resolve(null);
    let bytes = 0;
    for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).length;
    return { status: answer.status, bytes };
  };
  const ended = read().then(
    ({ status, bytes }) => ({ how: 'ended', status, bytes }),
    () => ({ how: 'cut', status: 0, bytes: 0 }),
  );
  void ended.then(() => begun.resolve(null));
  return { begun: begun.promise, ended };
}

async function within<T>(promise: Promise<T>): Promise<T | 'still open'> {
  return Promise.race([promise, wait(PROMISED_MS, 'still open' as const)]);
}

async function running(text: string): Promise<number> {
  const { rows } = await app.database.execute(
    `SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%${text}%'`,
  );
  return Number(rows[0]?.n);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(20);
}

/** Lets a token expire now. */
async function expire({ id }: Program): Promise<void> {
  const { app: workbench } = app.app.workbench;
  const record: TokenFields = await workbench.get(State).manager.findOneByOrFail(TokenRecord, { id });
  const expiresAt = new Date(Date.now() + 100).toISOString();
  await workbench.get(State).transaction(() => workbench.get(KnownTokens).save({ ...record, expiresAt }));
  await wait(100);
}

describe.each([
  ['is revoked', revoke],
  ['expires', expire],
] as const)('a token that %s', (_, end) => {
  it('ends its run, in the database, too', async () => {
    const one = await program();
    const sql = `${LONG} /* run of a token */`;
    const run = bodyOf<Run>(await one.caller.post('/api/studio/runs', { connection_id: 'open', sql }).expect(201));
    await until(async () => (await running('run of a token')) === 1);
    await end(one);
    const over = until(async () => bodyOf<Run>(await app.ann.get(`/api/studio/runs/${run.id}`)).status === 'cancelled');
    expect(await within(over.then(() => running('run of a token')))).toBe(0);
  });

  it('leaves the runs of its owner and of other tokens alone', async () => {
    const [one, other] = [await program(), await program()];
    const sql = 'SELECT pg_sleep(1.5), 7 AS kept';
    const runs = [other.caller, app.ann].map((caller) =>
      caller
        .post('/api/studio/runs', { connection_id: 'open', sql })
        .expect(201)
        .then(bodyOf<Run>),
    );
    await until(async () => (await running('7 AS kept')) === 2);
    await end(one);
    for (const { id } of await Promise.all(runs)) {
      await until(async () => bodyOf<Run>(await app.ann.get(`/api/studio/runs/${id}`)).status !== 'running');
      expect(bodyOf<Run>(await app.ann.get(`/api/studio/runs/${id}`)).status).toBe('succeeded');
    }
  });

  it('ends the stream of a run', async () => {
    const one = await program();
    // The run is its owner's, so that only the stream is the token's.
    const run = bodyOf<Run>(await app.ann.post('/api/studio/runs', { connection_id: 'open', sql: LONG }).expect(201));
    const { begun, ended } = stream(one, `/api/studio/runs/${run.id}/events`);
    await begun;
    await end(one);
    expect(await within(ended)).not.toBe('still open');
    expect(bodyOf<Run>(await app.ann.get(`/api/studio/runs/${run.id}`)).status).toBe('running');
    await app.ann.post(`/api/studio/runs/${run.id}/cancel`).expect(200);
  });

  it('ends the stream of events', async () => {
    const one = await program();
    const { begun, ended } = stream(one, '/api/events');
    await begun;
    await end(one);
    expect(await within(ended)).not.toBe('still open');
  });

  it('cuts off the file of a query, and stops the query', async () => {
    const one = await program();
    const sql = "SELECT repeat('x', 100000) AS export_of_a_token FROM generate_series(1, 1000000)";
    const wish = { connection_id: 'open', sql, format: 'csv' };
    const made = bodyOf<StudioExport>(await one.caller.post('/api/studio/exports', wish).expect(201));
    const { begun, ended } = stream(one, made.href);
    await begun;
    await end(one);
    expect(await within(ended)).toMatchObject({ how: 'cut' });
    await within(until(async () => (await running('export_of_a_token')) === 0));
    expect(await running('export_of_a_token')).toBe(0);
  });

  it.each<[string, string, object]>([
    [
      'a plan',
      '/api/studio/explain',
      { connection_id: 'open', sql: `${LONG} AS a_plan`, analyze: true, confirm: true },
    ],
    [
      'a pipeline',
      '/api/pipelines/preview',
      {
        definition: {
          inputs: [{ name: 'one', kind: 'query', connection_id: 'open', sql: `${LONG} AS a_pipeline` }],
          output: { from: 'one', format: 'csv' },
        },
      },
    ],
  ])('cuts off %s that is still being made', async (name, path, body) => {
    const mark = name.replace(' ', '_');
    const one = await program();
    const { ended } = stream(one, path, body);
    await until(async () => (await running(mark)) > 0);
    await end(one);
    expect(await within(ended)).toMatchObject({ how: 'cut' });
    await within(until(async () => (await running(mark)) === 0));
    expect(await running(mark)).toBe(0);
  });

  it('closes the session that it opened, with its transaction', async () => {
    const one = await program();
    const body = {
      connection_id: 'open',
      sql: 'BEGIN; SELECT 1 AS held_by_a_token',
      session_id: `token-tab-${one.id}`,
    };
    await one.caller.post('/api/studio/runs', body).expect(201);
    const held = async () => {
      const { rows } = await app.database.execute(
        "SELECT count(*) AS n FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND query LIKE '%held_by_a_token%'",
      );
      return Number(rows[0]?.n);
    };
    expect(await held()).toBe(1);
    await end(one);
    await within(until(async () => (await held()) === 0));
    expect(await held()).toBe(0);
  });

  it('speaks no more of the agents’ protocol', async () => {
    const one = await program();
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const accept = one.caller.with({ Accept: 'application/json, text/event-stream' });
    expect((await accept.post('/mcp', ping)).status).toBe(200);
    await end(one);
    expect((await accept.post('/mcp', ping)).status).toBe(401);
  });
});

describe('a token that is revoked', () => {
  it('answers the request by which it revokes itself', async () => {
    const one = await program();
    await one.caller.delete(`/api/profile/tokens/${one.id}`).expect(204);
    await one.caller.get('/api/connections').expect(401);
  });

  it('takes those that were made with it along', async () => {
    const parent = await program();
    const child = bodyOf<NewApiToken>(await parent.caller.post('/api/profile/tokens', { name: 'child' }).expect(201));
    const { begun, ended } = stream({ ...child, caller: app.app.bearer(child.token) }, '/api/events');
    await begun;
    await revoke(parent);
    expect(await within(ended)).not.toBe('still open');
  });
});

/** Sends a request but the last byte of its body; `finish` sends that and resolves with the status, 0 where it was cut. */
async function stalled({ headers }: Caller, path: string, body: object) {
  const bytes = Buffer.from(JSON.stringify(body));
  const { hostname, port } = new URL(app.app.origin);
  const type = { 'Content-Type': 'application/json', 'Content-Length': bytes.length };
  const sent = request({ hostname, port, path, method: 'POST', headers: { ...headers, ...type }, agent: false });
  const status = new Promise<number>((resolve) => {
    sent.on('response', (answer) => resolve(answer.resume().statusCode ?? 0));
    sent.on('error', () => resolve(0));
  });
  sent.write(bytes.subarray(0, -1));
  await wait(200);
  return () => {
    sent.end(bytes.subarray(-1));
    return status;
  };
}

describe('a request whose body is held back until its sender has lost their rights', () => {
  it.each<[string, object]>([
    ['disabled', { disabled: true }],
    ['no administrator any more', { role: 'user' }],
  ])('invites no administrator for somebody who is %s', async (name, change) => {
    const eve = await app.app.admit(app.admin, `eve-${name.length}@example.org`, 'admin');
    const email = `friend-${name.length}@example.org`;
    const finish = await stalled(eve.caller, '/api/users', { email, role: 'admin' });
    await app.admin.put(`/api/users/${eve.id}`, change).expect(200);
    expect([0, 401]).toContain(await finish());
    const { items } = bodyOf<UserList>(await app.admin.get('/api/users').expect(200));
    expect(items.map((user) => user.email)).not.toContain(email);
  });

  it('runs nothing for a token that is revoked', async () => {
    await app.database.execute('CREATE TABLE IF NOT EXISTS held_back (a integer)');
    const one = await program();
    const sql = 'INSERT INTO held_back VALUES (1)';
    const finish = await stalled(one.caller, '/api/studio/runs', { connection_id: 'open', sql });
    await revoke(one);
    expect([0, 401]).toContain(await finish());
    expect((await app.database.execute('SELECT * FROM held_back')).rows).toEqual([]);
  });
});
