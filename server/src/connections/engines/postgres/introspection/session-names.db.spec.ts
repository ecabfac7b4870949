import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Connector, Session } from '../../connector.js';
import { CollectingSink, neverAborted, RecordingContext, until } from '../../testing/index.js';
import { createPostgresConnector } from '../index.js';
import { runStatement } from '../testing/run-statement.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';

/** After it, the names of an open transaction are asked for; it needs no name of a schema itself. */
const NOTHING = 'DO $$ BEGIN END $$';
const IS_WAITING = `SELECT FROM pg_stat_activity
  WHERE application_name = 'data-workbench' AND datname = current_database() AND wait_event_type = 'Lock'`;

let database: TestDatabase;
let locker: pg.Client;
let connector: Connector;
let session: Session;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute('CREATE TABLE kept (a integer)');
  locker = new pg.Client({ ...database.config, ssl: false, password: database.config.password ?? '' });
  await locker.connect();
  await locker.query(`SET lock_timeout = '10s'`);
});
afterAll(async () => {
  await locker.end();
  await database.dispose();
});
beforeEach(async () => {
  await database.execute('TRUNCATE kept');
  connector = createPostgresConnector(database.config, new RecordingContext());
  session = await connector.openSession(neverAborted());
  for (const sql of [NOTHING, 'BEGIN', 'INSERT INTO kept VALUES (1)']) await runStatement(session, sql);
  await database.execute(IS_WAITING);
});
afterEach(async () => {
  await locker.query('ROLLBACK');
  await session.release();
  await connector.close();
});

const lockNames = () => locker.query('BEGIN; LOCK TABLE pg_catalog.pg_namespace IN ACCESS EXCLUSIVE MODE');
async function expectOpen(): Promise<void> {
  expect(await session.transaction()).toBe('open');
  expect((await runStatement(session, 'COMMIT')).outcome).toMatchObject({ command: 'COMMIT' });
  expect((await database.execute('SELECT a::text FROM kept')).rows).toEqual([{ a: '1' }]);
}

describe('what a session asks behind a statement of an open transaction', () => {
  it.each(['statement_timeout', 'lock_timeout'])('is not subject to its %s, and does not fail it', async (setting) => {
    await runStatement(session, `SET LOCAL ${setting} = '50ms'`);
    await lockNames();
    expect((await runStatement(session, NOTHING)).outcome.status).toBe('succeeded');
    await locker.query('ROLLBACK');
    expect((await runStatement(session, `SHOW ${setting}`)).sink.rows).toEqual([['50ms']]);
    await expectOpen();
  });

  it('is not cancelled with the statement that has ended', async () => {
    await lockNames();
    const abort = new AbortController();
    const ended = session.run(NOTHING, new CollectingSink(), abort.signal);
    await until('the names are waited for', async () => (await database.execute(IS_WAITING)).rows.length > 0);
    abort.abort();
    // The lock stays until the question has ended by its own limit.
    expect((await ended).status).toBe('succeeded');
    await locker.query('ROLLBACK');
    await expectOpen();
  });

  it.each(['ROLLBACK AND CHAIN', 'ABORT WORK AND CHAIN', 'COMMIT AND CHAIN'])(
    'is not asked in the transaction that %s has begun, which is still to choose its level',
    async (chain) => {
      for (const sql of ['CREATE TABLE chained (a integer)', chain])
        expect((await runStatement(session, sql)).outcome.status).toBe('succeeded');
      const level = 'SET TRANSACTION ISOLATION LEVEL SERIALIZABLE';
      expect((await runStatement(session, level)).outcome).toMatchObject({ status: 'succeeded' });
      await runStatement(session, 'ROLLBACK');
      await database.execute('DROP TABLE IF EXISTS chained');
    },
  );

  it('is not asked behind a savepoint in a transaction that has made nothing', async () => {
    for (const sql of ['COMMIT', 'BEGIN ISOLATION LEVEL REPEATABLE READ', 'SAVEPOINT one', 'ROLLBACK TO one'])
      await runStatement(session, sql);
    await database.execute('INSERT INTO kept VALUES (2)');
    expect((await runStatement(session, 'SELECT a FROM kept ORDER BY a')).sink.rows).toEqual([['1'], ['2']]);
  });

  it('leaves savepoints as they are', async () => {
    for (const sql of ['SAVEPOINT mine', 'CREATE TABLE gone (a integer)', 'INSERT INTO gone VALUES (1)'])
      expect((await runStatement(session, sql)).outcome.status).toBe('succeeded');
    const { sink } = await runStatement(session, 'SELECT a FROM gone');
    expect(sink.resultColumns?.map(({ table }) => table)).toEqual(['public.gone']);
    expect((await runStatement(session, 'ROLLBACK TO mine')).outcome.status).toBe('succeeded');
    await expectOpen();
    expect((await runStatement(session, 'SELECT FROM gone')).outcome.status).toBe('failed');
  });
});
