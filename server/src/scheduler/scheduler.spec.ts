import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { Job, JobList, JobRun, JobRunDetails, JobRunList } from '#libs/api';
import type { Trigger } from '#libs/triggers';
import type { ProblemDocument } from '#libs/problem';
import { State } from '../platform/index.js';
import { settleBehind } from '../platform/testing/settle-behind.js';
import { JobRunRecord } from './runs/job-run.entity.js';
import { JobRunner } from './runs/job-runner.js';
import { RunCancellation } from './runs/run-cancellation.js';
import { cancelledRun } from './runs/run-verdict.js';
import { JobRecord } from './job.entity.js';
import { SchedulerService } from './scheduler.service.js';
import { EVERY_HOUR, SchedulerApp } from './testing/scheduler-app.js';
import type { ScriptedKind } from './testing/scheduler-app.js';

const HOUR_MS = 3_600_000;
const DAILY = { type: 'cron', expression: '0 6 * * *', timezone: 'UTC' } as const;

let app: SchedulerApp;
let kind: ScriptedKind;

beforeEach(async () => {
  app = await SchedulerApp.start();
  kind = app.useScriptedKind();
  app.setClock('2026-05-20T05:00:00Z');
});
afterEach(() => app.stop());

const statuses = async (job: Job) => (await app.runs(job.id)).map(({ status }) => status);

/** Has runs wait until they are asked to go on. */
function gate(): { open(): void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  kind.work = ({ signal }) =>
    Promise.race([
      opened,
      new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(new Error('cut')))),
    ]);
  return { open };
}

describe('a job', () => {
  it('is made with its next run in words and in time', async () => {
    const job = await app.create('plugin', { name: ' Refresh ', trigger: { ...DAILY, timezone: 'Europe/Paris' } });
    expect(job).toMatchObject({
      ...{ kind: 'plugin', name: 'Refresh', state: 'active', running: false, last_run: null, recent_runs: [] },
      ...{ trigger_text: 'Daily at 06:00, Europe/Paris', next_run_at: '2026-05-21T04:00:00.000Z' },
      ...{ notify: { on_success: false, on_error: true }, owner: { id: 'local', name: 'local' } },
    });
  });

  it.each([
    [{ trigger: { type: 'cron', expression: '0 0 30 2 *', timezone: 'UTC' } }, '/trigger/expression'],
    [{ trigger: { type: 'interval', every: 0, unit: 'seconds' } }, '/trigger/every'],
    [{ trigger: { type: 'once', at: '2026-05-20T04:59:59Z' } }, '/trigger/at'],
    [{ trigger: { type: 'cron', expression: '0 6 * * *', timezone: 'Mars/Olympus' } }, '/trigger/timezone'],
    [{ name: '' }, '/name'],
    [{ surprise: 1 }, '/surprise'],
    [{ timeout_s: 0 }, '/timeout_s'],
  ])('is refused: %j', async (wrong, pointer) => {
    const input = { name: 'x', trigger: EVERY_HOUR, ...wrong };
    const { status, body } = await app.send('POST', '/api/scheduler/jobs/plugin', input);
    expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([400, 'validation-failed', pointer]);
  });

  it('is of a kind that there is', async () => {
    expect((await app.send('POST', '/api/scheduler/jobs/knitting', { name: 'x', trigger: EVERY_HOUR })).status).toBe(
      404,
    );
  });

  it('runs in its slots, computed from the slot and not from the end of the run', async () => {
    const job = await app.create('plugin');
    app.advance(HOUR_MS + 20_000);
    await app.tick();
    const [run] = await app.runs(job.id);
    await app.ended(run?.id ?? '');
    const slot = Date.parse(job.next_run_at ?? '');
    expect(run).toMatchObject({ trigger: 'schedule', scheduled_for: job.next_run_at, missed_slots: 0 });
    expect(Date.parse((await app.job(job.id)).next_run_at ?? '')).toBe(slot + HOUR_MS);
  });

  it('is paused and resumed, run by hand all the same, and loses no slot that it did not have', async () => {
    const job = await app.create('plugin');
    expect((await app.send<Job>('POST', `/api/scheduler/jobs/${job.id}/pause`)).body).toMatchObject({
      state: 'paused',
      next_run_at: null,
    });
    app.advance(3 * HOUR_MS);
    await app.tick();
    expect(await statuses(job)).toEqual([]);
    expect(await app.runNow(job.id)).toMatchObject({ status: 'success', trigger: 'manual', scheduled_for: null });
    const { status, body } = await app.send<Job>('POST', `/api/scheduler/jobs/${job.id}/resume`);
    expect([status, body.state]).toEqual([200, 'active']);
    expect(Date.parse(body.next_run_at ?? '') - Date.parse(job.next_run_at ?? '')).toBe(3 * HOUR_MS);
  });

  it('gets another trigger in place', async () => {
    const job = await app.create('plugin');
    const { status, body } = await app.send<Job>('PUT', `/api/scheduler/jobs/${job.id}/trigger`, DAILY);
    expect([status, body.id, body.next_run_at]).toEqual([200, job.id, '2026-05-20T06:00:00.000Z']);
    const wrapped = await app.send<Job>('PUT', `/api/scheduler/jobs/${job.id}/trigger`, { trigger: EVERY_HOUR });
    expect(wrapped.body.trigger).toEqual(EVERY_HOUR);
    const wrong = await app.send('PUT', `/api/scheduler/jobs/${job.id}/trigger`, { type: 'cron', expression: 'x' });
    expect([wrong.status, wrong.body.errors?.[0]?.pointer]).toEqual([400, '/expression']);
  });

  it('is changed in part, and what is left out stays', async () => {
    const job = await app.create('plugin', { settings: { a: 1 } });
    const change = { name: 'Other', notify: { on_success: true }, timeout_s: 5, missed: 'once' };
    const { body } = await app.send<Job>('PUT', `/api/scheduler/jobs/${job.id}`, change);
    expect(body).toMatchObject({
      ...{ name: 'Other', settings: { a: 1 }, timeout_s: 5, missed: 'once' },
      notify: { on_success: true, on_error: true },
    });
  });

  it.each([
    ['keeps', { name: 'Renamed', timeout_s: 7, notify: { on_success: true } }, 200],
    ['is refused after', { settings: { a: 2 } }, 409],
  ])('%s what another change saved while it was checked: %j', async (_, other, status) => {
    const job = await app.create('plugin', { settings: { a: 1 } });
    const path = `/api/scheduler/jobs/${job.id}`;
    const [begun, goesOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    kind.check = () => {
      begun.resolve(undefined);
      return goesOn.promise;
    };
    const slow = app.send<Job & ProblemDocument>('PUT', path, { missed: 'once' });
    await begun.promise;
    kind.check = () => Promise.resolve();
    expect((await app.send('PUT', path, other)).status).toBe(200);
    goesOn.resolve(undefined);
    const { status: answered, body } = await slow;
    expect([answered, body.code]).toEqual([status, status === 200 ? undefined : 'changed-meanwhile']);
    const missed = status === 200 ? 'once' : job.missed;
    const notify = { ...job.notify, ...('notify' in other ? other.notify : {}) };
    expect(await app.job(job.id)).toMatchObject({ ...other, missed, notify });
  });

  it.each([
    ['the settings', { settings: { a: 2 } }, 409],
    ['the name', { name: 'Renamed' }, 200],
  ])('is changed by a page that was opened before another one changed %s', async (_, other, status) => {
    const job = await app.create('plugin', { settings: { a: 1 } });
    const path = `/api/scheduler/jobs/${job.id}`;
    const expected = { connection_id: job.connection_id, settings: job.settings };
    expect((await app.send('PUT', path, { ...other, expected })).status).toBe(200);
    const answer = await app.send<Job & ProblemDocument>('PUT', path, { settings: { a: 1, b: 2 }, expected });
    expect([answer.status, answer.body.code]).toEqual([status, status === 200 ? undefined : 'changed-meanwhile']);
    const settings = status === 200 ? { a: 1, b: 2 } : { a: 2 };
    expect(await app.job(job.id)).toMatchObject({ ...other, settings });
    // The same change once more is no conflict with itself.
    expect((await app.send('PUT', path, { settings, expected })).status).toBe(200);
  });

  it.each([{}, { settings: {} }, { connection_id: null }])('refuses %j as what is expected', async (expected) => {
    const job = await app.create('plugin');
    const answer = await app.send('PUT', `/api/scheduler/jobs/${job.id}`, { name: 'Other', expected });
    expect(answer.status).toBe(400);
  });

  it('runs at once by the clock of the server when its moment is now', async () => {
    const job = await app.create('plugin', { trigger: { type: 'once', at: 'now' } });
    expect(job.trigger).toEqual({ type: 'once', at: job.next_run_at });
    app.setClock(new Date(Date.parse(job.next_run_at ?? '')).toISOString());
    await app.tick();
    await app.until(async () =>
      (await app.send('GET', `/api/scheduler/jobs/${job.id}`)).status === 404 ? true : null,
    );
    const { runs } = (await app.send<JobRunList>('GET', '/api/scheduler/runs')).body;
    expect(runs.map(({ job_id: id, status }) => [id, status])).toEqual([[job.id, 'success']]);
  });

  it('goes when its one moment has passed and its run has ended; the run stays to be found', async () => {
    const job = await app.create('plugin', { trigger: { type: 'once', at: '2026-05-20T05:10:00Z' } });
    await app.runNow(job.id);
    expect((await app.job(job.id)).id).toBe(job.id);
    app.setClock('2026-05-20T05:10:01Z');
    await app.tick();
    await app.until(async () =>
      (await app.send('GET', `/api/scheduler/jobs/${job.id}`)).status === 404 ? true : null,
    );
    const { runs } = (await app.send<JobRunList>('GET', '/api/scheduler/runs')).body;
    expect(runs.map(({ job_name: name, trigger, status }) => [name, trigger, status])).toEqual([
      [job.name, 'schedule', 'success'],
      [job.name, 'manual', 'success'],
    ]);
  });

  it.each<[string, Trigger]>([
    ['a one-time job', { type: 'once', at: '2026-05-20T06:00:00Z' }],
    ['a repeating job', DAILY],
  ])('stays where it got a new moment while a scheduled run went on: %s', async (_, trigger) => {
    const job = await app.create('plugin', { trigger });
    const gated = gate();
    app.setClock('2026-05-20T06:00:01Z');
    await app.tick();
    await app.until(() => (kind.begun.length === 1 ? true : null));
    const moment = { type: 'once', at: '2026-05-21T06:00:00Z' };
    expect((await app.send('PUT', `/api/scheduler/jobs/${job.id}/trigger`, moment)).status).toBe(200);
    gated.open();
    expect(await app.ended(kind.begun[0] ?? '')).toMatchObject({ status: 'success' });
    expect(await app.job(job.id)).toMatchObject({ trigger: moment, next_run_at: '2026-05-21T06:00:00.000Z' });
    app.setClock('2026-05-21T06:00:01Z');
    await app.tick();
    await app.until(async () =>
      (await app.send('GET', `/api/scheduler/jobs/${job.id}`)).status === 404 ? true : null,
    );
  });

  it('is deleted with its runs, also while one goes on', async () => {
    const job = await app.create('plugin');
    gate();
    await app.send('POST', `/api/scheduler/jobs/${job.id}/run`);
    await app.until(() => (kind.begun.length === 1 ? true : null));
    expect((await app.send('DELETE', `/api/scheduler/jobs/${job.id}`)).status).toBe(204);
    for (const path of ['', '/runs'])
      expect((await app.send('GET', `/api/scheduler/jobs/${job.id}${path}`)).status).toBe(404);
    expect((await app.send<JobRunList>('GET', '/api/scheduler/runs')).body.runs).toEqual([]);
  });

  it('is deleted with a run that is asked for while another one is being stopped', async () => {
    const job = await app.create('plugin');
    const run = () => app.send<JobRun>('POST', `/api/scheduler/jobs/${job.id}/run`);
    const [asked, stopped] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    kind.work = async ({ signal }) => {
      signal.addEventListener('abort', () => asked.resolve(null));
      await stopped.promise;
    };
    await run();
    await app.until(() => (kind.begun.length === 1 ? true : null));
    const removal = app.send('DELETE', `/api/scheduler/jobs/${job.id}`);
    await asked.promise;
    const { promise: cut, resolve: isCut } = Promise.withResolvers<null>();
    kind.work = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          isCut(null);
          reject(new Error('cut'));
        });
      });
    expect((await run()).status).toBe(202);
    await app.until(() => (kind.begun.length === 2 ? true : null));
    stopped.resolve(null);
    expect((await removal).status).toBe(204);
    await cut;
    expect(await app.get(State).manager.count(JobRunRecord)).toBe(0);
  });

  it('is not run where it was deleted while the run waited for its turn', async () => {
    const job = await app.create('plugin');
    const state = app.get(State);
    const result = await settleBehind(
      state,
      () => state.transaction((manager) => manager.delete(JobRecord, { id: job.id })),
      () => app.get(SchedulerService).run(LOCAL_ACTOR, job.id),
    );
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'job-not-found' } });
    expect(await state.manager.count(JobRunRecord)).toBe(0);
  });

  it('shows five runs of a trigger that is being typed', async () => {
    const { body } = await app.send('POST', '/api/scheduler/triggers/preview', { ...DAILY, expression: '0 6 * * 1' });
    expect(body).toEqual({
      text: 'Monday at 06:00, UTC',
      next_runs: ['05-25', '06-01', '06-08', '06-15', '06-22'].map((day) => `2026-${day}T06:00:00.000Z`),
    });
    const { status } = await app.send('POST', '/api/scheduler/triggers/preview', { type: 'cron', expression: '0 6' });
    expect(status).toBe(400);
  });
});

describe('the list', () => {
  it('is filtered, counted and paged by name', async () => {
    const [b, a] = [await app.create('plugin', { name: 'b' }), await app.create('plugin', { name: 'A' })];
    await app.create('query', { name: 'c', connection_id: 'duck', settings: { sql: 'SELECT 1' } });
    kind.work = () => Promise.reject(new Error('broken'));
    await app.runNow(b.id);
    await app.send('POST', `/api/scheduler/jobs/${a.id}/pause`);
    const names = async (query: string) =>
      (await app.send<JobList>('GET', `/api/scheduler/jobs${query}`)).body.items.map(({ name }) => name);
    expect(await names('')).toEqual(['A', 'b', 'c']);
    expect(await names('?status=failing')).toEqual(['b']);
    expect(await names('?status=paused')).toEqual(['A']);
    expect(await names('?status=never_run')).toEqual(['A', 'c']);
    expect(await names('?kind=query')).toEqual(['c']);
    expect(await names('?connection_id=duck')).toEqual(['c']);
    expect(await names('?search=B')).toEqual(['b']);
    expect(await names('?owner=nobody')).toEqual([]);
    const { body } = await app.send<JobList>('GET', '/api/scheduler/jobs?limit=2');
    expect([body.found, body.counts]).toEqual([3, { total: 3, running: 0, failing: 1, paused: 1 }]);
    expect(await names(`?limit=2&cursor=${body.next_cursor ?? ''}`)).toEqual(['c']);
    expect((await app.send('GET', '/api/scheduler/jobs?cursor=x')).status).toBe(400);
  });

  it('counts what all owners have, whatever part of it is asked for', async () => {
    const [a, b] = [await app.create('plugin', { name: 'a' }), await app.create('plugin', { name: 'b' })];
    await app.create('plugin', { name: 'c' });
    await app.get(State).manager.update(JobRecord, a.id, { ownerId: 'ada' });
    for (const { id } of [a, b]) await app.send('POST', `/api/scheduler/jobs/${id}/pause`);
    const { body } = await app.send<JobList>('GET', '/api/scheduler/jobs?owner=ada');
    expect([body.items.map(({ id }) => id), body.found, body.counts]).toEqual([
      [a.id],
      1,
      { total: 3, running: 0, failing: 0, paused: 2 },
    ]);
    expect(body.owners.map(({ id }) => id)).toEqual(['ada', 'local']);
  });

  it('pauses and resumes all', async () => {
    const job = await app.create('plugin');
    await app.create('plugin', { name: 'other' });
    expect((await app.send('POST', '/api/scheduler/pause-all')).body).toEqual({ changed: 2 });
    expect((await app.job(job.id)).state).toBe('paused');
    expect((await app.send('POST', '/api/scheduler/resume-all')).body).toEqual({ changed: 2 });
    expect((await app.job(job.id)).next_run_at).not.toBeNull();
  });
});

describe('a run', () => {
  it('is published to every subscriber, with how it ended', async () => {
    const [good, bad] = [app.heard('scheduler.job.success'), app.heard('scheduler.job.error')];
    const job = await app.create('plugin', { name: 'Refresh', notify: { on_success: true } });
    await app.runNow(job.id);
    expect(good).toMatchObject([{ job_id: job.id, status: 'success', notify: true, title: 'Job succeeded: Refresh' }]);
    kind.work = () => Promise.reject(new Error('a secret of the server'));
    const run = await app.runNow(job.id);
    expect(run).toMatchObject({ status: 'error', error: 'Something went wrong in the workbench.' });
    expect(bad).toMatchObject([{ run_id: run.id, status: 'error', error: run.error, title: 'Job failed: Refresh' }]);
    expect((await app.job(job.id)).recent_runs.map(({ status }) => status)).toEqual(['success', 'error']);
  });

  it('keeps what it says and what it leaves, of the last runs only', async () => {
    const job = await app.create('plugin');
    kind.work = async (context) => {
      context.log('half way', 'warn');
      const folder = await context.workFolder();
      writeFileSync(join(folder, 'x'), 'content');
      await context.keep(join(folder, 'x'), 'out put.txt');
    };
    const first = await app.runNow(job.id);
    expect(first.log).toMatchObject([{ level: 'warn', text: 'half way' }]);
    expect(first.outputs).toMatchObject([{ name: 'out put.txt', bytes: 7 }]);
    expect((await app.send('GET', first.outputs[0]?.href ?? '')).body).toBe('content');
    await app.runNow(job.id);
    await app.runNow(job.id);
    await app.until(async () => ((await app.send('GET', first.outputs[0]?.href ?? '')).status === 404 ? true : null));
    expect((await app.runs(job.id)).map(({ outputs }) => outputs.length)).toEqual([1, 1, 0]);
    // Files go once it is written down that they have gone.
    await app.until(() => (app.files('outputs').filter((name) => name.endsWith('.txt')).length === 2 ? true : null));
    expect(app.files('outputs').join()).not.toContain('partial');
  });

  it('leaves nothing where it fails', async () => {
    const job = await app.create('plugin');
    kind.work = async (context) => {
      const folder = await context.workFolder();
      writeFileSync(join(folder, 'x'), 'content');
      await context.keep(join(folder, 'x'), 'x.txt');
      await context.reserve([join(app.home, 'elsewhere')]);
      writeFileSync(join(app.home, 'elsewhere'), 'content');
      throw new Error('late');
    };
    expect((await app.runNow(job.id)).outputs).toEqual([]);
    expect(app.files('outputs')).toEqual([]);
    expect(existsSync(join(app.home, 'elsewhere'))).toBe(false);
  });

  it('is cancelled by a person', async () => {
    const job = await app.create('plugin');
    gate();
    const { body: run } = await app.send<JobRun>('POST', `/api/scheduler/jobs/${job.id}/run`);
    await app.until(() => (kind.begun.length === 1 ? true : null));
    expect((await app.job(job.id)).running).toBe(true);
    const { status, body } = await app.send<JobRun>('POST', `/api/scheduler/runs/${run.id}/cancel`);
    expect([status, body.status, body.error]).toEqual([200, 'interrupted', 'Cancelled by local.']);
    expect((await app.job(job.id)).running).toBe(false);
    expect((await app.send('POST', `/api/scheduler/runs/${run.id}/cancel`)).status).toBe(409);
  });

  it('is no failure where a person cancels it', async () => {
    const ended = app.heard('scheduler.job.error');
    const job = await app.create('plugin');
    gate();
    const { body: run } = await app.send<JobRun>('POST', `/api/scheduler/jobs/${job.id}/run`);
    await app.until(() => (kind.begun.length === 1 ? true : null));
    const { body } = await app.send<JobRunDetails>('POST', `/api/scheduler/runs/${run.id}/cancel`);
    expect(body).toMatchObject({ status: 'interrupted', cancelled_by: 'local' });
    expect(body.log.map(({ level }) => level)).not.toContain('error');
    const [event] = await app.until(() => (ended.length > 0 ? ended : null));
    expect(event).toMatchObject({ title: 'Job cancelled: a plugin', cancelled_by: 'local', notify: false });
    const { body: list } = await app.send<JobList>('GET', '/api/scheduler/jobs?status=failing');
    expect([list.found, list.counts.failing]).toEqual([0, 0]);
    const marks = (await app.job(job.id)).recent_runs;
    expect(marks.map(({ cancelled }) => cancelled)).toEqual([true]);
  });

  it('that ends well keeps its files where it is cancelled a moment later', async () => {
    const job = await app.create('plugin');
    const path = join(app.home, 'kept');
    const seen = Promise.withResolvers<JobRunRecord>();
    kind.work = async (context) => {
      await context.reserve([path]);
      writeFileSync(path, 'whole');
      context.keepInPlace({ path, name: 'kept', bytes: 5, sha256: 'x' });
      seen.resolve(await app.get(State).manager.findOneByOrFail(JobRunRecord, { id: context.runId }));
    };
    const run = await app.runNow(job.id);
    await app.until(() => (app.get(JobRunner).find(run.id) === null ? true : null));
    await app.get(RunCancellation).stop(LOCAL_ACTOR, await seen.promise);
    expect(await app.ended(run.id)).toMatchObject({ status: 'success', outputs: [{ name: 'kept' }] });
    expect(existsSync(path)).toBe(true);
  });

  it('keeps its files until it stops where its record ends without it', async () => {
    const job = await app.create('plugin');
    const path = join(app.home, 'begun');
    const written = Promise.withResolvers<string>();
    const goesOn = Promise.withResolvers<undefined>();
    kind.work = async (context) => {
      await context.reserve([path]);
      writeFileSync(path, 'half');
      written.resolve(context.runId);
      await goesOn.promise;
    };
    await app.send('POST', `/api/scheduler/jobs/${job.id}/run`);
    const id = await written.promise;
    await app.get(JobRunner).endWithoutRunning({ id }, cancelledRun('local'));
    expect(await app.ended(id)).toMatchObject({ status: 'interrupted', error: 'Cancelled by local.' });
    expect(existsSync(path)).toBe(true);
    goesOn.resolve(undefined);
    await app.until(() => (existsSync(path) ? null : true));
  });

  it('is cut off when its time is over', async () => {
    const job = await app.create('plugin', { timeout_s: 1 });
    gate();
    expect(await app.runNow(job.id)).toMatchObject({ status: 'timed_out', error: 'It took longer than 1.0 s.' });
  });

  it('is skipped, and said to be, while the one before goes on', async () => {
    const bad = app.heard('scheduler.job.error');
    const job = await app.create('plugin');
    const gated = gate();
    app.advance(HOUR_MS);
    await app.tick();
    app.advance(HOUR_MS);
    await app.tick();
    expect((await app.runs(job.id))[0]).toMatchObject({
      status: 'skipped',
      error: 'The previous run was still running.',
    });
    const [skipped] = await app.until(() => (bad.length > 0 ? bad : null));
    expect(skipped).toMatchObject({
      ...{ job_id: job.id, status: 'skipped', duration_ms: 0, notify: true, title: 'Job skipped: a plugin' },
      message: 'The previous run was still running.',
    });
    gated.open();
    await app.until(async () => ((await statuses(job))[1] === 'success' ? true : null));
    app.advance(HOUR_MS);
    await app.tick();
    await app.until(async () => ((await statuses(job))[0] === 'success' ? true : null));
    expect(kind.begun).toHaveLength(2);
  });

  it('that cannot even begin stops no other', async () => {
    const broken = await app.create('plugin', { name: 'broken' });
    const good = await app.create('plugin', { name: 'good' });
    const state = app.get(State);
    await state.transaction((manager) =>
      manager.update(JobRecord, broken.id, { trigger: { type: 'cron', expression: 'nonsense', timezone: 'UTC' } }),
    );
    app.advance(HOUR_MS);
    await app.tick();
    await app.until(async () => ((await statuses(good))[0] === 'success' ? true : null));
    expect((await app.runs(broken.id))[0]).toMatchObject({
      status: 'skipped',
      error: expect.stringContaining('The trigger is not valid'),
    });
  });
});

describe('slots that passed while the workbench was away', () => {
  it.each([
    [
      'skip',
      'skipped',
      '3 slots passed; the last was due at 2026-05-22T06:00:00.000Z, when the workbench was not running.',
    ],
    ['once', 'success', null],
  ] as const)('with the policy %s: one run, %s', async (missed, status, error) => {
    const job = await app.create('plugin', { missed, trigger: DAILY });
    app.setClock('2026-05-22T09:00:00Z');
    await app.tick();
    const [run, ...others] = await app.until(async () => {
      const runs = await app.runs(job.id);
      return runs[0] !== undefined && runs[0].status !== 'queued' && runs[0].status !== 'running' ? runs : null;
    });
    expect(others).toEqual([]);
    expect(run).toMatchObject({ status, error, missed_slots: 2, scheduled_for: '2026-05-22T06:00:00.000Z' });
    expect((await app.job(job.id)).next_run_at).toBe('2026-05-23T06:00:00.000Z');
  });

  it('are not made up for after a day, and a single moment is left to its owner', async () => {
    const job = await app.create('plugin', { missed: 'once', trigger: { type: 'once', at: '2026-05-20T06:00:00Z' } });
    app.setClock('2026-05-22T09:00:00Z');
    await app.tick();
    expect(await statuses(job)).toEqual(['skipped']);
    expect(await app.job(job.id)).toMatchObject({ state: 'paused', next_run_at: null });
    expect((await app.send('POST', `/api/scheduler/jobs/${job.id}/resume`)).status).toBe(400);
  });
});

describe('a clock that is set', () => {
  it('back runs no slot twice and waits for none too long', async () => {
    const daily = await app.create('plugin', { trigger: DAILY });
    const nextIs = (at: string) => app.until(async () => ((await app.job(daily.id)).next_run_at === at ? true : null));
    app.setClock('2026-05-20T06:00:01Z');
    await app.tick();
    await app.until(async () => ((await statuses(daily))[0] === 'success' ? true : null));
    app.setClock('2026-05-19T05:00:00Z');
    // The loop's own tick may have seen the clock first, and be at it.
    await app.tick();
    await nextIs('2026-05-19T06:00:00.000Z');
    app.setClock('2026-05-20T06:00:02Z');
    await app.tick();
    await nextIs('2026-05-21T06:00:00.000Z');
    expect((await app.runs(daily.id)).map(({ scheduled_for: slot }) => slot)).toEqual(['2026-05-20T06:00:00.000Z']);
  });

  it('back by a year leaves no interval waiting until then, even one that was paused', async () => {
    app.setClock('2027-05-19T05:00:00Z');
    await app.tick();
    const [hourly, paused] = [await app.create('plugin'), await app.create('plugin')];
    expect(hourly.next_run_at?.slice(0, 16)).toBe('2027-05-19T06:00');
    await app.send('POST', `/api/scheduler/jobs/${paused.id}/pause`);
    app.setClock('2026-05-19T05:00:00Z');
    await app.tick();
    const next = await app.until(async () => {
      const { next_run_at: at } = await app.job(hourly.id);
      return at?.startsWith('2026') === true ? at : null;
    });
    const latest = '2026-05-19T08:00';
    expect(next < latest).toBe(true);
    const { body } = await app.send<Job>('POST', `/api/scheduler/jobs/${paused.id}/resume`);
    expect((body.next_run_at ?? '9') < latest).toBe(true);
  });

  it('through a year of summer times keeps each appointment once', async () => {
    const zones = ['America/New_York', 'Europe/Berlin', 'Africa/Cairo', 'Australia/Lord_Howe'];
    const jobs: Job[] = [];
    for (const timezone of zones)
      jobs.push(await app.create('plugin', { trigger: { ...DAILY, expression: '30 2 * * *', timezone } }));
    app.setClock('2026-05-20T05:30:00Z');
    for (let day = 0; day < 366; day += 1) {
      await app.tick();
      app.advance(8 * HOUR_MS);
      await app.tick();
      app.advance(8 * HOUR_MS);
      await app.tick();
      app.advance(8 * HOUR_MS);
    }
    const runs = await app.get(State).manager.findBy(JobRunRecord, {});
    for (const [index, job] of jobs.entries()) {
      const days = new Intl.DateTimeFormat('en-CA', { timeZone: zones[index] });
      const slots = runs.filter(({ jobId }) => jobId === job.id).map(({ slot }) => days.format(slot ?? 0));
      expect(slots.length).toBeGreaterThanOrEqual(365);
      const gaps = slots.sort().map((day, place) => Date.parse(slots[place + 1] ?? day) - Date.parse(day));
      expect([zones[index], new Set(gaps.slice(0, -1))]).toEqual([zones[index], new Set([24 * HOUR_MS])]);
    }
  });
});

describe('an end of the process', () => {
  it('interrupts what runs, says so, and leaves nothing behind', async () => {
    const job = await app.create('plugin');
    gate();
    await app.send('POST', `/api/scheduler/jobs/${job.id}/run`);
    await app.until(() => (kind.begun.length === 1 ? true : null));
    await app.stop({ keepHome: true });
    app = await SchedulerApp.start({ home: app.home });
    expect(await app.runs(job.id)).toMatchObject([{ status: 'interrupted', error: 'The workbench was stopped.' }]);
    expect((await app.job(job.id)).running).toBe(false);
  });

  it('without a word is noticed with the next start: runs are interrupted, files go, what waited runs', async () => {
    const job = await app.create('query', { connection_id: 'duck', settings: { sql: 'SELECT 1' } });
    const lost = await app.create('plugin');
    const partial = join(app.home, 'elsewhere');
    writeFileSync(partial, 'half');
    const state = app.get(State);
    const base = {
      jobId: job.id,
      jobName: job.name,
      kind: 'query',
      ownerId: 'local',
      connectionId: 'duck',
      cause: 'schedule',
      missedSlots: 0,
      queuedAt: 1,
      durationMs: null,
      error: null,
    } as const;
    await state.transaction(async (manager) => {
      await manager.insert(JobRunRecord, {
        ...base,
        id: 'cut',
        slot: 1,
        startedAt: 1,
        status: 'running',
        partials: [partial],
      });
      await manager.insert(JobRunRecord, {
        ...base,
        id: 'waiting',
        slot: 2,
        startedAt: null,
        status: 'queued',
        partials: [],
      });
      await manager.update(JobRecord, job.id, { activeRuns: 2 });
    });
    await app.stop({ keepHome: true });
    app = await SchedulerApp.start({ home: app.home });
    expect(await app.ended('cut')).toMatchObject({ status: 'interrupted', error: 'The workbench ended while it ran.' });
    await app.until(() => (existsSync(partial) ? null : true));
    expect(await app.ended('waiting')).toMatchObject({ status: 'success' });
    expect((await app.job(job.id)).running).toBe(false);
    // The kind of the other is no longer registered.
    expect(await app.runNow(lost.id).catch(() => 'refused')).toBe('refused');
  });
});
