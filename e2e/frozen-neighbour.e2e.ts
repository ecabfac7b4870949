import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startTestPostgres } from '../tools/jest/test-postgres.mjs';
import { Workbench, expect, temporaryHome, test } from './workbench.js';

const CONNECTIONS = 'connections: [{ id: lake, name: Lake, kind: duckdb, path: ./lake.duckdb }]\n';
const WRITER_LOCK = 7_301_002;
const HELD = `
  SELECT a.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE l.locktype = 'advisory' AND l.objid = ${WRITER_LOCK} AND l.granted AND a.state = 'idle in transaction'`;

test.describe('three processes on one state in Postgres', () => {
  let server: { url: string; stop: () => Promise<void> };
  let outside: pg.Client;
  let workbenches: Workbench[];

  test.beforeAll(async () => {
    server = await startTestPostgres(50);
    outside = new pg.Client({ connectionString: server.url });
    await outside.connect();
    const env = { WORKBENCH_DEMO: 'off', STATE_DATABASE_URL: server.url };
    workbenches = [0, 1, 2].map(() => new Workbench(temporaryHome(), env));
    for (const { home } of workbenches) writeFileSync(join(home, 'connections.yaml'), CONNECTIONS);
    for (const one of workbenches) await one.start();
  });
  test.afterAll(async () => {
    for (const one of workbenches) await one.stop('SIGKILL');
    await outside.end();
    await server.stop();
    for (const { home } of workbenches) rmSync(home, { recursive: true });
  });

  const save = (one: Workbench, name: string) =>
    one.api<{ code?: string }>('POST', '/api/studio/queries', { name, connection_id: 'lake', sql: 'SELECT 1' });

  /** Has a process save without a break and stops it where it holds the lock of writers. */
  async function freezeWhileItWrites(one: Workbench): Promise<() => void> {
    const over = new AbortController();
    for (let lane = 0; lane < 4; lane += 1) {
      void (async () => {
        while (!over.signal.aborted) await save(one, `load ${Math.random()}`).catch(() => undefined);
      })();
    }
    for (let round = 0; round < 400; round += 1) {
      await wait(20);
      process.kill(one.pid, 'SIGSTOP');
      await wait(20);
      if ((await outside.query(HELD)).rows.length > 0) return () => over.abort();
      process.kill(one.pid, 'SIGCONT');
    }
    throw new Error('The process was never stopped with the lock.');
  }

  test('go on where one of them is frozen while it writes', async () => {
    const [frozen, ...others] = workbenches;
    if (frozen === undefined) throw new Error('There is no workbench.');
    const end = await freezeWhileItWrites(frozen);
    const begin = Date.now();
    const answers = await Promise.all(others.map((one) => save(one, `meanwhile ${one.pid}`)));
    expect(Date.now() - begin).toBeLessThan(5_500);
    for (const { status, body } of answers) expect([201, 'state-unavailable']).toContain(body.code ?? status);
    await wait(Math.max(0, begin + 7_000 - Date.now()));
    for (const one of others) expect((await save(one, `after ${one.pid}`)).status).toBe(201);
    process.kill(frozen.pid, 'SIGCONT');
    end();
    await expect
      .poll(async () => (await save(frozen, `thawed ${Math.random()}`)).status, { timeout: 20_000 })
      .toBe(201);
  });
});
