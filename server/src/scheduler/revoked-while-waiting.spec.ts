import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { Actor } from '#libs/access';
import type { Job } from '#libs/api';
import { AuthApp } from '../auth/testing/auth-app.js';
import type { Caller } from '../auth/testing/auth-app.js';
import { TokenRecord } from '../auth/tokens/token.entity.js';
import { TokensService } from '../auth/tokens/tokens.service.js';
import { State } from '../platform/index.js';
import { eventually } from '../platform/testing/eventually.js';
import { settleBehind } from '../platform/testing/settle-behind.js';
import { JobKinds } from './job-kinds.js';
import { JobRecord } from './job.entity.js';
import { JobRunRecord } from './runs/job-run.entity.js';
import { SchedulerModule } from './scheduler.module.js';
import { SchedulerService } from './scheduler.service.js';
import { EVERY_HOUR, ScriptedKind } from './testing/scheduler-app.js';

const REVOKED = { isPaused: true, pauseReason: 'token_revoked', nextRunAt: null };
const EVERY_OTHER_HOUR = { type: 'interval', every: 2, unit: 'hours' };

describe('a change of a job that waits for the writer behind the revocation of a token', () => {
  let app: AuthApp;
  let admin: Caller;
  let jobs: SchedulerService;
  let state: State;
  const scripted = new ScriptedKind();
  beforeAll(async () => {
    app = await AuthApp.startWithAdmin({ features: [SchedulerModule] });
    admin = await app.signIn();
    [jobs, state] = [app.workbench.app.get(SchedulerService), app.workbench.app.get(State)];
    app.workbench.app.get(JobKinds).register(scripted);
  });
  afterAll(() => app.stop());

  /** A token with a job that it saved. */
  async function program(): Promise<{ id: string; actor: Actor; job: Job }> {
    const { id, token } = await admin.token();
    const actor = await app.actorOf(token);
    return { id, actor, job: await create(actor) };
  }

  const create = (actor: Actor) => jobs.create(actor, 'plugin', { name: 'nightly', trigger: EVERY_HOUR, settings: {} });
  const behindRevocation = <T>(id: string, request: () => Promise<T>) =>
    settleBehind(state, () => app.workbench.app.get(TokensService).revoke(LOCAL_ACTOR, id), request);
  const kept = (id: string) => state.manager.findOneByOrFail(JobRecord, { id });

  it.each<[string, (actor: Actor, job: Job) => Promise<unknown>]>([
    ['create', (actor) => create(actor)],
    ['change', (actor, { id }) => jobs.change(actor, id, { name: 'renamed' })],
    ['change the trigger', (actor, { id }) => jobs.changeTrigger(actor, id, EVERY_OTHER_HOUR)],
    ['pause', (actor, { id }) => jobs.pause(actor, id)],
    ['resume', (actor, { id }) => jobs.resume(actor, id)],
    ['pause among all', (actor) => jobs.changeAll(actor, true)],
    ['run', (actor, { id }) => jobs.run(actor, id)],
    ['remove', (actor, { id }) => jobs.remove(actor, id)],
  ])('is refused with that token: %s', async (_, act) => {
    const { id, actor, job } = await program();
    const count = await state.manager.count(JobRecord);
    const result = await behindRevocation(id, () => act(actor, job));
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'unauthenticated' } });
    expect(await kept(job.id)).toMatchObject({ ...REVOKED, name: 'nightly', tokenId: id });
    expect(await state.manager.count(JobRecord)).toBe(count);
    expect(await state.manager.findBy(JobRunRecord, { jobId: job.id })).toEqual([]);
  });

  it('is refused with that token: cancel', async () => {
    const { id, actor, job } = await program();
    const cut = Promise.withResolvers<string>();
    scripted.work = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          cut.resolve('cut');
          reject(new Error('cut'));
        });
      });
    const run = await jobs.run(LOCAL_ACTOR, job.id);
    await eventually(
      () => scripted.begun,
      (begun) => begun.includes(run.id),
    );
    scripted.work = () => Promise.resolve();
    await state.manager.update(TokenRecord, { id }, { revokedAt: new Date().toISOString() });
    await expect(jobs.cancel(actor, run.id)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await state.manager.findOneByOrFail(JobRunRecord, { id: run.id })).toMatchObject({ status: 'running' });
    await jobs.cancel(LOCAL_ACTOR, run.id);
    expect(await cut.promise).toBe('cut');
  });

  it('leaves the job paused where a person changes its trigger', async () => {
    const { id, job } = await program();
    const result = await behindRevocation(id, () => jobs.changeTrigger(LOCAL_ACTOR, job.id, EVERY_OTHER_HOUR));
    expect(result.status).toBe('fulfilled');
    expect(await kept(job.id)).toMatchObject({ ...REVOKED, trigger: EVERY_OTHER_HOUR });
  });

  it('leaves the job paused where a person resumes all', async () => {
    const { id, actor, job } = await program();
    await jobs.pause(actor, job.id);
    const result = await behindRevocation(id, () => jobs.changeAll(LOCAL_ACTOR, false));
    expect(result.status).toBe('fulfilled');
    expect(await kept(job.id)).toMatchObject(REVOKED);
  });
});
