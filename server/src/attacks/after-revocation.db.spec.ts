import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Channel, Job, JobRun, NewApiToken, SavedByTokenList } from '#libs/api';
import { bodyOf } from '../auth/testing/auth-app.js';
import type { Caller } from '../auth/testing/auth-app.js';
import { AttackApp, FAR_TRIGGER } from './testing/attack-app.js';

/**
 * What a stolen token leaves to go on after it is revoked. An attempt succeeds where a job that it saved runs by itself, a
 * channel that it saved sends, or a run of it goes on.
 */
let app: AttackApp;
beforeAll(async () => {
  app = await AttackApp.start({ WORKBENCH_OUTBOUND_ALLOW: '127.0.0.0/8' });
});
afterAll(() => app.stop());

interface Program extends NewApiToken {
  readonly caller: Caller;
}
async function program(by: Caller = app.ann): Promise<Program> {
  const made = await by.token();
  return { ...made, caller: app.app.bearer(made.token) };
}

const revoke = ({ id }: NewApiToken, by: Caller = app.ann) => by.delete(`/api/profile/tokens/${id}`).expect(204);
const jobInput = (sql = 'SELECT 1', more: object = {}) => ({
  ...{ name: 'copy', connection_id: 'open', trigger: FAR_TRIGGER, settings: { sql } },
  ...more,
});
const jobBy = async ({ caller }: { caller: Caller }, sql?: string, more?: object): Promise<Job> =>
  bodyOf<Job>(await caller.post('/api/scheduler/jobs/query', jobInput(sql, more)).expect(201));
const jobNow = async ({ id }: Job): Promise<Job> => bodyOf<Job>(await app.admin.get(`/api/scheduler/jobs/${id}`));
const channelNow = async ({ id }: Channel): Promise<Channel> =>
  bodyOf<Channel>(await app.ann.get(`/api/notifications/channels/${id}`).expect(200));
const savedBy = async ({ id }: NewApiToken, by: Caller = app.ann) =>
  bodyOf<SavedByTokenList>(await by.get(`/api/profile/tokens/${id}/saved`).expect(200)).items;

const PAUSED = { state: 'paused', pause_reason: 'token_revoked', next_run_at: null };
const ACTIVE = { state: 'active', pause_reason: null, next_run_at: expect.any(String) };

/** Resolves with how many statements with a text run, once that is so many. */
async function running(text: string, wanted: number): Promise<number> {
  const sql = `SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%${text}%'`;
  for (;;) {
    const count = Number((await app.database.execute(sql)).rows[0]?.n);
    if (count === wanted) return count;
    await wait(50);
  }
}

describe('a job that a token saved', () => {
  it('is paused when the token is revoked, is listed before, and says why; other jobs go on', async () => {
    const [one, other] = [await program(), await program()];
    const job = await jobBy(one);
    const others = [await jobBy(other), await jobBy({ caller: app.ann })];
    expect(await savedBy(one)).toEqual([{ kind: 'job', id: job.id, name: 'copy', is_active: true }]);
    app.app.takeFacts();
    await revoke(one);
    expect(await jobNow(job)).toMatchObject(PAUSED);
    for (const untouched of others) expect(await jobNow(untouched)).toMatchObject(ACTIVE);
    expect(app.app.facts.map(({ action }) => action).sort()).toEqual(['job.change', 'token.revoke']);
    expect(app.app.facts.find(({ action }) => action === 'job.change')).toMatchObject({
      ...{ actor: { kind: 'user', userId: app.annId }, object: { id: job.id } },
      details: { reason: 'token_revoked', token_id: one.id },
    });
  });

  it.each<[string, (job: Job, by: Caller) => Promise<unknown>]>([
    ['changed', ({ id }, by) => by.put(`/api/scheduler/jobs/${id}`, { settings: { sql: 'SELECT 2' } }).expect(200)],
    ['resumed', ({ id }, by) => by.post(`/api/scheduler/jobs/${id}/resume`).expect(200)],
    ['resumed with all others', (_, by) => by.post('/api/scheduler/resume-all').expect(200)],
    ['given another trigger', ({ id }, by) => by.put(`/api/scheduler/jobs/${id}/trigger`, FAR_TRIGGER).expect(200)],
  ])('is paused also where a person made it and the token has %s it', async (_, act) => {
    const one = await program();
    const job = await jobBy({ caller: app.ann });
    await app.ann.post(`/api/scheduler/jobs/${job.id}/pause`).expect(200);
    await act(job, one.caller);
    await revoke(one);
    expect(await jobNow(job)).toMatchObject(PAUSED);
  });

  it('is not saved from that by another token that the same one made and revoked', async () => {
    const parent = await program();
    const child = bodyOf<NewApiToken>(await parent.caller.post('/api/profile/tokens', { name: 'child' }).expect(201));
    const job = await jobBy({ caller: app.app.bearer(child.token) });
    expect(await savedBy(parent)).toHaveLength(1);
    await revoke(child, parent.caller);
    await parent.caller.post(`/api/scheduler/jobs/${job.id}/resume`).expect(200);
    expect(await jobNow(job)).toMatchObject(ACTIVE);
    await revoke(parent);
    expect(await jobNow(job)).toMatchObject(PAUSED);
  });

  it('is paused with a token that was made with the one that is revoked', async () => {
    const parent = await program();
    const child = bodyOf<NewApiToken>(await parent.caller.post('/api/profile/tokens', { name: 'child' }).expect(201));
    const job = await jobBy({ caller: app.app.bearer(child.token) });
    await revoke(parent);
    expect(await jobNow(job)).toMatchObject(PAUSED);
  });

  it('is stopped where it runs, in the database, too, and does not run where it waits', async () => {
    const one = await program();
    const sql = 'SELECT pg_sleep(60) /* left by a token */';
    const jobs = await Promise.all(['a', 'b', 'c'].map((name) => jobBy(one, sql, { name })));
    const runs = await Promise.all(
      jobs.map(async ({ id }) => bodyOf<JobRun>(await one.caller.post(`/api/scheduler/jobs/${id}/run`).expect(202))),
    );
    // Two run at once on a connection; the third waits.
    await running('left by a token', 2);
    await revoke(one);
    await running('left by a token', 0);
    const ends = await Promise.all(runs.map(({ id }) => app.until(id, ({ status }) => status !== 'running')));
    expect(ends.map(({ error }) => error)).toEqual(Array(3).fill('The API token that saved the job was revoked.'));
    expect(ends.map(({ status }) => status).sort()).toEqual(['error', 'error', 'interrupted']);
  });

  it('is its owner’s once they have saved it', async () => {
    const one = await program();
    const job = await jobBy(one);
    await app.ann.put(`/api/scheduler/jobs/${job.id}`, { name: 'mine' }).expect(200);
    await revoke(one);
    expect(await jobNow(job)).toMatchObject(ACTIVE);
  });

  it('stays paused when all jobs are resumed', async () => {
    const one = await program();
    const job = await jobBy(one);
    await revoke(one);
    for (const by of [app.ann, app.admin]) await by.post('/api/scheduler/resume-all').expect(200);
    expect(await jobNow(job)).toMatchObject(PAUSED);
  });

  it('runs again once its owner resumes it', async () => {
    const one = await program();
    const job = await jobBy(one);
    await revoke(one);
    await app.ann.post(`/api/scheduler/jobs/${job.id}/resume`).expect(200);
    expect(await jobNow(job)).toMatchObject(ACTIVE);
    expect((await app.runOf(job.id)).status).toBe('success');
  });

  it('goes on when the token expires or gets another secret', async () => {
    const made = await app.ann.token({ expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    const job = await jobBy({ caller: app.app.bearer(made.token) });
    await app.ann.post(`/api/profile/tokens/${made.id}/rotate`).expect(200);
    expect(await jobNow(job)).toMatchObject(ACTIVE);
  });

  it('is paused when its owner is disabled, and stays so when they are back', async () => {
    const eve = await app.app.admit(app.admin, 'eve-of-jobs@example.org');
    for (const id of ['open']) {
      const items = [app.annId, eve.id].map((user) => ({ subject: `user:${user}`, level: 'manage' }));
      await app.admin.put(`/api/connections/${id}/access`, { items }).expect(200);
    }
    const job = await jobBy(await program(eve.caller));
    await app.admin.put(`/api/users/${eve.id}`, { disabled: true }).expect(200);
    await app.admin.put(`/api/users/${eve.id}`, { disabled: false }).expect(200);
    expect(await jobNow(job)).toMatchObject(PAUSED);
  });
});

describe('a channel that a token saved', () => {
  it('is disabled and sends nothing more', async () => {
    const received: string[] = [];
    const receiver = createServer((request, response) => {
      received.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/exfiltrate`;
    const one = await program();
    const made = await one.caller.post('/api/notifications/channels', {
      name: 'x',
      kind: 'webhook',
      settings: { url },
    });
    const channel = bodyOf<Channel>(made);
    const own = bodyOf<Channel>(
      await app.ann.post('/api/notifications/channels', {
        name: 'own',
        kind: 'webhook',
        settings: { url: `${url}-own` },
      }),
    );
    expect(await savedBy(one)).toEqual([{ kind: 'channel', id: channel.id, name: 'x', is_active: true }]);
    await revoke(one);
    expect(await channelNow(channel)).toMatchObject({ state: 'disabled', reason: expect.stringContaining('revoked') });
    expect(await channelNow(own)).toMatchObject({ state: 'active' });
    const failing = await jobBy({ caller: app.ann }, 'SELECT 1/0', { notify: { on_error: true } });
    expect((await app.runOf(failing.id)).status).toBe('error');
    while (!received.includes('/exfiltrate-own')) await wait(50);
    expect(received).not.toContain('/exfiltrate');
    receiver.close();
  });

  it('is disabled also where a person made it and the token changed its address', async () => {
    const one = await program();
    const input = (url: string) => ({
      name: 'moved',
      kind: 'webhook',
      settings: { url, secret: `whsec_${Buffer.alloc(24, 1).toString('base64')}` },
    });
    const channel = bodyOf<Channel>(await app.ann.post('/api/notifications/channels', input('http://127.0.0.1:9/a')));
    await one.caller.put(`/api/notifications/channels/${channel.id}`, input('http://127.0.0.1:9/b')).expect(200);
    await revoke(one);
    expect(await channelNow(channel)).toMatchObject({ state: 'disabled' });
    await app.ann.post(`/api/notifications/channels/${channel.id}/enable`).expect(200);
    expect(await channelNow(channel)).toMatchObject({ state: 'active' });
  });
});

describe('the list of what a token saved', () => {
  it('is for its owner, and for tokens that may manage it', async () => {
    const one = await program();
    await jobBy(one);
    await app.admin.get(`/api/profile/tokens/${one.id}/saved`).expect(404);
    const narrow = await app.ann.token({ scopes: ['read'] });
    await app.app.bearer(narrow.token).get(`/api/profile/tokens/${one.id}/saved`).expect(403);
    await app.app.anybody.get(`/api/profile/tokens/${one.id}/saved`).expect(401);
  });
});
