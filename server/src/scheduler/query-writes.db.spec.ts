import { DatabaseSync } from 'node:sqlite';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Job } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { POSTGRES_WRITE_CASES } from '../../../libs/write-safety/testing/write-cases.js';
import { createTestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import { EVERY_HOUR, SchedulerApp } from './testing/scheduler-app.js';

let database: TestDatabase;
let app: SchedulerApp;
/** Files of the workbench's own folder cannot be opened. */
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute(`
    CREATE TABLE t (a integer); INSERT INTO t VALUES (1); CREATE SEQUENCE s; CREATE MATERIALIZED VIEW m AS SELECT 1 AS a;
    CREATE PROCEDURE p() LANGUAGE sql AS 'SELECT 1';
    CREATE FUNCTION adds() RETURNS integer LANGUAGE sql AS 'INSERT INTO t VALUES (1) RETURNING a'`);
  app = await SchedulerApp.start({ database });
  folder = mkdtempSync(join(tmpdir(), 'query-writes-'));
  const file = join(folder, 'shop.sqlite');
  const sqlite = new DatabaseSync(file);
  sqlite.exec('CREATE TABLE t (a)');
  sqlite.close();
  const { host, port, user, password, database: name } = database.config;
  const login = `host: ${host}, port: ${port}, database: ${name}, user: ${user}, password: "${password ?? ''}"`;
  const lines = [
    `  - { id: guarded, name: Guarded, kind: postgres, ${login}, writes: review }`,
    `  - { id: lite, name: Lite, kind: files, path: ${file}, read_only: false }`,
    `  - { id: fixed, name: Fixed, kind: files, path: ${file}, read_only: true }`,
    `  - { id: away, name: Away, kind: files, path: ${folder}/away.sqlite }`,
  ];
  appendFileSync(join(app.home, 'connections.yaml'), `${lines.join('\n')}\n`);
  await app.until(async () => ((await send('away', { sql: 'SELECT 1' })).status === 201 ? true : null));
  const made = await app.create('query', {
    connection_id: 'duck',
    settings: { sql: 'CREATE TABLE t (a INTEGER); CREATE SEQUENCE s', read_only: false },
  });
  expect((await app.runNow(made.id)).error).toBe(null);
});
afterAll(async () => {
  await app.stop();
  await database.dispose();
  rmSync(folder, { recursive: true });
});

function send(connection: string, settings: object) {
  const input = { name: 'x', connection_id: connection, trigger: EVERY_HOUR, settings };
  return app.send<Job & Partial<ProblemDocument>>('POST', '/api/scheduler/jobs/query', input);
}

async function verdictOf(connection: string, sql: string) {
  const { status, body } = await send(connection, { sql });
  if (status === 422) return body.code === 'writes-not-allowed' ? 'writes' : body.code;
  return body.notices === undefined ? 'reads' : 'unknown';
}

const PIVOT = 'PIVOT (SELECT 1 AS a, 2 AS b) ON a USING sum(b)';

describe('a query job that writes in a transaction', () => {
  const OPEN = 'The SQL leaves a transaction open, so its changes were not kept. End it with COMMIT.';

  it.each([
    ['db', 'BEGIN; INSERT INTO t VALUES (7)', OPEN, 0],
    ['db', 'START TRANSACTION; INSERT INTO t VALUES (7); SAVEPOINT x', OPEN, 0],
    ['db', 'BEGIN; INSERT INTO t VALUES (7); COMMIT', null, 1],
    ['db', 'BEGIN; INSERT INTO t VALUES (8); ROLLBACK', null, 1],
    ['duck', 'BEGIN; INSERT INTO t VALUES (7)', OPEN, 0],
    ['duck', 'BEGIN; INSERT INTO t VALUES (7); COMMIT', null, 1],
    ['lite', 'BEGIN; INSERT INTO t VALUES (7)', OPEN, 0],
    ['lite', 'BEGIN; INSERT INTO t VALUES (7); COMMIT', null, 1],
  ])('ends as its transaction does on %s: %s', async (connection, sql, error, kept) => {
    const { body } = await send(connection, { sql, read_only: false });
    expect(await app.runNow(body.id)).toMatchObject({ status: error === null ? 'success' : 'error', error });
    const settings = { sql: 'SELECT count(*) AS n FROM t WHERE a = 7', save_results_as: 'n.csv' };
    const { outputs } = await app.runNow((await send(connection, settings)).body.id);
    expect((await app.send<string>('GET', outputs[0]?.href ?? '')).body).toMatch(new RegExp(`^n\r?\n${kept}\r?\n`));
  });

  it('keeps no file of rows that were rolled back', async () => {
    const sql = 'BEGIN; INSERT INTO t VALUES (9) RETURNING a';
    const { body } = await send('db', { sql, read_only: false, save_results_as: 'a.csv' });
    expect(await app.runNow(body.id)).toMatchObject({ status: 'error', error: OPEN, outputs: [] });
  });

  it('may leave one open that only reads', async () => {
    const { body } = await send('db', { sql: 'BEGIN; SELECT * FROM t' });
    expect(await app.runNow(body.id)).toMatchObject({ status: 'success', error: null });
  });
});

describe('a query job whose SQL writes', () => {
  // A session refuses COPY to the client, whatever it copies.
  const taken = POSTGRES_WRITE_CASES.filter(([sql]) => !sql.startsWith('COPY'));
  it.each(taken)('is judged on Postgres: %s', async (sql, verdict) => {
    expect(await verdictOf('db', sql)).toBe(verdict);
  });

  it('is refused where it is COPY to the client, as a run would be', async () => {
    expect(await verdictOf('db', 'COPY t TO STDOUT')).toBe('not-sql');
  });

  const ended = taken.filter(([, verdict]) => verdict !== 'unknown');
  it.each(ended)('is judged as a run would end: %s', async (sql, verdict) => {
    const settings = { sql: 'SELECT 1' };
    const job = await app.create('query', { connection_id: 'db', settings });
    await app.useSettings(job.id, { ...job.settings, sql });
    const { status, error } = await app.runNow(job.id);
    expect([status, error]).toEqual(
      verdict === 'reads'
        ? ['success', null]
        : ['error', expect.stringMatching(/read-only transaction|this session is read-only/)],
    );
  });

  it.each([
    ['SELECT * FROM t', 'reads'],
    ['FROM t', 'reads'],
    [PIVOT, 'reads'],
    ['EXPLAIN INSERT INTO t VALUES (1)', 'reads'],
    ["SET TimeZone = 'UTC'", 'reads'],
    ['CREATE TEMP TABLE u AS SELECT 1 AS a', 'reads'],
    ["SELECT 'INSERT INTO t VALUES (1)'", 'reads'],
    ['INSERT INTO t VALUES (1)', 'writes'],
    ['SELECT 1; UPDATE t SET a = 1', 'writes'],
    ['DELETE FROM t', 'writes'],
    ['EXPLAIN ANALYZE DELETE FROM t', 'writes'],
    ['CREATE TABLE u AS SELECT 1 AS a', 'writes'],
    ['DROP TABLE t', 'writes'],
    ["SELECT nextval('s')", 'writes'],
    ['SELECT * FROM missing', 'unknown'],
  ])('is judged on DuckDB: %s', async (sql, verdict) => {
    expect(await verdictOf('duck', sql)).toBe(verdict);
  });

  it.each([
    ['SELECT * FROM t', 'reads'],
    ['EXPLAIN DELETE FROM t', 'reads'],
    ['CREATE TEMP TABLE u (a)', 'reads'],
    ['INSERT INTO t VALUES (1)', 'writes'],
    ['WITH x AS (SELECT 1) DELETE FROM t WHERE a IN x', 'writes'],
    ['CREATE TABLE u (a)', 'writes'],
    ['VACUUM', 'writes'],
    ['SELECT * FROM missing', 'unknown'],
  ])('is judged on SQLite: %s', async (sql, verdict) => {
    expect(await verdictOf('lite', sql)).toBe(verdict);
  });

  it('is refused with the statement and what to do, and taken once writes are allowed', async () => {
    const sql = 'SELECT 1;\nINSERT INTO t\n  VALUES (1)';
    const { status, body } = await send('db', { sql });
    expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([422, 'writes-not-allowed', '/settings/sql']);
    expect(body.detail).toBe(
      'Statement 2 modifies data: INSERT INTO t VALUES (1). Allow writes (read_only: false) or change the SQL.',
    );
    expect((await send('db', { sql, read_only: false })).status).toBe(201);
  });

  it('is refused where writes are reviewed, whatever the job allows, and reading goes on', async () => {
    const { status, body } = await send('guarded', { sql: 'DELETE FROM t', read_only: false });
    expect([status, body.code]).toEqual([422, 'writes-need-review']);
    expect(body.detail).toBe('The connection accepts writes only as approved change sets, so jobs cannot write.');
    const { body: reading } = await send('guarded', { sql: 'SELECT adds()' });
    const run = await app.runNow(reading.id);
    expect(run.error).toContain('25006');
  });

  it('is refused where the connection takes no writes, whatever the job allows', async () => {
    const sql = 'DELETE FROM t';
    expect(await verdictOf('fixed', sql)).toBe('connection-read-only');
    expect((await send('fixed', { sql, read_only: false })).body.code).toBe('connection-read-only');
    expect((await send('fixed', { sql: 'SELECT 1', read_only: false })).status).toBe(201);
  });

  it('is taken with a notice where its database is away', async () => {
    const { status, body } = await send('away', { sql: 'DELETE FROM t' });
    expect([status, body.notices]).toEqual([
      201,
      [expect.stringMatching(/^Could not check whether the SQL modifies data\. ./)],
    ]);
    expect((await app.job(body.id)).notices).toBeUndefined();
  });

  it('is judged without a server on Postgres', async () => {
    expect(await verdictOf('gone', 'DELETE FROM t')).toBe('writes');
    expect(await verdictOf('gone', 'SELECT * FROM t')).toBe('reads');
  });

  it('is refused when the SQL or the connection is changed, and not when the name is', async () => {
    const job = await app.create('query', { connection_id: 'db', settings: { sql: 'SELECT 1' } });
    const path = `/api/scheduler/jobs/${job.id}`;
    expect((await app.send('PUT', path, { settings: { sql: 'DELETE FROM t' } })).body.code).toBe('writes-not-allowed');
    expect((await app.job(job.id)).settings.sql).toBe('SELECT 1');
    await app.useSettings(job.id, { ...job.settings, sql: 'DELETE FROM t' });
    expect((await app.send('PUT', path, { name: 'other' })).status).toBe(200);
    expect((await app.send('PUT', path, { connection_id: 'duck' })).body.code).toBe('writes-not-allowed');
  });

  it('is still refused by the database where a function writes', async () => {
    const job = await app.create('query', { connection_id: 'db', settings: { sql: 'SELECT adds()' } });
    expect(await app.runNow(job.id)).toMatchObject({ status: 'error', error: expect.stringContaining('read-only') });
  });
});
