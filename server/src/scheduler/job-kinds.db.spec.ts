import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Job, JobRun, JobRunDetails, SchemaWatchStatus } from '#libs/api';
import type { EventMap } from '#libs/events';
import { createTestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import { checkBackup } from './kinds/backup/backup-check.js';
import { clientFor, findClientTools, toolIn } from './kinds/backup/client-tools.js';
import { State } from '../platform/index.js';
import { JobOutputRecord, JobRunRecord } from './runs/job-run.entity.js';
import { SchedulerApp } from './testing/scheduler-app.js';

const ROWS = `
  CREATE TABLE orders (id int PRIMARY KEY, total numeric(10,2), placed timestamptz, note text);
  INSERT INTO orders SELECT i, i * 1.01, '2026-01-01Z'::timestamptz + i * interval '1 min', CASE WHEN i % 3 = 0 THEN NULL ELSE 'n' || i END
  FROM generate_series(1, 5000) i;
  CREATE SCHEMA crm; CREATE TABLE crm.people (id int PRIMARY KEY REFERENCES orders (id))`;
/** A folder of the kernel's own, with no room in it. */
const READ_ONLY = '/sys/kernel';
const SUMMARY = `SELECT md5(string_agg(o::text, ';' ORDER BY id)) AS sum FROM orders o`;

let database: TestDatabase;
let app: SchedulerApp;
let completed: EventMap['core.backup.completed'][];
let failed: EventMap['core.backup.failed'][];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute(ROWS);
  app = await SchedulerApp.start({ database });
  completed = app.heard('core.backup.completed');
  failed = app.heard('core.backup.failed');
});
afterAll(async () => {
  await app.stop();
  await database.dispose();
});
beforeEach(() => {
  completed.length = 0;
  failed.length = 0;
});

async function runOf(kind: string, settings: object, connection: string | null = 'db'): Promise<JobRunDetails> {
  const job = await app.create(kind, { connection_id: connection, settings: settings as Record<string, unknown> });
  return app.runNow(job.id);
}
const words = ({ log }: JobRunDetails) => log.map(({ text }) => text).join('\n');
const outputOf = async (run: JobRunDetails) => {
  const response = await fetch(new URL(run.outputs[0]?.href ?? '', await app.workbench.app.getUrl()));
  return Buffer.from(await response.arrayBuffer());
};

describe('a query', () => {
  it.each([
    ['refunds.csv', 'refunds.csv', 'id,total\n1,1.01\n2,2.02\n'],
    ['json', 'a-query.json', '[\n{"id":1,"total":1.01},\n{"id":2,"total":2.02}\n]\n'],
    ['refunds.ndjson', 'refunds.ndjson', '{"id":1,"total":1.01}\n{"id":2,"total":2.02}\n'],
    ['refunds', 'refunds.csv', 'id,total\n1,1.01\n2,2.02\n'],
  ])('keeps its result as %s', async (saveAs, name, content) => {
    const run = await runOf('query', {
      sql: 'SELECT id, total FROM orders ORDER BY id LIMIT 2',
      save_results_as: saveAs,
    });
    expect([run.status, run.outputs.map((output) => output.name)]).toEqual(['success', [name]]);
    expect((await outputOf(run)).toString()).toBe(content);
  });

  it.each(['../x.csv', 'a/b.csv', 'my report.csv', '.csv', '-x.json'])(
    'is refused where its file would not be named as typed: %s',
    async (saveAs) => {
      const trigger = { type: 'interval', every: 1, unit: 'hours' };
      const settings = { sql: 'SELECT 1', save_results_as: saveAs };
      const input = { name: 'x', connection_id: 'db', trigger, settings };
      const { status, body } = await app.send('POST', '/api/scheduler/jobs/query', input);
      expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/settings/save_results_as']);
    },
  );

  it('keeps its result as before where a stored name has a folder, and can be renamed', async () => {
    const settings = { sql: 'SELECT 1 AS a', save_results_as: 'x.csv' };
    const job = await app.create('query', { connection_id: 'db', settings });
    await app.useSettings(job.id, { ...job.settings, save_results_as: '../week/x.csv' });
    expect((await app.send('PUT', `/api/scheduler/jobs/${job.id}`, { name: 'renamed' })).status).toBe(200);
    expect((await app.runNow(job.id)).outputs.map(({ name }) => name)).toEqual(['week-x.csv']);
  });

  it('keeps a Parquet file', async () => {
    const run = await runOf('query', { sql: 'SELECT * FROM orders', save_results_as: 'orders.parquet' });
    expect((await outputOf(run)).subarray(0, 4).toString()).toBe('PAR1');
    expect(words(run)).toContain('5,000 rows saved as orders.parquet');
  });

  it('changes nothing unless it may', async () => {
    const sql = 'CREATE TABLE made (i int)';
    const job = await app.create('query', { connection_id: 'db', settings: { sql: 'SELECT 1' } });
    await app.useSettings(job.id, { ...job.settings, sql });
    expect(await app.runNow(job.id)).toMatchObject({ status: 'error', error: expect.stringContaining('read-only') });
    expect(await runOf('query', { sql, read_only: false })).toMatchObject({ status: 'success', error: null });
    await database.execute('DROP TABLE made');
  });

  it('runs its statements one after another and stops at the first that fails, in the words of the database', async () => {
    const sql =
      'CREATE TABLE steps (i int); INSERT INTO steps VALUES (1), (2); SELECT nothing FROM steps; DROP TABLE steps';
    const run = await runOf('query', { sql, read_only: false });
    expect(run).toMatchObject({ status: 'error', error: 'column "nothing" does not exist (42703)' });
    expect(words(run)).toContain('Statement 2: 2 rows changed');
    await database.execute('DROP TABLE steps');
  });

  it('that never ends is cut off in the database itself', async () => {
    const job = await app.create('query', {
      connection_id: 'db',
      settings: { sql: 'SELECT pg_sleep(600)' },
      timeout_s: 1,
    });
    expect(await app.runNow(job.id)).toMatchObject({ status: 'timed_out' });
    const { rows } = await database.execute(
      `SELECT count(*) AS n FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(600)%' AND state = 'active' AND datname = current_database()`,
    );
    expect(rows).toEqual([{ n: '0' }]);
  });

  it.each([
    [{ sql: '' }, 'validation-failed'],
    [{}, 'validation-failed'],
    [{ sql: '-- nothing' }, 'nothing-to-run'],
    [{ sql: 'SELECT :a' }, 'parameters-missing'],
    [{ sql: 'SELECT 1', keep_last: 0 }, 'validation-failed'],
    [{ sql: 'SELECT 1', unknown: 1 }, 'validation-failed'],
  ])('is refused with %j', async (settings, code) => {
    const input = { name: 'x', connection_id: 'db', trigger: { type: 'interval', every: 1, unit: 'hours' }, settings };
    expect((await app.send('POST', '/api/scheduler/jobs/query', input)).body.code).toBe(code);
  });

  it.each([
    ['SELECT :id, $1', 'Jobs take no parameters: :id, $1.'],
    ['SELECT 1 WHERE 1 = :id', 'Jobs take no parameters: :id.'],
    ['-- nothing', 'The text is empty or holds only comments.'],
  ])('is refused at the field of its SQL with %j', async (sql, detail) => {
    const trigger = { type: 'interval', every: 1, unit: 'hours' };
    const input = { name: 'x', connection_id: 'db', trigger, settings: { sql } };
    const { body } = await app.send('POST', '/api/scheduler/jobs/query', input);
    expect(body.errors).toEqual([{ pointer: '/settings/sql', detail }]);
  });

  it('may be left without a trigger for schema_watch only, which is daily at 06:00 then', async () => {
    const input = { name: 'x', connection_id: 'db' };
    const { status, body } = await app.send<Job>('POST', '/api/scheduler/jobs/schema_watch', input);
    expect([status, body.trigger]).toEqual([201, { type: 'cron', expression: '0 6 * * *', timezone: 'UTC' }]);
    const query = { ...input, settings: { sql: 'SELECT 1' } };
    const refused = await app.send('POST', '/api/scheduler/jobs/query', query);
    expect([refused.body.code, refused.body.errors?.[0]?.pointer]).toEqual(['validation-failed', '/trigger']);
  });

  it('lists the files of a run that were removed since', async () => {
    const settings = { sql: 'SELECT 1 AS a', save_results_as: 'a.csv', keep_last: 1 };
    const job = await app.create('query', { connection_id: 'db', settings });
    const { id } = await app.runNow(job.id);
    await app.runNow(job.id);
    const { body } = await app.send<JobRun>('GET', `/api/scheduler/runs/${id}`);
    expect([body.outputs, body.removed_outputs]).toEqual([[], [{ name: 'a.csv', removed_at: expect.any(String) }]]);
  });

  it('keeps the newest file, also behind a clock that was ahead', async () => {
    const settings = { sql: 'SELECT 1 AS a', save_results_as: 'a.csv', keep_last: 1 };
    const job = await app.create('query', { connection_id: 'db', settings });
    // Other jobs would be due meanwhile.
    expect((await app.send('POST', '/api/scheduler/pause-all')).status).toBe(200);
    const now = new Date();
    app.setClock(new Date(now.getTime() + 365 * 24 * 3_600_000).toISOString());
    const ahead = await app.runNow(job.id);
    app.setClock(now.toISOString());
    const newest = await app.runNow(job.id);
    const outputsOf = async ({ id }: { id: string }) =>
      (await app.send<JobRun>('GET', `/api/scheduler/runs/${id}`)).body.outputs.length;
    expect([await outputsOf(ahead), await outputsOf(newest)]).toEqual([0, 1]);
  });

  it('needs a connection that is there, and says why it cannot be reached', async () => {
    const input = { name: 'x', trigger: { type: 'interval', every: 1, unit: 'hours' }, settings: { sql: 'SELECT 1' } };
    expect((await app.send('POST', '/api/scheduler/jobs/query', input)).status).toBe(400);
    expect((await app.send('POST', '/api/scheduler/jobs/query', { ...input, connection_id: 'no' })).status).toBe(404);
    expect(await runOf('query', { sql: 'SELECT 1' }, 'gone')).toMatchObject({
      status: 'error',
      error: expect.stringContaining('127.0.0.1'),
    });
  });

  it('runs on DuckDB, too', async () => {
    const run = await runOf('query', { sql: 'SELECT 42 AS a', save_results_as: 'csv' }, 'duck');
    expect((await outputOf(run)).toString()).toBe('a\n42\n');
  });
});

describe('maintenance', () => {
  const lastVacuum = async (table: string) => {
    await database.execute(`SELECT pg_stat_force_next_flush()`);
    const { rows } = await database.execute(
      `SELECT (last_vacuum IS NOT NULL)::text AS v, (last_analyze IS NOT NULL)::text AS a FROM pg_stat_all_tables WHERE relid = '${table}'::regclass`,
    );
    return rows[0];
  };

  it('vacuums tables by name, outside of a transaction', async () => {
    const run = await runOf('vacuum', { tables: ['crm.people', 'orders'], analyze: false });
    expect([run.status, run.error]).toEqual(['success', null]);
    expect(words(run)).toBe('VACUUM crm.people\nVACUUM public.orders');
    expect(await lastVacuum('orders')).toEqual({ v: 'true', a: 'false' });
  });

  it('takes tables in their own spelling', async () => {
    await database.execute('CREATE SCHEMA "My Schema"; CREATE TABLE "My Schema"."Weird Table" (a int)');
    const run = await runOf('vacuum', { tables: ['"My Schema"."Weird Table"', '"orders"'], analyze: false });
    expect([run.status, run.error]).toEqual(['success', null]);
    expect(words(run)).toBe('VACUUM "My Schema"."Weird Table"\nVACUUM public.orders');
    await database.execute('DROP SCHEMA "My Schema" CASCADE');
  });

  it('vacuums the whole database, fully and with statistics', async () => {
    expect(await runOf('vacuum', { full: true })).toMatchObject({ status: 'success' });
    expect(await lastVacuum('crm.people')).toMatchObject({ a: 'true' });
  });

  it('analyzes', async () => {
    expect(await runOf('analyze', {})).toMatchObject({ status: 'success' });
    expect(await runOf('analyze', { tables: ['orders'] })).toMatchObject({ status: 'success' });
    expect(await lastVacuum('orders')).toMatchObject({ a: 'true' });
  });

  it('names the tables that are not there before it touches any', async () => {
    expect(await runOf('vacuum', { tables: ['orders', 'nowhere', 'x"; DROP TABLE orders; --'] })).toMatchObject({
      ...{ status: 'error', error: 'These tables were not found: nowhere, x"; DROP TABLE orders; --.' },
    });
  });

  it('is for Postgres', async () => {
    const input = { name: 'x', connection_id: 'duck', trigger: { type: 'interval', every: 1, unit: 'hours' } };
    for (const kind of ['vacuum', 'analyze', 'backup', 'schema_watch']) {
      expect((await app.send('POST', `/api/scheduler/jobs/${kind}`, input)).body.code).toBe('not-relational');
    }
  });
});

describe('a check of the schema', () => {
  it('takes a snapshot and reports what has changed', async () => {
    const job = await app.create('schema_watch', {
      connection_id: 'db',
      trigger: { type: 'cron', expression: '0 6 * * *', timezone: 'UTC' },
    });
    const first = await app.runNow(job.id);
    expect(words(first)).toContain('This is the first snapshot');
    const changed = app.heard('schema.changed');
    await database.execute('ALTER TABLE orders ADD extra int');
    const second = await app.runNow(job.id);
    expect(words(second)).toContain('orders: + column extra integer');
    expect(changed).toHaveLength(1);
    const { body } = await app.send<SchemaWatchStatus>('GET', '/api/schema-watch/db/status');
    expect(body.snapshots_kept).toBe(2);
    await database.execute('ALTER TABLE orders DROP extra');
  });

  it('that is out of time is cut off in the database itself', async () => {
    const job = await app.create('schema_watch', { connection_id: 'db', timeout_s: 1 });
    await database.execute('BEGIN; LOCK TABLE pg_catalog.pg_constraint');
    try {
      const run = await app.runNow(job.id);
      expect([run.status, (run.duration_ms ?? Infinity) < 10_000]).toEqual(['timed_out', true]);
      const isHeldUp = `SELECT count(*) AS n FROM pg_locks WHERE NOT granted AND relation = 'pg_constraint'::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      await app.until(async () => ((await database.execute(isHeldUp)).rows[0]?.n === '0' ? true : null));
    } finally {
      await database.execute('ROLLBACK');
    }
  });

  it('that cannot be made is a failed run', async () => {
    expect(await runOf('schema_watch', {}, 'gone')).toMatchObject({ status: 'error' });
  });
});

describe('a backup', () => {
  /** Restores a backup into a database of its own and answers the sum of its rows. */
  async function restored(format: string, content: Buffer): Promise<string | undefined> {
    const target = await createTestDatabase();
    try {
      await target.execute('DROP EXTENSION IF EXISTS postgis CASCADE');
      const [tools] = await findClientTools(process.env.PG_BIN_DIR ?? null);
      if (tools === undefined) throw new Error('There is no pg_restore.');
      const { host, port, user, password, database: name } = target.config;
      const env = { ...process.env, PGPASSWORD: password ?? '' };
      const to = ['-h', host, '-p', String(port), '-U', user, '-d', name];
      const file = join(app.home, `restore-${format}`);
      if (format === 'directory') {
        mkdirSync(file);
        execFileSync('tar', ['-xf', '-', '-C', file, '--strip-components=1'], { input: content });
      } else writeFileSync(file, content);
      const isPlain = format === 'plain';
      const parameters = isPlain ? ['-q', '-v', 'ON_ERROR_STOP=1', '-f', file] : ['--exit-on-error', file];
      execFileSync(toolIn(tools, isPlain ? 'psql' : 'pg_restore'), [...to, ...parameters], { env });
      return (await target.execute(SUMMARY)).rows[0]?.sum;
    } finally {
      await target.dispose();
    }
  }

  it.each(['custom', 'plain', 'directory'])('in the format %s restores to the very same rows', async (format) => {
    const run = await runOf('backup', { format, destination: `formats/${format}` });
    expect([run.status, run.error, run.outputs.length]).toEqual(['success', null, 1]);
    const content = await outputOf(run);
    expect(await restored(format, content)).toBe((await database.execute(SUMMARY)).rows[0]?.sum);
    if (format !== 'directory') expect(words(run)).toContain(createHash('sha256').update(content).digest('hex'));
    expect(completed).toMatchObject([
      { kind: 'backup', status: 'success', outputs: [{ bytes: run.outputs[0]?.bytes }] },
    ]);
    expect(app.files(`backups/formats/${format}`).join()).not.toContain('partial');
  });

  it('can be proven: it is restored beside the database and compared with it', async () => {
    const run = await runOf('backup', { proof: true });
    expect([run.status, run.error]).toEqual(['success', null]);
    expect(words(run)).toContain('verified: 2 tables restored without differences');
    const { rows } = await database.execute(
      `SELECT count(*) AS n FROM pg_database WHERE datname LIKE 'workbench_proof_%'`,
    );
    expect(rows).toEqual([{ n: '0' }]);
  });

  it('keeps the last ones, its own only, and never prunes when it fails', async () => {
    const settings = { keep_last: 2, destination: 'kept' };
    const job = await app.create('backup', { connection_id: 'db', settings });
    for (let count = 0; count < 3; count += 1) expect(await app.runNow(job.id)).toMatchObject({ status: 'success' });
    const foreign = join(app.home, 'backups/kept/somebody-elses.dump');
    writeFileSync(foreign, 'x');
    const before = await app.until(() => (app.files('backups/kept').length === 3 ? app.files('backups/kept') : null));
    await app.send('PUT', `/api/scheduler/jobs/${job.id}`, { connection_id: 'gone' });
    expect(await app.runNow(job.id)).toMatchObject({ status: 'error' });
    expect(app.files('backups/kept')).toEqual(before);
    expect(failed).toMatchObject([{ status: 'error', title: `Backup failed: ${job.name} on Gone` }]);
    await app.send('DELETE', `/api/scheduler/jobs/${job.id}`);
    expect(app.files('backups/kept')).toEqual(before);
  });

  it('that was cut short is noticed, whatever the list of its contents says', async () => {
    const run = await runOf('backup', { destination: 'cut' });
    const file = join(app.home, 'backups/cut', run.outputs[0]?.name ?? '');
    const [tools] = await findClientTools(process.env.PG_BIN_DIR ?? null);
    if (tools === undefined) throw new Error('There is no pg_restore.');
    truncateSync(file, Math.floor((run.outputs[0]?.bytes ?? 0) / 2));
    execFileSync(toolIn(tools, 'pg_restore'), ['--list', file], { stdio: 'ignore' });
    const { signal } = new AbortController();
    const workFolder = () => Promise.resolve(mkdtempSync(join(app.home, 'check-')));
    const context = { signal, timeoutS: 60, connectionId: 'db', jobName: 'check', workFolder };
    await expect(checkBackup(file, 'custom', tools, context)).rejects.toThrow('The backup cannot be read');
    const plain = join(app.home, 'cut.sql');
    writeFileSync(plain, 'CREATE TABLE a (i int);\n');
    await expect(checkBackup(plain, 'plain', tools, context)).rejects.toThrow('its end is missing');
  });

  it('that is gone from its folder is no longer offered', async () => {
    const run = await runOf('backup', { destination: 'lost' });
    execFileSync('rm', [join(app.home, 'backups/lost', run.outputs[0]?.name ?? '')]);
    expect((await app.send('GET', run.outputs[0]?.href ?? '')).body.code).toBe('output-not-found');
    expect((await app.send<JobRunDetails>('GET', `/api/scheduler/runs/${run.id}`)).body.outputs).toEqual([]);
  });

  it.each(['/etc', '../outside', '/', `${'a/'.repeat(20)}${'../'.repeat(30)}x`])(
    'goes nowhere but into its folders: %s',
    async (destination) => {
      const input = {
        name: 'x',
        connection_id: 'db',
        trigger: { type: 'interval', every: 1, unit: 'hours' },
        settings: { destination },
      };
      const { status, body } = await app.send('POST', '/api/scheduler/jobs/backup', input);
      expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/settings/destination']);
    },
  );

  it('follows no symbolic link', async () => {
    mkdirSync(join(app.home, 'target'));
    mkdirSync(join(app.home, 'backups'), { recursive: true });
    symlinkSync(join(app.home, 'target'), join(app.home, 'backups/link'));
    expect(await runOf('backup', { destination: 'link/deep' })).toMatchObject({
      status: 'error',
      error: 'The destination leads through a symbolic link.',
    });
    expect(readdirSync(join(app.home, 'target'))).toEqual([]);
  });

  it('fails with words where its folder is a file', async () => {
    writeFileSync(join(app.home, 'backups/file'), 'x');
    expect(await runOf('backup', { destination: 'file' })).toMatchObject({ error: 'The destination is not a folder.' });
  });

  it('fails with words where nobody may write and where nothing fits, and what was kept before stays', async () => {
    const good = join(app.home, 'good');
    // The kernel refuses writes there, also by root.
    const env = { WORKBENCH_BACKUPS: [good, READ_ONLY].join(delimiter) };
    const other = await SchedulerApp.start({ database, env });
    try {
      const settings = { keep_last: 1, destination: good };
      const events = other.heard('scheduler.job.error');
      const errors: unknown[] = [];
      const job = await other.create('backup', { connection_id: 'db', settings });
      const { outputs } = await other.runNow(job.id);
      for (const [destination, error] of [
        [join(READ_ONLY, 'deeper'), /^The destination cannot be written \(E[A-Z]+\)\.$/],
        [READ_ONLY, /^The disk is too full: /],
      ] as const) {
        await other.send('PUT', `/api/scheduler/jobs/${job.id}`, { settings: { ...settings, destination } });
        const run = await other.runNow(job.id);
        expect(run).toMatchObject({ status: 'error', outputs: [] });
        expect(run.error).toMatch(error);
        errors.push(run.error);
      }
      expect(readdirSync(good)).toEqual(outputs.map(({ name }) => name));
      const first = await other.create('backup', { connection_id: 'db', settings: { destination: READ_ONLY } });
      const { error } = await other.runNow(first.id);
      expect(error).toMatch(/could not open output file .*: /);
      // Neither what a run says nor its events name a folder of the server.
      expect(events).toHaveLength(3);
      const said = JSON.stringify([...errors, error, events]);
      for (const folder of [READ_ONLY, other.home, app.home]) expect(said).not.toContain(folder);
    } finally {
      await other.stop();
    }
  });

  it('is measured by a backup like it that is still there and, where it is compressed, by the database as it is', async () => {
    const other = await SchedulerApp.start({
      database,
      env: { WORKBENCH_BACKUPS: [app.home, READ_ONLY].join(delimiter) },
    });
    const { manager } = other.get(State);
    const [isFull, isTried] = [/^The disk is too full: /, /could not open output file/];
    try {
      const settings = { format: 'plain', destination: join(app.home, 'measured') };
      const job = await other.create('backup', { connection_id: 'db', settings });
      const first = await other.runNow(job.id);
      const errorAt = async (change: object) => {
        const changed = { settings: { ...settings, destination: READ_ONLY, ...change } };
        await other.send('PUT', `/api/scheduler/jobs/${job.id}`, changed);
        return (await other.runNow(job.id)).error;
      };
      expect(await errorAt({})).toMatch(isFull);
      expect(await errorAt({ format: 'custom' })).toMatch(isTried);
      await manager.update(JobRunRecord, { id: first.id }, { connectionId: 'other' });
      expect(await errorAt({})).toMatch(isTried);
      await manager.update(JobRunRecord, { id: first.id }, { connectionId: 'db' });
      await manager.update(JobOutputRecord, { jobId: job.id }, { removedAt: 1 });
      expect(await errorAt({})).toMatch(isTried);
      await manager.update(JobOutputRecord, { jobId: job.id }, { removedAt: null, bytes: Number.MAX_SAFE_INTEGER });
      expect(await errorAt(settings)).toMatch(isFull);
      const compressed = { ...settings, format: 'custom' };
      expect(await errorAt(compressed)).toBeNull();
      await manager.update(JobOutputRecord, { jobId: job.id }, { bytes: Number.MAX_SAFE_INTEGER });
      expect(await errorAt(compressed)).toBeNull();
    } finally {
      await other.stop();
    }
  });

  it('that the disk does not hold to its end leaves the ones before, and nothing half', async () => {
    const folder = join(app.home, 'small');
    mkdirSync(folder);
    const [tools] = await findClientTools(process.env.PG_BIN_DIR ?? null);
    if (tools === undefined) throw new Error('pg_dump is missing.');
    // The real one, which may write no file that is longer than so many blocks.
    const dump = `#!/bin/sh\nif [ "$1" != "--version" ] && [ -e ${folder}/full ]; then ulimit -f 8; fi\nexec ${toolIn(tools, 'pg_dump')} "$@"\n`;
    writeFileSync(join(folder, 'pg_dump'), dump);
    chmodSync(join(folder, 'pg_dump'), 0o755);
    symlinkSync(toolIn(tools, 'pg_restore'), join(folder, 'pg_restore'));
    const other = await SchedulerApp.start({ database, env: { PG_BIN_DIR: folder } });
    try {
      const settings = { keep_last: 1, format: 'plain' };
      const job = await other.create('backup', { connection_id: 'db', settings });
      const good = await other.runNow(job.id);
      expect(good).toMatchObject({ status: 'success' });
      writeFileSync(join(folder, 'full'), '');
      expect(await other.runNow(job.id)).toMatchObject({ status: 'error', outputs: [] });
      expect(other.files('backups').filter((name) => name.endsWith('.sql') || name.includes('partial'))).toEqual([
        `db/${good.outputs[0]?.name ?? ''}`,
      ]);
    } finally {
      await other.stop();
    }
  });

  it('shows its password to nobody', async () => {
    const folder = join(app.home, 'spy');
    mkdirSync(folder);
    const [tools] = await findClientTools(process.env.PG_BIN_DIR ?? null);
    if (tools === undefined) throw new Error('pg_dump is missing.');
    const spy = `#!/bin/sh\nif [ "$1" = "--version" ]; then exec ${toolIn(tools, 'pg_dump')} --version; fi\n{ echo "$@"; env; stat -c %a "$PGPASSFILE"; } | sed 's/^/warning: /' >&2\nexec ${toolIn(tools, 'pg_dump')} "$@"\n`;
    writeFileSync(join(folder, 'pg_dump'), spy);
    chmodSync(join(folder, 'pg_dump'), 0o755);
    symlinkSync(toolIn(tools, 'pg_restore'), join(folder, 'pg_restore'));
    const other = await SchedulerApp.start({ database, env: { PG_BIN_DIR: folder } });
    try {
      const job = await other.create('backup', { connection_id: 'db' });
      const run = await other.runNow(job.id);
      expect(run).toMatchObject({ status: 'success' });
      const { body } = await other.send<{ log: { text: string }[] }>('GET', `/api/scheduler/runs/${run.id}`);
      const text = body.log.map((line) => line.text).join('\n');
      expect(text).toMatch(/^warning: 600$/m);
      const { password } = database.config;
      if (password !== null && password !== '') expect(text).not.toContain(password);
      const passFile = /PGPASSFILE=(.+)/.exec(text)?.[1] ?? '';
      expect([passFile !== '', existsSync(passFile)]).toEqual([true, false]);
    } finally {
      await other.stop();
    }
  });
});

describe('a database', () => {
  it('that answers nothing is given up, and its run is over', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const other = await SchedulerApp.start();
    try {
      const line = `  - { id: hangs, name: Hangs, kind: postgres, host: 127.0.0.1, port: ${port}, database: x, user: x }\n`;
      appendFileSync(join(other.home, 'connections.yaml'), line);
      const input = { connection_id: 'hangs', settings: { sql: 'SELECT 1' }, timeout_s: 2 };
      const job = await other.until(() => other.create('query', input).catch(() => null));
      const run = await other.runNow(job.id);
      expect(run.status).toBe('timed_out');
      expect((await other.job(job.id)).running).toBe(false);
    } finally {
      await other.stop();
      silent.close();
    }
  });

  it('that is taken out of the list while a job works on it is a failed run with its reason', async () => {
    const other = await SchedulerApp.start({ database });
    try {
      const settings = { sql: 'SELECT pg_sleep(600)' };
      const job = await other.create('query', { connection_id: 'db', settings });
      const { body: run } = await other.send<JobRun>('POST', `/api/scheduler/jobs/${job.id}/run`);
      const isAsleep = `SELECT count(*) AS n FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(600)%' AND state = 'active' AND datname = current_database()`;
      await other.until(async () => ((await database.execute(isAsleep)).rows[0]?.n === '1' ? true : null));
      writeFileSync(join(other.home, 'connections.yaml'), 'connections: []\n');
      const ended = await other.ended(run.id);
      expect([ended.status, ended.error === null]).toEqual(['error', false]);
      await other.until(async () => ((await database.execute(isAsleep)).rows[0]?.n === '0' ? true : null));
      expect(await other.runNow(job.id)).toMatchObject({
        status: 'error',
        error: 'The connection of the job is gone.',
      });
    } finally {
      await other.stop();
    }
  });
});

describe('the client programs', () => {
  it('are never older than the server, and are asked for by version where they are', async () => {
    await expect(clientFor(99, process.env.PG_BIN_DIR ?? null)).rejects.toThrow(
      /Postgres 99, and the newest pg_dump here is \d+/,
    );
    await expect(clientFor(15, '/nowhere')).rejects.toThrow('pg_dump is missing');
  });

  it.each([
    ['that are not there', null, /^pg_dump is missing on this machine\./],
    ['that are too old', '9.4.1', /^The server is Postgres \d+, and the newest pg_dump here is 9\.4\.1\./],
  ])('%s are a failed run that says so, and nothing is left', async (_, version, error) => {
    const folder = mkdtempSync(join(app.home, 'clients-'));
    if (version !== null) {
      for (const name of ['pg_dump', 'pg_restore'])
        writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} (PostgreSQL) ${version}"\n`, { mode: 0o755 });
    }
    const other = await SchedulerApp.start({ database, env: { PG_BIN_DIR: folder } });
    try {
      const run = await other.runNow((await other.create('backup', { connection_id: 'db' })).id);
      expect(run).toMatchObject({ status: 'error', outputs: [] });
      expect(run.error).toMatch(error);
      expect(other.files('backups')).toEqual([]);
    } finally {
      await other.stop();
    }
  });
});
