import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Job, JobList, JobRun, JobRunList, Pipeline } from '#libs/api';
import { bodyOf } from '../auth/testing/auth-app.js';
import type { Caller } from '../auth/testing/auth-app.js';
import { State } from '../platform/index.js';
import { JobRecord } from '../scheduler/job.entity.js';
import { AttackApp, FAR_TRIGGER } from './testing/attack-app.js';

/**
 * Jobs work later, with the rights of their owner. An attempt succeeds where a run goes on or begins although its owner
 * may no longer do what it does, where its SQL writes although the run is read-only, or where someone who may not
 * query reads values of the rows.
 */
const SECRET = 'row-of-a-job-51c0';
const ENDED_MS = 8_000;

let app: AttackApp;
beforeAll(async () => {
  app = await AttackApp.start();
  await app.database.execute('CREATE TABLE things (id int)');
});
afterEach(async () => {
  for (const id of ['open', 'other']) await grant(id, 'manage');
});
afterAll(() => app.stop());

/** What Ann may do on a connection; null for nothing. */
async function grant(connectionId: string, level: string | null): Promise<void> {
  const items = level === null ? [] : [{ subject: `user:${app.annId}`, level }];
  await app.admin.put(`/api/connections/${connectionId}/access`, { items }).expect(200);
}

async function newJob(who: Caller, kind: string, settings: object, connectionId: string | null): Promise<Job> {
  const connection = connectionId === null ? {} : { connection_id: connectionId };
  const body = { name: randomUUID(), trigger: FAR_TRIGGER, settings, ...connection };
  return bodyOf<Job>(await who.post(`/api/scheduler/jobs/${kind}`, body).expect(201));
}

/** Starts a job and waits until the database works for it. */
async function started(who: Caller, job: Job, text: string): Promise<string> {
  const { id } = bodyOf<JobRun>(await who.post(`/api/scheduler/jobs/${job.id}/run`).expect(202));
  await until(async () => (await workingOn(text)) === 1);
  return id;
}

async function workingOn(text: string): Promise<number> {
  const { rows } = await app.database.execute(
    `SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%${text}%'`,
  );
  return Number(rows[0]?.n);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(20);
}

/** How a run stands a while after its owner lost something: as the administrator sees it. */
async function endOf(runId: string): Promise<JobRun> {
  const giveUpAt = performance.now() + ENDED_MS;
  for (;;) {
    const run = bodyOf<JobRun>(await app.admin.get(`/api/scheduler/runs/${runId}`).expect(200));
    if ((run.status !== 'queued' && run.status !== 'running') || performance.now() > giveUpAt) return run;
    await wait(50);
  }
}

/** A person with a connection and a job of their own that may be taken everything. */
async function eve(role: 'user' | 'admin' = 'user'): Promise<{ id: string; caller: Caller }> {
  const admitted = await app.app.admit(app.admin, `${randomUUID()}@example.org`, role);
  const items = [
    { subject: `user:${app.annId}`, level: 'manage' },
    { subject: `user:${admitted.id}`, level: 'manage' },
  ];
  for (const id of ['open', 'other']) await app.admin.put(`/api/connections/${id}/access`, { items }).expect(200);
  return admitted;
}

const slow = (mark: string) => `SELECT pg_sleep(60) /* ${mark} */`;
async function expectStopped(runId: string): Promise<void> {
  const { status, error } = await endOf(runId);
  expect([status, error]).toEqual(['error', expect.stringMatching(NO_LONGER)]);
}
const NO_LONGER = /owner .*(?:no longer|may not|no administrator)/i;

describe('a run whose owner loses', () => {
  type Loss = (owner: { id: string; caller: Caller }) => Promise<unknown>;
  const LOSSES: Readonly<Record<string, Loss>> = {
    'their account': ({ id }) => app.admin.put(`/api/users/${id}`, { disabled: true }).expect(200),
    'the connection': () => grant('open', 'manage'),
  };
  it.each(Object.entries(LOSSES))('%s is stopped, in the database, too', async (_, loss) => {
    const owner = await eve();
    const mark = randomUUID();
    const job = await newJob(owner.caller, 'query', { sql: slow(mark) }, 'open');
    const runId = await started(owner.caller, job, mark);
    await loss(owner);
    await expectStopped(runId);
    expect(await workingOn(mark)).toBe(0);
  });

  it('the right to write is stopped where it may write, and goes on where it only reads', async () => {
    const [writes, reads] = [randomUUID(), randomUUID()];
    const writing = await newJob(app.ann, 'query', { sql: slow(writes), read_only: false }, 'open');
    const reading = await newJob(app.ann, 'query', { sql: slow(reads) }, 'open');
    const [first, second] = [await started(app.ann, writing, writes), await started(app.ann, reading, reads)];
    await grant('open', 'query');
    await expectStopped(first);
    expect([await workingOn(writes), await workingOn(reads)]).toEqual([0, 1]);
    await app.ann.post(`/api/scheduler/runs/${second}/cancel`).expect(200);
  });

  it('a connection that it has read is stopped, and leaves no output', async () => {
    const mark = randomUUID();
    const inputs = [
      { name: 'one', kind: 'query', connection_id: 'other', sql: `SELECT '${SECRET}' AS a` },
      { name: 'two', kind: 'query', connection_id: 'open', sql: slow(mark) },
    ];
    const definition = { inputs, output: { from: 'one', format: 'csv' } };
    const { id } = await app.made<Pipeline>('/api/pipelines', { name: mark, definition });
    const runId = await started(app.ann, await newJob(app.ann, 'pipeline', { pipeline_id: id }, null), mark);
    await grant('other', null);
    const run = await endOf(runId);
    expect([run.status, run.outputs]).toEqual(['error', []]);
    expect(await workingOn(mark)).toBe(0);
  });

  it('the role of an administrator does not go on with an administrator’s rights', async () => {
    const owner = await eve('admin');
    const mark = randomUUID();
    const inputs = [
      { name: 'one', kind: 'query', connection_id: 'open', sql: slow(mark) },
      { name: 'two', kind: 'query', connection_id: 'other', sql: `SELECT '${SECRET}' AS a` },
    ];
    const definition = { inputs, output: { from: 'two', format: 'csv' } };
    const pipeline = bodyOf<Pipeline>(
      await owner.caller.post('/api/pipelines', { name: mark, definition }).expect(201),
    );
    const job = await newJob(owner.caller, 'pipeline', { pipeline_id: pipeline.id }, null);
    const runId = await started(owner.caller, job, mark);
    await grant('other', 'manage');
    await app.admin.put(`/api/users/${owner.id}`, { role: 'user' }).expect(200);
    const run = await endOf(runId);
    expect([run.status, run.outputs]).toEqual(['error', []]);
    expect(await workingOn(mark)).toBe(0);
  });
});

describe('between making and running', () => {
  it.each<[string, (owner: { id: string }) => Promise<unknown>]>([
    ['the account is disabled', ({ id }) => app.admin.put(`/api/users/${id}`, { disabled: true }).expect(200)],
    ['the connection is hidden', () => grant('open', 'manage')],
  ])('%s: the administrator’s click runs nothing', async (_, loss) => {
    const owner = await eve();
    const settings = { sql: `INSERT INTO things VALUES (71)`, read_only: false };
    const job = await newJob(owner.caller, 'query', settings, 'open');
    await loss(owner);
    const { id } = bodyOf<JobRun>(await app.admin.post(`/api/scheduler/jobs/${job.id}/run`).expect(202));
    await expectStopped(id);
    expect((await app.database.execute('SELECT 1 FROM things WHERE id = 71')).rows).toEqual([]);
  });

  it('a connection of a pipeline is hidden: nothing of it is read', async () => {
    const inputs = [{ name: 'one', kind: 'query', connection_id: 'other', sql: `SELECT '${SECRET}' AS a` }];
    const definition = { inputs, output: { from: 'one', format: 'csv' } };
    const { id } = await app.made<Pipeline>('/api/pipelines', { name: randomUUID(), definition });
    const job = await newJob(app.ann, 'pipeline', { pipeline_id: id }, null);
    await grant('other', null);
    const run = await app.runOf(job.id);
    expect([run.status, run.outputs]).toEqual(['error', []]);
    expect((await app.ann.get(`/api/scheduler/runs/${run.id}`)).text).not.toContain(SECRET);
  });
});

/** What answers about jobs and runs have of runs. */
type SeenRuns = Partial<
  Pick<JobRunList, 'runs'> & Pick<JobList, 'items'> & Pick<Job, 'last_run'> & Pick<JobRun, 'error'>
>;

/** Fails with a value of a row in the database's words. */
const TELLTALE = `SELECT ('${SECRET}-' || g)::int FROM generate_series(1, 1) g`;

describe('values of rows in the error of a run', () => {
  let job: Job;
  let run: JobRun;
  beforeAll(async () => {
    job = await newJob(app.ann, 'query', { sql: TELLTALE }, 'open');
    run = await app.runOf(job.id);
    expect(run.error).toContain(`${SECRET}-1`);
  });

  const PATHS: Readonly<Record<string, () => string>> = {
    'the run': () => `/api/scheduler/runs/${run.id}`,
    'all runs': () => '/api/scheduler/runs',
    'the runs of its job': () => `/api/scheduler/jobs/${job.id}/runs`,
    'the job': () => `/api/scheduler/jobs/${job.id}`,
    'all jobs': () => '/api/scheduler/jobs',
  };
  const errorsIn = (body: SeenRuns): string[] =>
    [body, ...(body.runs ?? []), ...(body.items ?? []).map(({ last_run: last }) => last), body.last_run].flatMap(
      (one) => one?.error ?? [],
    );

  it.each(Object.entries(PATHS))('are not for a token that may not query: %s', async (_, path) => {
    const program = await app.program(['read', 'manage']);
    const answer = await program.get(path()).expect(200);
    expect(errorsIn(answer.body as SeenRuns).filter((error) => error.includes(`${SECRET}-`))).toEqual([]);
    expect(errorsIn(answer.body as SeenRuns)).toContainEqual(expect.stringContaining('the scope query'));
    expect(errorsIn((await app.ann.get(path()).expect(200)).body as SeenRuns)).toContain(run.error);
  });

  it('are not for a token that may not query: the bell, deliveries and the history', async () => {
    const program = await app.program(['read', 'manage']);
    const bell = '/api/notifications/inbox?limit=100';
    await until(async () => (await app.ann.get(bell).expect(200)).text.includes(`${SECRET}-1`));
    expect((await program.get(bell).expect(200)).text).not.toContain(`${SECRET}-1`);
    await app.ann.post('/api/studio/runs', { connection_id: 'open', sql: TELLTALE }).expect(201);
    const history = '/api/studio/history?limit=50';
    await until(async () => (await app.ann.get(history).expect(200)).text.includes(`${SECRET}-1`));
    expect((await program.get(history).expect(200)).text).not.toContain(`${SECRET}-1`);
    const body = { name: randomUUID(), kind: 'webhook', settings: { url: 'https://example.org/' } };
    const channel = bodyOf<{ id: string }>(await app.ann.post('/api/notifications/channels', body).expect(201));
    const wanted = { channel_id: channel.id, events: ['scheduler.job.error'] };
    await program.post('/api/notifications/subscriptions', wanted).expect(403);
    await program.post('/api/notifications/subscriptions', { ...wanted, events: ['schema.changed'] }).expect(201);
    const querying = await app.program(['read', 'manage', 'query']);
    await querying.post('/api/notifications/subscriptions', wanted).expect(201);
  });

  it('are not for an owner who has lost a connection that it read', async () => {
    const inputs = [{ name: 'one', kind: 'query', connection_id: 'other', sql: TELLTALE }];
    const definition = { inputs, output: { from: 'one', format: 'csv' } };
    const { id } = await app.made<Pipeline>('/api/pipelines', { name: randomUUID(), definition });
    const failed = await app.runOf((await newJob(app.ann, 'pipeline', { pipeline_id: id }, null)).id);
    expect(failed.error).toContain(`${SECRET}-1`);
    await grant('other', null);
    const seen = bodyOf<JobRun>(await app.ann.get(`/api/scheduler/runs/${failed.id}`).expect(200));
    expect(seen.error).not.toContain(`${SECRET}-1`);
  });
});

describe('the SQL of a read-only run', () => {
  const INSERT = 'INSERT INTO things VALUES (72)';
  const ESCAPES = [
    INSERT,
    `COMMIT; ${INSERT}`,
    `END; BEGIN READ WRITE; ${INSERT}; COMMIT`,
    `ROLLBACK; SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE; ${INSERT}`,
    `SET default_transaction_read_only = off; COMMIT; ${INSERT}`,
    `SELECT set_config('transaction_read_only', 'off', false); ${INSERT}`,
    `SET SESSION AUTHORIZATION DEFAULT; COMMIT AND CHAIN; ${INSERT}`,
    `DO $$ BEGIN COMMIT; ${INSERT}; END $$`,
    `PREPARE p AS ${INSERT}; EXECUTE p`,
    `EXPLAIN ANALYZE ${INSERT}`,
    `WITH made AS (${INSERT} RETURNING id) SELECT * FROM made`,
  ];
  const INSIDE = [
    `SELECT 1) AS a; COMMIT; ${INSERT}; SELECT * FROM (SELECT 1`,
    `SELECT 1) TO STDOUT; COMMIT; ${INSERT}; COPY (SELECT 1`,
    `SELECT 1) TO '/tmp/attack-made.csv' --`,
    `SELECT 1 -- \n) TO PROGRAM 'touch /tmp/attack-made.csv' --`,
    `SELECT 1\n) AS copied LIMIT 0; COMMIT; ${INSERT}; --`,
  ];

  async function expectNothingWritten(): Promise<void> {
    expect((await app.database.execute('SELECT 1 FROM things WHERE id = 72')).rows).toEqual([]);
    const { rows } = await app.database.execute(`SELECT pg_stat_file('/tmp/attack-made.csv', true) AS found`);
    expect(rows[0]?.found).toBeNull();
  }

  /** A job with SQL that may be refused when a job is made, so that the run itself has to refuse it. */
  async function jobWith(sql: string, saveAs: string | null): Promise<Job> {
    const job = await newJob(app.ann, 'query', { sql: 'SELECT 1', save_results_as: saveAs }, 'open');
    await app.app.workbench.app.get(State).manager.update(JobRecord, job.id, { settings: { ...job.settings, sql } });
    return job;
  }

  it.each([...ESCAPES, ...INSIDE])('writes nothing: %s', async (sql) => {
    await app.runOf((await jobWith(sql, null)).id);
    await expectNothingWritten();
  });

  it.each([...ESCAPES, ...INSIDE])('writes nothing where its result is kept: %s', async (sql) => {
    await app.runOf((await jobWith(sql, 'csv')).id);
    await expectNothingWritten();
  });

  it.each([...ESCAPES, ...INSIDE])('writes nothing when the job is made: %s', async (sql) => {
    const made = await app.ann.post('/api/scheduler/jobs/query', {
      ...{ name: randomUUID(), trigger: FAR_TRIGGER, connection_id: 'open', settings: { sql, save_results_as: 'csv' } },
    });
    expect([201, 400, 422]).toContain(made.status);
    await expectNothingWritten();
  });

  it.each([...ESCAPES, ...INSIDE])('writes nothing as the input of a pipeline: %s', async (sql) => {
    const inputs = [{ name: 'one', kind: 'query', connection_id: 'open', sql }];
    const definition = { inputs, output: { from: 'one', format: 'csv' } };
    await app.ann.post('/api/pipelines/preview', { definition }).expect(200);
    await expectNothingWritten();
  });

  it('runs at all where it only reads', async () => {
    const { status } = await app.runOf((await newJob(app.ann, 'query', { sql: 'SELECT 1' }, 'open')).id);
    expect(status).toBe('success');
    const writing = await newJob(app.ann, 'query', { sql: INSERT.replace('72', '73'), read_only: false }, 'open');
    expect((await app.runOf(writing.id)).status).toBe('success');
    expect((await app.database.execute('SELECT 1 FROM things WHERE id = 73')).rows).toHaveLength(1);
  });
});

describe('the name of a result', () => {
  it.each(['../../made.csv', '/tmp/attack-made.csv', '..\\made.csv', 'a/../../made.csv', '.csv', '%2e%2e%2fmade.csv'])(
    'leaves the folder of its run nowhere: %s',
    async (name) => {
      const answer = await app.ann.post('/api/scheduler/jobs/query', {
        ...{ name: `../../${name}`, trigger: FAR_TRIGGER, connection_id: 'open' },
        settings: { sql: 'SELECT 1 AS a', save_results_as: name },
      });
      expect([201, 400]).toContain(answer.status);
      if (answer.status !== 201) return;
      const run = await app.runOf(bodyOf<Job>(answer).id);
      for (const output of run.outputs) {
        expect(output.name).not.toMatch(/[/\\]|^\.\./);
        await app.ann.get(output.href).expect(200);
      }
    },
  );
});
