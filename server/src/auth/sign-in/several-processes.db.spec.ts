import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import type { Invitation, NewApiToken, Run } from '#libs/api';
import { HttpCaller } from '../../testing/http-caller.js';
import { roundRobin } from '../../testing/round-robin-proxy.js';
import { ServerCluster } from '../../testing/server-cluster.js';
import { ADMIN } from '../testing/auth-app.js';

const PLACES = [0, 1, 2];
const PASSWORD = 'another long password';

let cluster: ServerCluster;
let boss: HttpCaller;
let count = 0;

beforeAll(async () => {
  cluster = await ServerCluster.start(3, {
    WORKBENCH_MODE: 'multi',
    WORKBENCH_ADMIN_EMAIL: ADMIN.email,
    WORKBENCH_ADMIN_PASSWORD: ADMIN.password,
  });
  boss = await signIn(0, ADMIN);
});
afterAll(() => cluster.stop());

async function signIn(place: number, credentials: object): Promise<HttpCaller> {
  const caller = cluster.caller(place);
  expect((await caller.send('POST', '/api/auth/login', credentials)).status).toBe(200);
  return caller;
}

const at = (caller: HttpCaller, place: number) => caller.at(cluster.server(place).origin);

/** What a browser is answered by each process. */
function statuses(caller: HttpCaller, path = '/api/auth/me'): Promise<number[]> {
  return Promise.all(PLACES.map(async (place) => (await at(caller, place).send('GET', path)).status));
}

/** What a token is answered by each process. */
function ofToken(token: string): Promise<number[]> {
  const headers = { Authorization: `Bearer ${token}` };
  return Promise.all(
    PLACES.map(async (place) => {
      const { status } = await cluster.caller(place).send('GET', '/api/connections', undefined, headers);
      return status;
    }),
  );
}

const newToken = async (place: number) =>
  (await at(boss, place).send<NewApiToken>('POST', '/api/profile/tokens', { name: 'script' })).body;

/** A person who was invited by one process and accepted at another one. */
async function admit(role: 'admin' | 'user'): Promise<{ id: string; caller: HttpCaller; credentials: object }> {
  const email = `person-${++count}@example.org`;
  const { body } = await boss.send<Invitation>('POST', '/api/users', { email, role });
  const caller = cluster.caller(1);
  const acceptance = { code: body.link.split('#')[1], name: email, password: PASSWORD };
  expect((await caller.send('POST', '/api/auth/accept', acceptance)).status).toBe(200);
  return { id: body.user.id, caller, credentials: { email, password: PASSWORD } };
}

describe('people and tokens on three processes', () => {
  it('are signed in everywhere at once', async () => {
    const { origin } = await cluster.proxy(roundRobin());
    for (let round = 0; round < 5; round += 1) {
      const caller = new HttpCaller(origin);
      expect((await caller.send('POST', '/api/auth/login', ADMIN)).status).toBe(200);
      const answers = Array.from({ length: 30 }, () => caller.send('GET', '/api/auth/me'));
      expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
    }
  });

  it('are signed out everywhere before the answer', async () => {
    for (let round = 0; round < 5; round += 1) {
      const caller = await signIn(round % 3, ADMIN);
      expect(await statuses(caller)).toEqual([200, 200, 200]);
      const copy = at(caller, 0);
      await at(caller, (round + 1) % 3).send('POST', '/api/auth/logout');
      expect(await statuses(copy)).toEqual([401, 401, 401]);
    }
  });

  it('have tokens that hold everywhere at once, and no longer once they are revoked', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, token } = await newToken(round % 3);
      expect(await ofToken(token)).toEqual([200, 200, 200]);
      const revoked = await at(boss, (round + 1) % 3).send('DELETE', `/api/profile/tokens/${id}`);
      expect(revoked.status).toBe(204);
      expect(await ofToken(token)).toEqual([401, 401, 401]);
    }
  });

  it('have one secret after a rotation', async () => {
    const before = await newToken(0);
    expect(await ofToken(before.token)).toEqual([200, 200, 200]);
    const { body } = await at(boss, 1).send<NewApiToken>('POST', `/api/profile/tokens/${before.id}/rotate`);
    expect([await ofToken(before.token), await ofToken(body.token)]).toEqual([
      [401, 401, 401],
      [200, 200, 200],
    ]);
  });

  it('lose a role, and then everything, everywhere before the answer', async () => {
    const { id, caller } = await admit('admin');
    expect(await statuses(caller, '/api/users')).toEqual([200, 200, 200]);
    expect((await boss.send('PUT', `/api/users/${id}`, { role: 'user' })).status).toBe(200);
    expect(await statuses(caller, '/api/users')).toEqual([403, 403, 403]);
    expect((await at(boss, 2).send('PUT', `/api/users/${id}`, { disabled: true })).status).toBe(200);
    expect(await statuses(caller)).toEqual([401, 401, 401]);
  });

  it('lose a connection everywhere before the answer', async () => {
    const { caller } = await admit('user');
    expect(await statuses(caller, '/api/connections/pg')).toEqual([200, 200, 200]);
    const set = (items: object[]) => at(boss, 1).send('PUT', '/api/connections/pg/access', { items });
    expect((await set([])).status).toBe(200);
    expect(await statuses(caller, '/api/connections/pg')).toEqual([404, 404, 404]);
    expect((await set([{ subject: 'everybody', level: 'write' }])).status).toBe(200);
  });

  it('end sign-ins that other processes have just begun', async () => {
    const { id, credentials } = await admit('user');
    const callers = await Promise.all(PLACES.map((place) => signIn(place, credentials)));
    expect((await boss.send('POST', `/api/users/${id}/sign-out`)).status).toBeLessThan(300);
    for (const caller of callers) expect(await statuses(caller)).toEqual([401, 401, 401]);
  });

  it('are slowed down together where a password is guessed', async () => {
    const { credentials } = await admit('user');
    const { origin } = await cluster.proxy(roundRobin());
    const answers = [];
    for (let guess = 0; guess < 13; guess += 1) {
      const wrong = { ...credentials, password: `wrong password ${guess}` };
      answers.push((await new HttpCaller(origin).send('POST', '/api/auth/login', wrong)).status);
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429, 429]);
  });

  describe('at a process that does not hear of it', () => {
    /** Ends the lines by which the processes hear each other; they are open again after a second. */
    const cutLines = () =>
      cluster.rowsOfState(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'data-workbench-peers' AND datname = current_database()`,
      );

    /** The state of a statement that a caller runs at the third process, once it is running there. */
    async function runningAt(caller: HttpCaller, headers: Record<string, string> = {}): Promise<() => Promise<string>> {
      const third = at(caller, 2);
      const sql = { connection_id: 'pg', sql: `SELECT pg_sleep(120), '${++count}'` };
      const { body } = await third.send<Run>('POST', '/api/studio/runs', sql, headers);
      expect(body.status).toBe('running');
      return async () => {
        const rows = await cluster.rowsOfState<{ count: string }>(
          `SELECT count(*) FROM pg_stat_activity WHERE query = '${sql.sql.replaceAll("'", "''")}' AND state = 'active'`,
        );
        return rows[0]?.count ?? '';
      };
    }

    const over = async (isRunning: () => Promise<string>) => {
      while ((await isRunning()) !== '0') await wait(50);
    };

    it('their statements end once they are disabled', async () => {
      const { id, caller } = await admit('user');
      const isRunning = await runningAt(caller);
      await cutLines();
      expect((await boss.send('PUT', `/api/users/${id}`, { disabled: true })).status).toBe(200);
      await over(isRunning);
      expect(await statuses(caller)).toEqual([401, 401, 401]);
    });

    it('the statements of a token end once it is revoked', async () => {
      const { id, token } = await newToken(0);
      const isRunning = await runningAt(cluster.caller(2), { Authorization: `Bearer ${token}` });
      await cutLines();
      expect((await boss.send('DELETE', `/api/profile/tokens/${id}`)).status).toBe(204);
      await over(isRunning);
    });

    it('their statements end once the connection is no longer theirs', async () => {
      const { caller } = await admit('user');
      const isRunning = await runningAt(caller);
      await cutLines();
      const set = (items: object[]) => at(boss, 1).send('PUT', '/api/connections/pg/access', { items });
      expect((await set([])).status).toBe(200);
      await over(isRunning);
      expect((await set([{ subject: 'everybody', level: 'write' }])).status).toBe(200);
    });
  });

  it('lose what they had also at a process that was frozen meanwhile', async () => {
    const { id, token } = await newToken(0);
    expect(await ofToken(token)).toEqual([200, 200, 200]);
    const { pid } = cluster.server(2);
    process.kill(pid, 'SIGSTOP');
    try {
      // A process that was frozen while it wrote holds up the others for 5 s, which is answered 503.
      const revoke = async () => (await boss.send('DELETE', `/api/profile/tokens/${id}`)).status;
      let status = await revoke();
      for (let again = 0; status === 503 && again < 3; again += 1) status = await revoke();
      expect(status).toBe(204);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect(await ofToken(token)).toEqual([401, 401, 401]);
    expect(await statuses(boss)).toEqual([200, 200, 200]);
  });
});
