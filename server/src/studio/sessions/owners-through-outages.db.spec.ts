import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Run } from '#libs/api';
import { poll } from '../../faults/testing/poll.js';
import { StallableProxy } from '../../platform/testing/stallable-proxy.js';
import { dropStateDatabaseOf, stateDatabaseOf } from '../../platform/testing/state-database.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { HttpCaller } from '../../testing/http-caller.js';
import { StudioModule } from '../studio.module.js';

process.env.TEST_STATE = 'postgres';

const OUTAGE_MS = Number(process.env.STATE_OUTAGE_MS ?? 1_500);
/** Retries come at most so far apart, and a busy machine is slow. */
const BACK_MS = 30_000;
const TAB = 'tab';

describe('the owner of a session in a state in Postgres that vanishes', () => {
  let workbench: TestWorkbench;
  let proxy: StallableProxy;
  let outside: pg.Client;
  let caller: HttpCaller;

  beforeAll(async () => {
    const { hostname, port, username, password, pathname } = new URL(process.env.TEST_POSTGRES_URL ?? '');
    const login = `host: ${hostname}, port: ${port}, database: ${pathname.slice(1)}, user: ${username}, password: "${password}"`;
    const connections = `connections: [{ id: pg, name: Shop, kind: postgres, ${login} }]\n`;
    const direct = await TestWorkbench.start({ features: [StudioModule], connections });
    const url = new URL((await stateDatabaseOf(direct.home)).STATE_DATABASE_URL ?? '');
    await direct.stop({ keepHome: true });
    outside = new pg.Client({ connectionString: url.href });
    await outside.connect();
    proxy = await StallableProxy.start(url.hostname, Number(url.port));
    url.port = String(proxy.port);
    url.hostname = '127.0.0.1';
    const env = { STATE_DATABASE_URL: url.href };
    workbench = await TestWorkbench.start({ features: [StudioModule], home: direct.home, env });
    caller = new HttpCaller(await workbench.app.getUrl());
  });
  afterAll(async () => {
    proxy.resume();
    await workbench.app.close();
    await outside.end();
    await proxy.stop();
    await dropStateDatabaseOf(workbench.home);
  });

  /** Whether something would be lost with the session, for each session in the state. */
  async function states(): Promise<boolean[]> {
    const { rows } = await outside.query<{ has_state: boolean }>('SELECT has_state FROM studio_session_owner');
    return rows.map(({ has_state: hasState }) => hasState);
  }

  const become = (expected: readonly boolean[]) =>
    poll(states, (found) => JSON.stringify(found) === JSON.stringify(expected), BACK_MS);

  /** Has the state vanish while a text runs, and come back after a while. */
  async function runThroughOutage(sql: string): Promise<Run> {
    const body = { connection_id: 'pg', session_id: TAB, sql: `SELECT pg_sleep(2); ${sql}` };
    const { body: run } = await caller.send<Run>('POST', '/api/studio/runs', body);
    proxy.vanish();
    await wait(2_000 + OUTAGE_MS);
    proxy.resume();
    const read = async () => (await caller.send<Run>('GET', `/api/studio/runs/${run.id}`)).body;
    return poll(read, ({ status }) => status === 'succeeded' || status === 'failed', BACK_MS);
  }

  it('says that something would be lost once the state is back', async () => {
    expect((await runThroughOutage('BEGIN')).status).toBe('succeeded');
    expect(await become([true])).toEqual([true]);
  });

  it('says that nothing would be lost any more', async () => {
    expect((await runThroughOutage('COMMIT')).status).toBe('succeeded');
    expect(await become([false])).toEqual([false]);
  });

  it('is removed with a session that ended meanwhile', async () => {
    const closing = runThroughOutage('BEGIN');
    await wait(1_000);
    await caller.send('DELETE', `/api/studio/sessions/${TAB}`);
    await closing;
    expect(await become([])).toEqual([]);
  });
});
