import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Job, JobInput, JobRun } from '#libs/api';
import { State } from '../platform/index.js';
import { JobKinds } from './job-kinds.js';
import { JobRunRecord } from './runs/job-run.entity.js';
import type { JobRunFields } from './runs/job-run.entity.js';
import { SchedulerLoop } from './scheduler-loop.js';
import { SchedulerApp, ScriptedKind } from './testing/scheduler-app.js';

/** Two runs of it at a time on one connection. */
class ConnectedKind extends ScriptedKind {
  override readonly access = 'query';
}

let app: SchedulerApp;
const kind = new ConnectedKind();
beforeAll(async () => {
  app = await SchedulerApp.start();
  app.get(JobKinds).register(kind);
});
afterAll(() => app.stop());
afterEach(() => {
  kind.work = () => Promise.resolve();
});

const runNow = async ({ id }: Pick<Job, 'id'>) =>
  (await app.send<JobRun>('POST', `/api/scheduler/jobs/${id}/run`)).body;
const onDuck = (input: Partial<JobInput>) => app.create('plugin', { connection_id: 'duck', ...input });

/** Takes both places of the lane of a connection; answers what gives each of them back. */
async function block(): Promise<[() => void, () => void]> {
  const jobs = [await onDuck({ name: 'one' }), await onDuck({ name: 'two' })];
  const gates = new Map(jobs.map(({ id }) => [id, Promise.withResolvers<undefined>()]));
  kind.work = async ({ jobId }) => {
    await gates.get(jobId)?.promise;
  };
  for (const job of jobs) {
    const { id } = await runNow(job);
    await app.until(() => (kind.begun.includes(id) ? true : null));
  }
  const [one, two] = [...gates.values()].map(({ resolve }) => resolve);
  return [() => one?.(undefined), () => two?.(undefined)];
}

it('runs on the connection and under the name that its job has when its turn comes', async () => {
  const letGo = await block();
  const job = await onDuck({ name: 'three' });
  const run = await runNow(job);
  expect([run.status, run.connection_id]).toEqual(['queued', 'duck']);
  const change = { connection_id: 'gone', name: 'renamed' };
  expect((await app.send('PUT', `/api/scheduler/jobs/${job.id}`, change)).status).toBe(200);
  const ends = app.heard('scheduler.job.success');
  for (const one of letGo) one();
  expect(await app.ended(run.id)).toMatchObject({ connection_id: 'gone', job_name: 'renamed', status: 'success' });
  expect(ends.find(({ run_id: id }) => id === run.id)).toMatchObject({
    connection_id: 'gone',
    job_name: 'renamed',
    read_connections: ['gone'],
  });
});

it('is no failure where a person cancels it while it waits', async () => {
  const letGo = await block();
  const run = await runNow(await onDuck({ name: 'waits' }));
  const ends = app.heard('scheduler.job.error');
  const { body } = await app.send<JobRun>('POST', `/api/scheduler/runs/${run.id}/cancel`);
  expect(body).toMatchObject({ status: 'interrupted', started_at: null, cancelled_by: 'local' });
  const [event] = await app.until(() => (ends.length > 0 ? ends : null));
  expect(event).toMatchObject({ title: 'Job cancelled: waits on Lake', cancelled_by: 'local', notify: false });
  for (const one of letGo) one();
});

describe('a one-time job', () => {
  const soon = () => new Date(app.now() + 60_000).toISOString();
  const isThere = async ({ id }: Job) => (await app.send('GET', `/api/scheduler/jobs/${id}`)).status === 200;

  it('stays until the runs by hand that wait have ended, and goes with the last of them', async () => {
    const job = await onDuck({ name: 'once', trigger: { type: 'once', at: soon() } });
    const [letGo, letOtherGo] = await block();
    app.advance(61_000);
    await app.tick();
    const ofMoment = await app.until(async () => (await app.runs(job.id))[0] ?? null);
    const waiting = await runNow(job);
    letGo();
    expect(await app.ended(ofMoment.id)).toMatchObject({ status: 'success', trigger: 'schedule' });
    expect(await app.ended(waiting.id)).toMatchObject({ status: 'success', trigger: 'manual' });
    await app.until(async () => ((await isThere(job)) ? null : true));
    letOtherGo();
  });

  it('stays after a run by hand before its moment', async () => {
    const job = await onDuck({ name: 'early', trigger: { type: 'once', at: soon() } });
    expect(await app.runNow(job.id)).toMatchObject({ status: 'success' });
    expect(await isThere(job)).toBe(true);
  });
});

it('says of a run whose job is gone that it is', async () => {
  const { id } = await app.runNow((await onDuck({ name: 'leaves one' })).id);
  const { manager } = app.get(State);
  const stored: JobRunFields = await manager.findOneByOrFail(JobRunRecord, { id });
  const left = { id: 'left', jobId: 'gone', status: 'queued', slot: null, startedAt: null } as const;
  await manager.insert(JobRunRecord, { ...stored, ...left });
  await app.get(SchedulerLoop).reconcile();
  expect(await app.ended('left')).toMatchObject({ status: 'interrupted', error: 'The job no longer exists.' });
});
