import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { JobRun } from '#libs/api';
import { EventBus, State } from '../../platform/index.js';
import { DriverFaults } from '../../platform/state/testing/driver-faults.js';
import { JobRunRecord } from './job-run.entity.js';
import type { JobRunFields } from './job-run.entity.js';
import { SchedulerLoop } from '../scheduler-loop.js';
import { SchedulerApp } from '../testing/scheduler-app.js';
import type { ScriptedKind } from '../testing/scheduler-app.js';

const OUTAGE_MS = Number(process.env.STATE_OUTAGE_MS ?? 1_500);
const OVER = new Set<unknown>(['success', 'error', 'interrupted', 'timed_out', 'skipped']);

describe('runs of jobs while the state vanishes', () => {
  const faults = new DriverFaults();
  let app: SchedulerApp;
  let kind: ScriptedKind;

  beforeAll(async () => {
    faults.start();
    app = await SchedulerApp.start();
    kind = app.useScriptedKind();
  });
  afterAll(async () => {
    faults.stop();
    await app.stop();
  });
  afterEach(() => {
    kind.work = () => Promise.resolve();
  });

  /** A run's end, for which answers without the state are passed over. */
  const ended = (runId: string) =>
    app.until(async () => {
      const { body } = await app.send<JobRun>('GET', `/api/scheduler/runs/${runId}`);
      return OVER.has(body.status) ? body : null;
    });
  const vanish = async (forMs = OUTAGE_MS) => {
    faults.isDown = true;
    await wait(forMs);
    faults.isDown = false;
  };
  const start = async (name: string) => {
    const job = await app.create('plugin', { name });
    const { status, body } = await app.send<JobRun>('POST', `/api/scheduler/jobs/${job.id}/run`);
    expect(status).toBe(202);
    return { job, run: body };
  };

  it.each([
    ['success', () => Promise.resolve()],
    ['error', () => Promise.reject(new Error('no'))],
  ])('writes the end of a run once the state is back: %s', async (status, outcome) => {
    let outage = Promise.resolve();
    const answered = Promise.withResolvers<undefined>();
    kind.work = async () => {
      await answered.promise;
      outage = vanish();
      return outcome();
    };
    const { job, run } = await start(`ends in ${status}`);
    answered.resolve(undefined);
    expect(await ended(run.id)).toMatchObject({ status });
    await outage;
    expect((await app.job(job.id)).running).toBe(false);
  });

  it('begins a run once the state is back', async () => {
    const job = await app.create('plugin', { name: 'begins late' });
    const { body } = await app.send<JobRun>('POST', `/api/scheduler/jobs/${job.id}/run`);
    await vanish();
    expect(await ended(body.id)).toMatchObject({ status: 'success' });
  });

  it.each(['begin', 'end'])('keeps a run whose %s was committed although an error was reported', async (step) => {
    const commit = { step: 'COMMIT', after: 0, code: 'SQLITE_IOERR', isDone: true, rollsBack: false };
    const job = await app.create('plugin', { name: `uncertain ${step}` });
    kind.work = async (context) => {
      const folder = await context.workFolder();
      expect(folder).not.toBe('');
      if (step === 'end') faults.expect([commit]);
    };
    // So that no reconciliation commits meanwhile: the first commit is that of the request.
    await app.tick();
    if (step === 'begin') faults.expect([{ ...commit, after: 1 }]);
    const { body } = await app.send<JobRun>('POST', `/api/scheduler/jobs/${job.id}/run`);
    expect(await ended(body.id)).toMatchObject({ status: 'success', error: null });
    faults.expect([]);
    expect((await app.job(job.id)).running).toBe(false);
  });

  it.each([
    ['success', () => Promise.resolve()],
    ['error', () => Promise.reject(new Error('no'))],
  ])('keeps a finished file that the state was away for, in a run that ends in %s', async (status, outcome) => {
    const path = join(app.home, `finished-${status}`);
    let outage = Promise.resolve();
    const answered = Promise.withResolvers<undefined>();
    kind.work = async (context) => {
      await answered.promise;
      outage = vanish();
      await context.reserve([path]);
      writeFileSync(path, 'whole');
      await outage;
      outage = vanish();
      await context.keepNow({ path, name: 'finished', bytes: 5, sha256: 'x' });
      return outcome();
    };
    const { run } = await start(`keeps in ${status}`);
    answered.resolve(undefined);
    expect(await ended(run.id)).toMatchObject({ status, outputs: [{ name: 'finished' }] });
    await outage;
    expect(readFileSync(path, 'utf8')).toBe('whole');
  });

  it('removes a file that a run was to keep when it was stopped', async () => {
    const path = join(app.home, 'stopped');
    const answered = Promise.withResolvers<undefined>();
    kind.work = async (context) => {
      await context.reserve([path]);
      writeFileSync(path, 'whole');
      await answered.promise;
      faults.isDown = true;
      await context.keepNow({ path, name: 'stopped', bytes: 5, sha256: 'x' }).finally(() => (faults.isDown = false));
    };
    const job = await app.create('plugin', { name: 'is stopped', timeout_s: 1 });
    const { body } = await app.send<JobRun>('POST', `/api/scheduler/jobs/${job.id}/run`);
    answered.resolve(undefined);
    expect(await ended(body.id)).toMatchObject({ status: 'timed_out', outputs: [] });
    expect(existsSync(path)).toBe(false);
  });

  it('publishes that a run was cancelled where the state is away right after it', async () => {
    const begun = Promise.withResolvers<undefined>();
    kind.work = ({ signal }) => {
      begun.resolve(undefined);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('cut'))));
    };
    const { run } = await start('is cancelled');
    await begun.promise;
    const performed = app.heard('action.performed');
    const forget = app.get(EventBus).subscribe('scheduler.run_changed', ({ run_id: id, status }) => {
      if (id === run.id && status === 'interrupted') faults.isDown = true;
    });
    const { status } = await app.send('POST', `/api/scheduler/runs/${run.id}/cancel`);
    forget();
    faults.isDown = false;
    expect(status).toBe(503);
    expect(performed).toMatchObject([{ action: 'job.change', details: { cancelled_run: run.id } }]);
    expect(await ended(run.id)).toMatchObject({ status: 'interrupted' });
  });

  it('finds runs that nobody does any more, at any time', async () => {
    const { job, run } = await start('loses its owner');
    await ended(run.id);
    const { manager } = app.get(State);
    const stored: JobRunFields = await manager.findOneByOrFail(JobRunRecord, { id: run.id });
    await manager.insert(JobRunRecord, [
      { ...stored, id: 'orphan', status: 'running', slot: null },
      { ...stored, id: 'forgotten', status: 'queued', startedAt: null, slot: null },
    ]);
    await app.get(SchedulerLoop).reconcile();
    const orphan = await manager.findOneByOrFail(JobRunRecord, { id: 'orphan' });
    expect([orphan.status, orphan.error]).toEqual(['interrupted', 'The workbench ended while it ran.']);
    expect(await ended('forgotten')).toMatchObject({ status: 'success' });
    expect((await app.job(job.id)).running).toBe(false);
  });

  it('ends the record of a run that nobody does, when it is cancelled', async () => {
    const { run } = await start('is done');
    await ended(run.id);
    const { manager } = app.get(State);
    const stored: JobRunFields = await manager.findOneByOrFail(JobRunRecord, { id: run.id });
    await manager.insert(JobRunRecord, { ...stored, id: 'left', status: 'running', slot: null });
    const { status, body } = await app.send<JobRun>('POST', '/api/scheduler/runs/left/cancel');
    expect([status, body.status, body.error]).toEqual([200, 'interrupted', 'Cancelled by local.']);
  });

  it('goes on with the slots of a schedule after an outage', async () => {
    // The jobs of the tests before would come due, too.
    await app.send('POST', '/api/scheduler/pause-all');
    const job = await app.create('plugin', { name: 'hourly' });
    kind.work = () => vanish();
    app.advance(3_600_000);
    await app.tick();
    const first = await app.until(async () => ((await app.runs(job.id)) as JobRun[] | undefined)?.[0] ?? null);
    expect(await ended(first.id)).toMatchObject({ status: 'success' });
    kind.work = () => Promise.resolve();
    app.advance(3_600_000);
    await app.tick();
    const statuses = await app.until(async () => {
      const runs = (await app.runs(job.id)) as JobRun[] | undefined;
      return runs?.length === 2 && runs.every(({ status }) => status !== 'queued' && status !== 'running')
        ? runs
        : null;
    });
    expect(statuses.map(({ status }) => status)).toEqual(['success', 'success']);
  });
});
