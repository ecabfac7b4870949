import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { KeepWhoCancelledRuns1764177700000 } from '../../../migrations/1764177700000-keep-who-cancelled-runs.js';
import { State } from '../../platform/index.js';
import { SchedulerApp } from '../testing/scheduler-app.js';
import { JobRunRecord } from './job-run.entity.js';
import type { JobRunFields } from './job-run.entity.js';
import { JobRecord } from '../job.entity.js';

let app: SchedulerApp;
beforeAll(async () => {
  app = await SchedulerApp.start();
  app.useScriptedKind();
});
afterAll(() => app.stop());

it('finds out who cancelled the runs of earlier versions', async () => {
  const { manager } = app.get(State);
  const job = await app.create('plugin');
  const stored: JobRunFields = await manager.findOneByOrFail(JobRunRecord, { id: (await app.runNow(job.id)).id });
  const errors = ['Cancelled by Ada L.', 'The workbench was stopped.'];
  for (const [place, error] of errors.entries())
    await manager.insert(JobRunRecord, { ...stored, id: `old-${place}`, status: 'interrupted', error });
  await manager.update(JobRecord, job.id, { lastRunId: 'old-0', lastStatus: 'interrupted' });
  const migration = new KeepWhoCancelledRuns1764177700000();
  const runner = manager.dataSource.createQueryRunner();
  await migration.down(runner);
  await migration.up(runner);
  await runner.release();
  const runs = (await app.runs(job.id)).map(({ id, cancelled_by: by }) => [id, by]);
  expect(Object.fromEntries(runs)).toMatchObject({ 'old-0': 'Ada L', 'old-1': null, [stored.id]: null });
  expect((await manager.findOneByOrFail(JobRecord, { id: job.id })).lastStatus).toBe('cancelled');
});
