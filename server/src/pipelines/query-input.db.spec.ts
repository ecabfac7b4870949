import { readdirSync, readlinkSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { Pipeline } from '#libs/api';
import { createTestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import { SchedulerModule } from '../scheduler/index.js';
import type { WorkContext } from '../scheduler/index.js';
import { SchedulerApp } from '../scheduler/testing/scheduler-app.js';
import { PipelinesModule } from './index.js';
import { QueryInputs } from './query-input.js';

let database: TestDatabase;
let app: SchedulerApp;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await SchedulerApp.start({ database, features: [SchedulerModule, PipelinesModule] });
});
afterAll(async () => {
  await app.stop();
  await database.dispose();
});

function input(sql: string, connectionId = 'db') {
  return { name: 'rows', kind: 'query', connection_id: connectionId, sql } as const;
}

/** The files that an input is copied into and that this process holds open, removed ones too. */
function openInputs(): string[] {
  const folder = '/proc/self/fd';
  const nameOf = (descriptor: string): string => {
    try {
      return readlinkSync(`${folder}/${descriptor}`);
    } catch {
      return '';
    }
  };
  return readdirSync(folder)
    .map(nameOf)
    .filter((path) => /\/in-\d+\.csv/.test(path));
}

it.each([
  ['that the database refuses', input('SELECT * FROM missing')],
  ['of a server that is away', input('SELECT 1', 'gone')],
  ['of an engine that does not copy', input('SELECT nope', 'duck')],
])('holds no file open for a query %s', async (_, one) => {
  const definition = { inputs: [one], steps: [], output: { from: 'rows', format: 'csv', name: 'rows' } };
  const { body } = await app.send<Pipeline>('POST', '/api/pipelines', { name: `of ${one.sql}`, definition });
  const job = await app.create('pipeline', { settings: { pipeline_id: body.id } });
  for (let time = 0; time < 3; time += 1) expect((await app.runNow(job.id)).status).toBe('error');
  expect(openInputs()).toEqual([]);
});

it.each([['/nowhere', 'ENOENT']])(
  'ends, and the workbench goes on, where the file cannot be made in %s',
  async (folder, code) => {
    const context = { actor: LOCAL_ACTOR, signal: AbortSignal.timeout(20_000), noteRead: () => undefined };
    const inputs = app.get(QueryInputs);
    const bringing = inputs.bring(context as unknown as WorkContext, input('SELECT 1'), folder, 0);
    await expect(bringing).rejects.toMatchObject({ code });
    expect((await app.send('GET', '/api/health')).status).toBe(200);
  },
);
