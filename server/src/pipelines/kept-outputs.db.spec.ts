import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { JobRunDetails, Pipeline } from '#libs/api';
import { SchedulerModule } from '../scheduler/index.js';
import { SchedulerApp } from '../scheduler/testing/scheduler-app.js';
import { PipelinesModule } from './index.js';

const DEFINITION = {
  inputs: [{ name: 'one', kind: 'query', connection_id: 'duck', sql: 'SELECT random() AS a' }],
  ...{ steps: [], output: { from: 'one', format: 'csv', name: 'one' } },
};

let app: SchedulerApp;
let pipeline: Pipeline;
beforeAll(async () => {
  app = await SchedulerApp.start({ features: [SchedulerModule, PipelinesModule] });
  ({ body: pipeline } = await app.send<Pipeline>('POST', '/api/pipelines', { name: 'one', definition: DEFINITION }));
});
afterAll(() => app.stop());

async function run(settings: object, times: number): Promise<{ before: JobRunDetails[]; after: JobRunDetails[] }> {
  const job = await app.create('pipeline', { settings: { pipeline_id: pipeline.id, ...settings } });
  const before: JobRunDetails[] = [];
  for (let time = 0; time < times; time += 1) before.push(await app.runNow(job.id));
  const read = async ({ id }: JobRunDetails) =>
    (await app.send<JobRunDetails>('GET', `/api/scheduler/runs/${id}`)).body;
  return { before, after: await Promise.all(before.map(read)) };
}

const downloadsOf = (runs: readonly JobRunDetails[]) =>
  Promise.all(runs.map(({ outputs }) => app.send<string>('GET', outputs[0]?.href ?? '/')));

it('the file of each run is kept and can be downloaded', async () => {
  const { after } = await run({}, 3);
  const files = await downloadsOf(after);
  expect(files.map(({ status }) => status)).toEqual(after.map(() => 200));
  expect(new Set(files.map(({ body }) => body)).size).toBe(3);
  expect(after.flatMap(({ removed_outputs: removed }) => removed)).toEqual([]);
});

it('a run whose file keep_last removed lists it as removed', async () => {
  const { before, after } = await run({ keep_last: 2 }, 3);
  expect(after.map(({ outputs }) => outputs.length)).toEqual([0, 1, 1]);
  expect(after[0]?.removed_outputs).toEqual([{ name: 'one.csv', removed_at: expect.any(String) }]);
  const [gone] = await downloadsOf(before);
  expect([gone?.status, gone?.body]).toMatchObject([404, { code: 'output-not-found' }]);
});
