import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import type { Job } from '#libs/api';
import { State } from '../platform/index.js';
import { JobRecord } from './job.entity.js';
import type { JobFields } from './job.entity.js';
import { SchedulerApp } from './testing/scheduler-app.js';

const HOUR_MS = 3_600_000;
const DAILY = { type: 'cron', expression: '0 6 * * *', timezone: 'UTC' } as const;
const PAUSED = { state: 'paused', next_run_at: null };
const REVOKED = { isPaused: true, pauseReason: 'token_revoked', nextRunAt: null } as const;

let app: SchedulerApp;
let job: Job;
beforeEach(async () => {
  app = await SchedulerApp.start();
  app.useScriptedKind();
  app.setClock('2026-05-20T05:00:00Z');
  job = await app.create('plugin');
  // What the first tick reconciles does not come between.
  await app.tick();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await app.stop();
});

/** Has something else written just before the next transaction begins: what was read before it is out of date. */
function beforeNextTransaction(work: () => Promise<unknown>): void {
  const state = app.get(State);
  const transaction = state.transaction.bind(state);
  const once = async <T>(unit: (manager: EntityManager) => Promise<T>): Promise<T> => {
    await work();
    return transaction(unit);
  };
  jest.spyOn(state, 'transaction').mockImplementationOnce(once);
}

const post = <T = Job>(what: string) => app.send<T>('POST', `/api/scheduler/jobs/${job.id}/${what}`);
const put = (trigger: object) => app.send<Job>('PUT', `/api/scheduler/jobs/${job.id}/trigger`, trigger);
const write = (values: Partial<JobFields>) => app.get(State).manager.update(JobRecord, job.id, values);

async function expectNoRun(): Promise<void> {
  app.advance(30 * HOUR_MS);
  await app.tick();
  expect(await app.runs(job.id)).toEqual([]);
}

describe('a job that is paused', () => {
  it('while its trigger is being changed stays paused with the new trigger', async () => {
    beforeNextTransaction(() => post('pause'));
    expect((await put(DAILY)).body).toMatchObject({ ...PAUSED, trigger: DAILY });
    await expectNoRun();
  });

  it('while a clock that was set back moves its next run stays paused', async () => {
    const paused = Promise.withResolvers<unknown>();
    beforeNextTransaction(() => post('pause').then(paused.resolve));
    app.advance(-48 * HOUR_MS);
    await app.tick();
    await paused.promise;
    expect(await app.job(job.id)).toMatchObject(PAUSED);
    app.advance(48 * HOUR_MS);
    await expectNoRun();
  });

  it('is not claimed where it has a next run all the same', async () => {
    await write({ isPaused: true });
    await expectNoRun();
    expect((await app.job(job.id)).state).toBe('paused');
  });

  it('is not claimed where it was found due before', async () => {
    const paused = Promise.withResolvers<unknown>();
    beforeNextTransaction(() => write({ isPaused: true }).then(paused.resolve));
    app.advance(HOUR_MS);
    await app.tick();
    await paused.promise;
    expect(await app.runs(job.id)).toEqual([]);
  });

  it('runs by hand', async () => {
    await post('pause');
    expect(await app.runNow(job.id)).toMatchObject({ status: 'success', trigger: 'manual' });
    expect(await app.job(job.id)).toMatchObject(PAUSED);
  });
});

describe('a job whose token is revoked', () => {
  beforeEach(() => post('pause'));

  it('while all are being resumed stays paused', async () => {
    beforeNextTransaction(() => write(REVOKED));
    expect((await app.send('POST', '/api/scheduler/resume-all')).body).toEqual({ changed: 0 });
    expect(await app.job(job.id)).toMatchObject({ ...PAUSED, pause_reason: 'token_revoked' });
  });

  it('while it is being resumed stays paused until it was reviewed', async () => {
    beforeNextTransaction(() => write(REVOKED));
    expect(await post('resume')).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } });
    expect(await app.job(job.id)).toMatchObject({ ...PAUSED, pause_reason: 'token_revoked' });
    expect(await post('resume')).toMatchObject({ status: 200, body: { state: 'active', pause_reason: null } });
  });
});

it('a job that gets another trigger while it is being resumed runs on that one', async () => {
  await post('pause');
  beforeNextTransaction(() => put(DAILY));
  expect((await post('resume')).body).toMatchObject({ state: 'active', next_run_at: '2026-05-20T06:00:00.000Z' });
});
