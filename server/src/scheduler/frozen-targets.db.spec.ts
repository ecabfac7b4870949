import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { JobRun } from '#libs/api';
import { createTestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import { FrozenTarget } from '../connections/engines/postgres/testing/frozen-target.js';
import type { Silence } from '../connections/engines/postgres/testing/frozen-target.js';
import { SchedulerApp } from './testing/scheduler-app.js';

/** What is promised, and room for a busy machine. */
const LIMIT_MS = 5_000 + 1_500;

let target: FrozenTarget;
let database: TestDatabase;
let app: SchedulerApp;

beforeAll(async () => {
  target = await FrozenTarget.start();
  database = await createTestDatabase(target.cluster.url);
  await database.execute('CREATE TABLE orders (id int PRIMARY KEY)');
  const config = { ...database.config, port: target.proxy.port };
  app = await SchedulerApp.start({ database: { ...database, config } });
});
afterAll(async () => {
  target.thaw();
  await app.stop();
  await database.dispose();
  await target.stop();
});
afterEach(async () => {
  target.thaw();
  await database.execute('ROLLBACK');
});

const SETTINGS: Readonly<Record<string, Record<string, unknown>>> = {
  query: { sql: 'SELECT pg_sleep(600)' },
  backup: {},
  schema_watch: {},
  vacuum: {},
};

/** What shows in the database that the work has begun. */
const BEGUN: Readonly<Record<string, string>> = {
  query: "SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(600)%' AND state = 'active'",
  backup:
    "SELECT FROM pg_stat_activity WHERE application_name LIKE 'data-workbench/% backup' AND wait_event_type = 'Lock'",
  vacuum: "SELECT FROM pg_stat_activity WHERE query LIKE 'VACUUM%' AND wait_event_type = 'Lock'",
};

async function start(kind: string): Promise<string> {
  const job = await app.create(kind, { connection_id: 'db', settings: SETTINGS[kind] ?? {} });
  const { status, body } = await app.send<JobRun>('POST', `/api/scheduler/jobs/${job.id}/run`);
  expect(status).toBe(202);
  await app.until(async () => {
    const run = await app.send<JobRun>('GET', `/api/scheduler/runs/${body.id}`);
    return run.body.status === 'running' ? true : null;
  });
  return body.id;
}

async function expectCancelled(runId: string): Promise<void> {
  const begun = performance.now();
  await app.send('POST', `/api/scheduler/runs/${runId}/cancel`);
  const { status, error } = await app.ended(runId);
  expect([status, error]).toEqual(['interrupted', 'Cancelled by local.']);
  expect(performance.now() - begun).toBeLessThan(LIMIT_MS);
}

it.each<[string, Silence]>([
  ['query', 'frozen server'],
  ['query', 'stalled network'],
  ['backup', 'frozen server'],
  ['backup', 'stalled network'],
  ['vacuum', 'frozen server'],
])('the record of a %s that works on a %s ends soon after a cancel', async (kind, way) => {
  // Holds up pg_dump and VACUUM.
  await database.execute('BEGIN; LOCK TABLE orders');
  const runId = await start(kind);
  await app.until(async () => {
    // Inside a transaction the view shows what it showed first.
    await database.execute('SELECT pg_stat_clear_snapshot()');
    return (await database.execute(BEGUN[kind] ?? '')).rowCount === 0 ? null : true;
  });
  target.silence(way, []);
  await expectCancelled(runId);
});

it.each<[string, Silence]>([
  ['query', 'frozen server'],
  ['backup', 'frozen server'],
  ['schema_watch', 'frozen server'],
  ['schema_watch', 'stalled network'],
])('the record of a %s that begins on a %s ends soon after a cancel', async (kind, way) => {
  target.silence(way, []);
  await expectCancelled(await start(kind));
});
