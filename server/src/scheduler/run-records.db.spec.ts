import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { JobRun } from '#libs/api';
import type { JobRunEvent } from '#libs/events';
import { createTestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import { EventBus } from '../platform/index.js';
import { EVERY_HOUR, SchedulerApp } from './testing/scheduler-app.js';

const NAMES = ['scheduler.job.success', 'scheduler.job.error', 'core.backup.completed', 'core.backup.failed'] as const;

let database: TestDatabase;
let app: SchedulerApp;
const published: { readonly name: string; readonly event: JobRunEvent }[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  app = await SchedulerApp.start({ database });
  for (const name of NAMES) app.get(EventBus).subscribe(name, (event) => published.push({ name, event }));
});
afterAll(async () => {
  await app.stop();
  await database.dispose();
});
beforeEach(() => void (published.length = 0));

const eventsOf = (run: JobRun | undefined) => published.filter(({ event }) => event.run_id === run?.id);
const namesOf = (run: JobRun) => eventsOf(run).map(({ name }) => name);

describe('the record of a run', () => {
  it('has its start, duration and status', async () => {
    const before = Date.now();
    const job = await app.create('query', { connection_id: 'db', settings: { sql: 'SELECT pg_sleep(0.2)' } });
    await app.runNow(job.id);
    const [run] = await app.runs(job.id);
    expect(run).toMatchObject({ job_id: job.id, status: 'success', error: null });
    expect(Date.parse(run?.started_at ?? '')).toBeGreaterThanOrEqual(before);
    expect(Date.parse(run?.started_at ?? '')).toBeLessThanOrEqual(Date.now());
    expect(run?.duration_ms).toBeGreaterThanOrEqual(200);
  });

  it('has the message of its error where it failed', async () => {
    const job = await app.create('query', { connection_id: 'db', settings: { sql: 'SELECT nothing' } });
    await app.runNow(job.id);
    const [run] = await app.runs(job.id);
    expect(run).toMatchObject({ status: 'error', error: 'column "nothing" does not exist (42703)' });
    expect(run?.duration_ms).toBeGreaterThanOrEqual(0);
  });
});

describe('the end of a run', () => {
  it.each([
    ['succeeds', { sql: 'SELECT 1' }, 60, ['scheduler.job.success']],
    ['fails', { sql: 'SELECT nothing' }, 60, ['scheduler.job.error']],
    ['runs out of time', { sql: 'SELECT pg_sleep(600)' }, 1, ['scheduler.job.error']],
  ])('is one event of success or error where it %s', async (_, settings, timeout, expected) => {
    const job = await app.create('query', { connection_id: 'db', settings, timeout_s: timeout });
    const run = await app.runNow(job.id);
    expect(namesOf(run)).toEqual(expected);
    expect(eventsOf(run)[0]?.event.title).toMatch(/^Job (?:succeeded|failed): a query on Shop$/);
  });

  it('is an error where a person cancelled it', async () => {
    const job = await app.create('query', { connection_id: 'db', settings: { sql: 'SELECT pg_sleep(600)' } });
    const { body: run } = await app.send<JobRun>('POST', `/api/scheduler/jobs/${job.id}/run`);
    await app.until(async () => ((await app.job(job.id)).running ? true : null));
    await app.send('POST', `/api/scheduler/runs/${run.id}/cancel`);
    await app.ended(run.id);
    expect(namesOf(run)).toEqual(['scheduler.job.error']);
  });

  it.each([
    ['db', ['scheduler.job.success', 'core.backup.completed'], 'Backup completed: a backup on Shop'],
    ['gone', ['scheduler.job.error', 'core.backup.failed'], 'Backup failed: a backup on Gone'],
  ])('of a backup of %s has the event of any job and one of its own', async (id, expected, title) => {
    const run = await app.runNow((await app.create('backup', { connection_id: id })).id);
    expect(namesOf(run)).toEqual(expected);
    expect(eventsOf(run)[1]?.event).toMatchObject({ kind: 'backup', title });
  });
});

describe('a check of the schema on a schedule that fails', () => {
  it.each([true, false])('asks for a notification as its job says: %s', async (notifies) => {
    const notify = { on_success: true, on_error: notifies };
    const job = await app.create('schema_watch', { connection_id: 'gone', trigger: EVERY_HOUR, notify });
    app.advance(3_700_000);
    await app.tick();
    const [run] = await app.until(async () => {
      const runs = await app.runs(job.id);
      return runs[0]?.status === 'error' ? runs : null;
    });
    expect(run?.trigger).toBe('schedule');
    expect(eventsOf(run)).toMatchObject([
      { name: 'scheduler.job.error', event: { kind: 'schema_watch', notify: notifies } },
    ]);
    await app.send('DELETE', `/api/scheduler/jobs/${job.id}`);
  });
});
