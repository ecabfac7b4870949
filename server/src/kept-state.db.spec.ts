import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type {
  ContractView,
  HistoryList,
  Job,
  JobRunDetails,
  Run,
  SchemaChangeList,
  SnapshotList,
  ViolationList,
} from '#libs/api';
import { FEATURES } from './app.module.js';
import { createTestDatabase } from './connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from './connections/engines/postgres/testing/test-database.js';
import { TestWorkbench } from './platform/testing/test-workbench.js';
import { HttpCaller } from './testing/http-caller.js';
import { eventually } from './platform/testing/eventually.js';

const EVERY_HOUR = { type: 'interval', every: 1, unit: 'hours' };

let database: TestDatabase;
let workbench: TestWorkbench;
let caller: HttpCaller;
beforeEach(async () => {
  database = await createTestDatabase();
  await database.execute('CREATE TABLE orders (id int PRIMARY KEY, total numeric)');
  const { host, port, user, password, database: name } = database.config;
  const login = `host: ${host}, port: ${port}, database: ${name}, user: ${user}, password: "${password ?? ''}"`;
  const connections = `connections:\n  - { id: shop, name: Shop, kind: postgres, ${login} }\n`;
  workbench = await TestWorkbench.start({ features: FEATURES, connections });
  caller = new HttpCaller(await addressOf(workbench));
});
afterEach(async () => {
  await workbench.stop();
  await database.dispose();
});

const addressOf = async ({ app }: TestWorkbench) => (await app.getUrl()).replace('[::1]', '127.0.0.1');

async function get<T>(path: string): Promise<T> {
  const { status, body } = await caller.send<T>('GET', path);
  expect([path, status]).toEqual([path, 200]);
  return body;
}

/** Makes one of everything: a run of the studio, snapshots, a change, a broken contract, a job with a run and its file. */
async function fill(): Promise<{ job: string; run: string }> {
  const query = { connection_id: 'shop', sql: "SELECT 'typed by hand'" };
  const { body: started } = await caller.send<Run>('POST', '/api/studio/runs', query);
  await eventually(
    () => get<Run>(`/api/studio/runs/${started.id}`),
    ({ status }) => status !== 'running',
  );
  await caller.send('POST', '/api/schema-watch/shop/run');
  await caller.send('POST', '/api/contracts/shop/freeze', { name: 'Orders' });
  await database.execute('ALTER TABLE orders DROP total');
  await caller.send('POST', '/api/schema-watch/shop/run');
  const settings = { sql: 'SELECT 42 AS answer', save_results_as: 'answer.csv' };
  const input = { name: 'Answer', connection_id: 'shop', trigger: EVERY_HOUR, settings };
  const { body: job } = await caller.send<Job>('POST', '/api/scheduler/jobs/query', input);
  const { body: run } = await caller.send<{ id: string }>('POST', `/api/scheduler/jobs/${job.id}/run`);
  await eventually(
    () => get<JobRunDetails>(`/api/scheduler/runs/${run.id}`),
    ({ status }) => status !== 'queued' && status !== 'running',
  );
  return { job: job.id, run: run.id };
}

async function everything(ids: { job: string; run: string }) {
  const run = await get<JobRunDetails>(`/api/scheduler/runs/${ids.run}`);
  return {
    history: (await get<HistoryList>('/api/studio/history')).items.map(({ sql }) => sql),
    snapshots: (await get<SnapshotList>('/api/schema-watch/shop/snapshots')).items,
    changes: (await get<SchemaChangeList>('/api/schema-watch/shop/changes')).changes,
    contract: await get<ContractView>('/api/contracts/shop'),
    violations: (await get<ViolationList>('/api/contracts/shop/violations')).violations,
    job: await get<Job>(`/api/scheduler/jobs/${ids.job}`),
    run,
    output: await get<string>(run.outputs[0]?.href ?? ''),
  };
}

it('history, snapshots, changes, contracts, violations, jobs, runs and their outputs are there after a restart', async () => {
  const ids = await fill();
  const before = await everything(ids);
  expect(before).toMatchObject({
    history: expect.arrayContaining(["SELECT 'typed by hand'"]),
    changes: [{ summary: 'orders: - column total' }],
    contract: { state: 'violated', contract: { name: 'Orders' } },
    violations: [{ state: 'open' }],
    job: { name: 'Answer' },
    run: { status: 'success' },
    output: 'answer\n42\n',
  });
  expect(before.snapshots.length).toBeGreaterThanOrEqual(2);
  await workbench.stop({ keepHome: true });
  workbench = await TestWorkbench.start({ features: FEATURES, home: workbench.home });
  caller = new HttpCaller(await addressOf(workbench));
  expect(await everything(ids)).toEqual(before);
});
