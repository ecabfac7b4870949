import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Job, JobRun, Run } from '#libs/api';
import type { HttpCaller } from '../testing/http-caller.js';
import { ServerCluster } from '../testing/server-cluster.js';

/** A little longer than the statement that runs when the process is frozen. */
const SLEEP_MS = 2_500;

let cluster: ServerCluster;
beforeAll(async () => (cluster = await ServerCluster.start(1)));
afterAll(() => cluster.stop());

const SQL = `
  CREATE TABLE written (i integer);
  INSERT INTO written VALUES (1);
  SELECT pg_sleep(2);
  INSERT INTO written VALUES (2)`;

it('sends no further statement of a run that was ended while its process was frozen', async () => {
  const caller = cluster.caller(0);
  const job = await caller.send<Job>('POST', '/api/scheduler/jobs/query', {
    ...{ name: 'Writes', connection_id: 'pg', trigger: { type: 'interval', every: 1, unit: 'hours' } },
    settings: { sql: SQL, read_only: false },
  });
  expect(job.status).toBe(201);
  const { body: run } = await caller.send<JobRun>('POST', `/api/scheduler/jobs/${job.body.id}/run`);
  const backend = (more: string) =>
    cluster.rowsOfState<{ pid: number }>(`SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND ${more}`);
  const sleeps = async () => (await backend("query LIKE '%pg_sleep(2)%' AND state = 'active'"))[0];
  let session = await sleeps();
  for (; session === undefined; session = await sleeps()) await wait(20);
  const { pid } = cluster.server(0);
  process.kill(pid, 'SIGSTOP');
  try {
    const ended = await cluster.rowsOfState(
      `UPDATE job_run SET status = 'interrupted' WHERE id = '${run.id}' AND status = 'running' RETURNING id`,
    );
    expect(ended).toEqual([{ id: run.id }]);
    // Nor does it hear of that: its line is gone by then.
    const [line] = await backend("application_name = 'data-workbench-peers' AND datname = current_database()");
    await cluster.rowsOfState(`SELECT pg_terminate_backend(${line?.pid})`);
    await wait(SLEEP_MS);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  // What is behind the run is the reset of its session.
  const isInRun = `pid = ${session.pid} AND (state <> 'idle' OR query NOT LIKE 'DISCARD%')`;
  while ((await backend(isInRun)).length > 0) await wait(20);
  expect(await written(caller)).toEqual([['1']]);
});

async function written(caller: HttpCaller): Promise<unknown> {
  const input = { connection_id: 'pg', sql: 'SELECT i FROM written' };
  let { body } = await caller.send<Run>('POST', '/api/studio/runs', input);
  while (body.status === 'running') {
    await wait(20);
    ({ body } = await caller.send<Run>('GET', `/api/studio/runs/${body.id}`));
  }
  return body.statements[0]?.rows;
}
