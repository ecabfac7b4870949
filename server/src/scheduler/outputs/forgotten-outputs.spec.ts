import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { State } from '../../platform/index.js';
import { JobRecord } from '../job.entity.js';
import { JobOutputRecord } from '../runs/job-run.entity.js';
import { SchedulerApp } from '../testing/scheduler-app.js';

const DAY_MS = 24 * 3_600_000;

let app: SchedulerApp;
beforeAll(async () => {
  app = await SchedulerApp.start();
  app.useScriptedKind();
});
afterAll(() => app.stop());

it('forgets outputs that were removed more than a day ago with the run that left them', async () => {
  const job = await app.create('plugin', { name: 'Forgetful' });
  const kept = await app.runNow(job.id);
  const { manager } = app.get(State);
  const rest = { jobId: job.id, path: '/nowhere', bytes: 1, sha256: '', details: {}, createdAt: 1 };
  const now = Date.now();
  await manager.insert(JobOutputRecord, [
    { ...rest, id: 'old', runId: 'forgotten', name: 'old', removedAt: now - 2 * DAY_MS },
    { ...rest, id: 'late', runId: 'forgotten', name: 'late', removedAt: now },
    { ...rest, id: 'there', runId: 'forgotten', name: 'there', removedAt: null },
    { ...rest, id: 'known', runId: kept.id, name: 'known', removedAt: now - 2 * DAY_MS },
  ]);
  await manager.update(JobRecord, job.id, { runCount: 49 });
  await app.runNow(job.id);
  const left = await manager.find(JobOutputRecord, { where: { jobId: job.id }, order: { id: 'ASC' } });
  expect(left.map(({ id }) => id)).toEqual(['known', 'late', 'there']);
});
