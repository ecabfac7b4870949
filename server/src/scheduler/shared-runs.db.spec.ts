import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { JobRun } from '#libs/api';
import { State } from '../platform/index.js';
import { stateDatabaseOf } from '../platform/testing/state-database.js';
import { JobRunRecord } from './runs/job-run.entity.js';
import { SchedulerApp } from './testing/scheduler-app.js';
import type { ScriptedKind } from './testing/scheduler-app.js';

process.env.TEST_STATE = 'postgres';

/** So many slots in all; the long campaign takes 1,000. */
const SLOTS = Number(process.env.SHARED_SLOTS ?? 200);
const SLOTS_OF_EACH = 10;
const JOBS = SLOTS / SLOTS_OF_EACH;
/** Rather a slow machine than a failure. */
const SLOT_MS = 500;
const MINUTE_MS = 60_000;

describe('two workbenches that share the runs of jobs', () => {
  let apps: SchedulerApp[];
  let kinds: ScriptedKind[];
  const at = (place: number): SchedulerApp => {
    const app = apps[place];
    if (app === undefined) throw new Error('This workbench has not started.');
    return app;
  };
  const first = () => at(0);

  beforeAll(async () => {
    const one = await SchedulerApp.start({ env: { WORKBENCH_JOBS_AT_ONCE: '8' } });
    const env = { ...(await stateDatabaseOf(one.home)), WORKBENCH_JOBS_AT_ONCE: '8' };
    apps = [one, await SchedulerApp.start({ env })];
    kinds = apps.map((app) => app.useScriptedKind());
  });
  afterAll(async () => {
    for (const app of [...apps].reverse()) await app.stop();
  });
  beforeEach(() => {
    for (const kind of kinds) {
      kind.begun.length = 0;
      kind.work = () => Promise.resolve();
    }
  });

  it(
    `run ${SLOTS} slots, none twice and none left out`,
    async () => {
      const at = Date.UTC(2026, 4, 20, 5);
      for (const app of apps) app.setClock(new Date(at).toISOString());
      const trigger = { type: 'interval', every: 1, unit: 'minutes' } as const;
      const input = { trigger, settings: {}, missed: 'once' } as const;
      for (let place = 0; place < JOBS; place += 1) await first().create('plugin', { name: `job ${place}`, ...input });
      const { manager } = first().get(State);
      for (let slot = 1; slot <= SLOTS_OF_EACH; slot += 1) {
        for (const app of apps) app.setClock(new Date(at + slot * MINUTE_MS + 30_000).toISOString());
        await Promise.all(apps.map((app) => app.tick()));
        const over = { status: 'success' } as const;
        await first().until(async () => ((await manager.countBy(JobRunRecord, over)) >= slot * JOBS ? true : null));
      }
      const runs = await manager.findBy(JobRunRecord, {});
      const slots = new Set(runs.map(({ jobId, slot }) => `${jobId} ${slot ?? ''}`));
      expect([runs.length, slots.size]).toEqual([SLOTS, SLOTS]);
      expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['success']));
      const begun = kinds.flatMap((kind) => kind.begun);
      expect([begun.length, new Set(begun).size]).toEqual([SLOTS, SLOTS]);
      for (const kind of kinds) expect(kind.begun.length).toBeGreaterThan(0);
      await first().send('POST', '/api/scheduler/pause-all');
    },
    SLOTS * SLOT_MS,
  );

  it('can each cancel what the other runs', async () => {
    for (const kind of kinds) {
      kind.work = ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error())));
    }
    const job = await first().create('plugin', { name: 'long' });
    const { body: run } = await first().send<JobRun>('POST', `/api/scheduler/jobs/${job.id}/run`);
    const busy = await first().until(() => {
      const place = kinds.findIndex((kind) => kind.begun.length > 0);
      return place < 0 ? null : { place };
    });
    const other = at(1 - busy.place);
    const { status, body } = await other.send<JobRun>('POST', `/api/scheduler/runs/${run.id}/cancel`);
    expect([status, body.status, body.error]).toEqual([200, 'interrupted', 'Cancelled by local.']);
    expect((await other.job(job.id)).running).toBe(false);
  });

  it('cancel what a workbench runs that does not hear of it at first', async () => {
    const aborted = Promise.withResolvers<undefined>();
    for (const kind of kinds) {
      kind.work = ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            aborted.resolve(undefined);
            reject(new Error());
          });
        });
    }
    const job = await first().create('plugin', { name: 'does not hear' });
    const { body: run } = await first().send<JobRun>('POST', `/api/scheduler/jobs/${job.id}/run`);
    const busy = await first().until(() => {
      const place = kinds.findIndex((kind) => kind.begun.length > 0);
      return place < 0 ? null : { place };
    });
    await first()
      .get(State)
      .manager.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'data-workbench-peers' AND datname = current_database()`,
      );
    const { body } = await at(1 - busy.place).send<JobRun>('POST', `/api/scheduler/runs/${run.id}/cancel`);
    expect(body.status).toBe('interrupted');
    await aborted.promise;
  });

  it('leave a run of the other alone that goes on while one of them starts', async () => {
    const gate = Promise.withResolvers<undefined>();
    for (const kind of kinds) kind.work = () => gate.promise;
    const job = await first().create('plugin', { name: 'goes on' });
    const { body: run } = await first().send<JobRun>('POST', `/api/scheduler/jobs/${job.id}/run`);
    await first().until(() => (kinds.some((kind) => kind.begun.length > 0) ? true : null));
    const third = await SchedulerApp.start({ env: await stateDatabaseOf(first().home) });
    third.useScriptedKind();
    expect((await third.job(job.id)).running).toBe(true);
    gate.resolve(undefined);
    expect(await third.ended(run.id)).toMatchObject({ status: 'success', error: null });
    await third.stop();
  });
});
