import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { JobRun, Pipeline } from '#libs/api';
import { createTestDatabase } from './connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from './connections/engines/postgres/testing/test-database.js';
import { PipelinesModule } from './pipelines/index.js';
import { PluginsModule } from './plugins/index.js';
import { SchedulerModule } from './scheduler/index.js';
import { SchedulerApp } from './scheduler/testing/scheduler-app.js';

const HELD_UP = `SELECT count(*) AS n FROM pg_locks
  WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
const WAITS = 'SELECT pg_advisory_lock(1)::text AS a';
const PLUGIN = `export default ({ register }) => register({ version: 1, jobs: [{
  name: 'go', run: ({ connection }) => connection('db').query('${WAITS}') }] });`;
const REMOVED = 'The connection of the job was removed while it ran.';

let database: TestDatabase;
let app: SchedulerApp;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute('CREATE TABLE orders (id int PRIMARY KEY)');
});
afterAll(() => database.dispose());
beforeEach(async () => {
  app = await SchedulerApp.start({ database, features: [SchedulerModule, PipelinesModule, PluginsModule] });
  mkdirSync(join(app.home, 'plugins'));
  writeFileSync(join(app.home, 'plugins', 'asks.mjs'), PLUGIN);
});
afterEach(async () => {
  await database.execute('ROLLBACK');
  await app.stop();
});

async function savedPipeline(): Promise<string> {
  const definition = {
    inputs: [{ name: 'orders', kind: 'query', connection_id: 'db', sql: WAITS }],
    steps: [],
    output: { from: 'orders', format: 'csv', name: 'orders' },
  };
  return (await app.send<Pipeline>('POST', '/api/pipelines', { name: 'all orders', definition })).body.id;
}
const heldUp = async () => Number((await database.execute(HELD_UP)).rows[0]?.n);
const filesLeft = () => [...app.files('outputs'), ...app.files('backups')].filter((name) => name !== 'db');

describe('a connection that is removed while a job waits in its database', () => {
  it.each([
    ['query', { sql: WAITS, save_results_as: 'orders.csv' }, 'SELECT pg_advisory_xact_lock(1)', REMOVED],
    ['backup', {}, 'LOCK TABLE orders', REMOVED],
    ['vacuum', { tables: ['orders'] }, 'LOCK TABLE orders', REMOVED],
    ['analyze', { tables: ['orders'] }, 'LOCK TABLE orders', REMOVED],
    ['schema_watch', {}, 'LOCK TABLE pg_catalog.pg_constraint', REMOVED],
    ['pipeline', {}, 'SELECT pg_advisory_xact_lock(1)', 'orders: The connection was removed or changed.'],
    ['plugin', { plugin: 'asks', job: 'go' }, 'SELECT pg_advisory_xact_lock(1)', REMOVED],
  ])('ends a %s here and there, as a failed run that says so and leaves nothing', async (kind, given, hold, error) => {
    const settings = kind === 'pipeline' ? { pipeline_id: await savedPipeline() } : given;
    const job = await app.create(kind, { ...(kind === 'pipeline' ? {} : { connection_id: 'db' }), settings });
    await database.execute(`BEGIN; ${hold}`);
    const { body } = await app.send<JobRun>('POST', `/api/scheduler/jobs/${job.id}/run`);
    await app.until(async () => ((await heldUp()) > 0 ? true : null));
    writeFileSync(join(app.home, 'connections.yaml'), 'connections: []\n');
    expect(await app.ended(body.id)).toMatchObject({ status: 'error', error, outputs: [] });
    await app.until(async () => ((await heldUp()) === 0 ? true : null));
    expect(filesLeft()).toEqual([]);
  });
});
