import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { LookForPrunedOutputs1764178000000 } from '../../../migrations/1764178000000-look-for-pruned-outputs.js';
import { State } from '../../platform/index.js';
import { JobOutputRecord } from '../runs/job-run.entity.js';
import { SchedulerApp } from '../testing/scheduler-app.js';
import { FileRemovalRecord } from './file-removal.entity.js';
import { FileRemovals } from './file-removals.js';

let app: SchedulerApp;
beforeAll(async () => {
  app = await SchedulerApp.start();
});
afterAll(() => app.stop());

it('removes the files of outputs that an earlier version pruned and left', async () => {
  const folder = join(app.home, 'backups');
  mkdirSync(folder);
  const pathOf = (name: string): string => join(folder, name);
  const { manager } = app.get(State);
  const rest = { jobId: 'j', runId: 'r', bytes: 1, sha256: '', createdAt: 1 };
  const outputs = [
    { id: 'pruned', removedAt: 2, details: { removal: 'pruned' } },
    { id: 'missing', removedAt: 2, details: { removal: 'missing' } },
    { id: 'kept', removedAt: null, details: {} },
  ];
  for (const { id } of outputs) writeFileSync(pathOf(id), 'a');
  await manager.insert(
    JobOutputRecord,
    outputs.map((output) => ({ ...rest, ...output, name: output.id, path: pathOf(output.id) })),
  );
  const runner = manager.dataSource.createQueryRunner();
  const migration = new LookForPrunedOutputs1764178000000();
  await migration.down(runner);
  await migration.up(runner);
  expect((await manager.find(FileRemovalRecord)).map(({ path }) => path)).toEqual([pathOf('pruned')]);
  await app.get(FileRemovals).lookAgain();
  expect(outputs.map(({ id }) => existsSync(pathOf(id)))).toEqual([false, true, true]);
  expect(await manager.find(FileRemovalRecord)).toEqual([]);
});
