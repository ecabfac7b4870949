import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { PostgresConfig } from './config.js';
import type { Connector } from '../connector.js';
import { eventually } from '../../../platform/testing/eventually.js';
import { CollectingSink, neverAborted, RecordingContext } from '../testing/index.js';
import { createPostgresConnector } from './index.js';
import { runAlone, runStatement } from './testing/run-statement.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

/** What a session may leave behind: a statement that changes something, and one that shows it. */
const TRACES: [string, string][] = [
  [`SET application_name = 'other'`, 'SHOW application_name'],
  [`SET search_path = pg_catalog`, 'SHOW search_path'],
  [`SET TimeZone = 'Asia/Tokyo'`, 'SHOW TimeZone'],
  [`SET DateStyle = 'German'`, `SELECT date '2024-01-31'`],
  ['SET statement_timeout = 1234', 'SHOW statement_timeout'],
  ['SET ROLE pg_monitor', 'SELECT current_user'],
  ['SET SESSION AUTHORIZATION pg_monitor', 'SELECT session_user'],
  ['CREATE TEMP TABLE left_behind (a integer)', `SELECT to_regclass('left_behind')`],
  ['PREPARE left_behind AS SELECT 1', 'SELECT count(*) FROM pg_prepared_statements'],
  ['DECLARE left_behind CURSOR WITH HOLD FOR SELECT 1', 'SELECT count(*) FROM pg_cursors'],
  ['LISTEN left_behind', 'SELECT count(*) FROM pg_listening_channels()'],
  ['SELECT pg_advisory_lock(7)', `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'`],
  ['BEGIN', 'SELECT now() = statement_timestamp()'],
  [`SELECT set_config('my.secret', 'x', false)`, `SELECT coalesce(current_setting('my.secret', true), '')`],
];

/** Time stands still, so that the answer of `KeptState` stays known. */
const unhurried = () => Object.assign(new RecordingContext(), { now: () => 0 });

describe('a session', () => {
  let database: TestDatabase;
  let connector: Connector | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => connector?.close());
  afterAll(() => database.dispose());

  const open = (change: Partial<PostgresConfig> = {}): Connector => {
    connector = createPostgresConnector({ ...database.config, pool: { max: 1 }, ...change }, unhurried());
    return connector;
  };
  const pidOf = async (one: Connector): Promise<unknown> =>
    (await runAlone(one, 'SELECT pg_backend_pid()')).sink.rows[0]?.[0];

  it.each(['08006', '57P01', '25P03'])(
    'lives on behind an error that has the code %s and did not end it',
    async (code) => {
      const session = await open().openSession(neverAborted());
      await runStatement(session, 'CREATE TEMP TABLE mine (a integer)');
      const raised = await runStatement(
        session,
        `DO $$ BEGIN RAISE 'from elsewhere' USING ERRCODE = '${code}'; END $$`,
      );
      expect(raised.outcome).toMatchObject({ status: 'failed', error: { sqlstate: code }, isSessionLost: false });
      expect((await runStatement(session, 'SELECT count(*) FROM mine')).sink.rows).toEqual([['0']]);
      expect(session.isLost()).toBe(false);
      await session.release();
    },
  );

  it.each(TRACES)('leaves nothing of %j to the next one on the same line', async (change, show) => {
    const one = open();
    const before = (await runAlone(one, show)).sink.rows;
    const pid = await pidOf(one);
    expect((await runAlone(one, change)).outcome.status).toBe('succeeded');
    expect((await runAlone(one, show)).sink.rows).toEqual(before);
    expect(await pidOf(one)).toBe(pid);
  });

  it.each(TRACES)('leaves nothing of %j to one that is waiting for the line', async (change, show) => {
    const one = open();
    const before = (await runAlone(one, show)).sink.rows;
    const session = await one.openSession(neverAborted());
    const next = one.openSession(neverAborted());
    const { outcome } = await runStatement(session, change);
    expect(outcome.status).toBe('succeeded');
    await session.release();
    const waiting = await next;
    expect((await runStatement(waiting, show)).sink.rows).toEqual(before);
    await waiting.release();
  });

  it.each(TRACES)('leaves nothing of %j to one that is opened behind it', async (change, show) => {
    const one = open({ pool: { max: 3 } });
    const others = await Promise.all([one.openSession(neverAborted()), one.openSession(neverAborted())]);
    const before = (await runAlone(one, show)).sink.rows;
    const session = await one.openSession(neverAborted());
    const { sink } = await runStatement(session, 'SELECT pg_backend_pid()');
    expect((await runStatement(session, change)).outcome.status).toBe('succeeded');
    await Promise.all(others.map((other) => other.release()));
    const released = session.release(true);
    const next = await one.openSession(neverAborted());
    await released;
    expect((await runStatement(next, show)).sink.rows).toEqual(before);
    // A transaction that is open is rolled back first, which the next one does not wait for.
    const pid = (await runStatement(next, 'SELECT pg_backend_pid()')).sink.rows;
    expect(JSON.stringify(pid) === JSON.stringify(sink.rows)).toBe(change !== 'BEGIN');
    await next.release();
  });

  it('leaves nothing behind while many take turns on a few lines', async () => {
    const one = open({ pool: { max: 3 } });
    // Locks are counted over all sessions.
    const traces = TRACES.filter(([change]) => !change.includes('advisory'));
    const usual = new Map<string, string>();
    for (const [, show] of traces) usual.set(show, JSON.stringify((await runAlone(one, show)).sink.rows));
    let seed = 1;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const trace = () => traces[random(traces.length)] ?? ['', ''];
    const found: string[] = [];
    const takeTurns = async () => {
      for (let round = 0; round < 40; round += 1) {
        const [[, show], [change]] = [trace(), trace()];
        const session = await one.openSession(neverAborted());
        const shown = JSON.stringify((await runStatement(session, show)).sink.rows);
        if (shown !== usual.get(show)) found.push(`${show}: ${shown}`);
        await runStatement(session, change);
        await session.release(random(2) === 0);
      }
    };
    await Promise.all(Array.from({ length: 8 }, takeTurns));
    expect(found).toEqual([]);
  });

  it('is reset soon where the next one does not come', async () => {
    const one = open();
    const session = await one.openSession(neverAborted());
    await runStatement(session, 'SELECT pg_advisory_lock(8)');
    await session.release(true);
    const held = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 8`;
    await eventually(
      () => database.execute(held),
      ({ rows }) => rows.length === 0,
    );
    expect((await runAlone(one, 'SELECT 1')).outcome.status).toBe('succeeded');
  });

  it('leaves nothing to a copy that is waiting for the line', async () => {
    const one = open();
    await runAlone(one, 'CREATE TABLE copied (a integer)');
    const session = await one.openSession(neverAborted());
    const next = one.openSession(neverAborted());
    await runStatement(session, 'SET ROLE pg_monitor');
    await session.release();
    const waiting = await next;
    const rows = [Buffer.from('1\n2\n')];
    const request = { sql: 'COPY copied FROM STDIN (FORMAT csv)', table: 'copied', columns: ['a'], rows };
    expect(await waiting.copyIn?.(request, neverAborted())).toMatchObject({ status: 'succeeded', affectedRows: 2 });
    await waiting.release();
  });

  it.each([
    ['a session that may write', false],
    ['a read-only session', true],
  ])('whose reset fails is closed instead of left to %s', async (_, isReadOnly) => {
    const one = open({ pool: { max: 2 } });
    const session = await one.openSession(neverAborted());
    await runStatement(
      session,
      `DO $$ BEGIN FOR i IN 1..300 LOOP EXECUTE format('CREATE TEMP TABLE of_first_%s (a text)', i); END LOOP; END $$`,
    );
    await runStatement(session, `SET app.user = 'first'`);
    await runStatement(session, `SET statement_timeout = '1ms'`);
    // A session on another line finds that the database keeps no state behind a reset.
    await runAlone(one, 'SELECT 1');
    const released = session.release(true);
    const waiting = await one.openSession(neverAborted(), { isReadOnly });
    await released;
    const { outcome } = await runStatement(waiting, 'SELECT 1');
    expect(outcome).toMatchObject({ status: 'failed', isSessionLost: true, error: { position: null } });
    expect((await runStatement(waiting, 'SELECT * FROM of_first_1')).outcome).toMatchObject({ isSessionLost: true });
    await waiting.release();
    const { sink } = await runAlone(one, `SELECT current_setting('app.user', true), to_regclass('of_first_1')`);
    expect(sink.rows).toEqual([[null, null]]);
  });

  it('that is waiting sees an error of its own where it stands, and what was left behind stays undone', async () => {
    const one = open();
    const session = await one.openSession(neverAborted());
    const next = one.openSession(neverAborted());
    await runStatement(session, `SET search_path = pg_catalog`);
    await session.release();
    const waiting = await next;
    const { outcome } = await runStatement(waiting, 'SELECT nope');
    expect(outcome).toMatchObject({ status: 'failed', error: { sqlstate: '42703', position: 8 } });
    expect((await runStatement(waiting, 'SHOW search_path')).sink.rows).toEqual([['"$user", public']]);
    await waiting.release();
  });

  it('is rolled back when it is released inside a transaction', async () => {
    await database.execute('CREATE TABLE kept (a integer)');
    const one = open();
    await runAlone(one, 'BEGIN', 'INSERT INTO kept VALUES (1)');
    expect((await runAlone(one, 'SELECT * FROM kept')).sink.rows).toEqual([]);
  });

  it('is rolled back when it is released inside a transaction that has failed', async () => {
    const one = open();
    const pid = await pidOf(one);
    await runAlone(one, 'BEGIN', 'SELECT 1/0');
    expect((await runAlone(one, 'SELECT 1')).sink.rows).toEqual([['1']]);
    expect(await pidOf(one)).toBe(pid);
  });

  it('gets a new line when the old one cannot be cleaned', async () => {
    const one = open();
    const pid = await pidOf(one);
    const session = await one.openSession(neverAborted());
    await runStatement(session, 'SELECT 1');
    await database.execute(`SELECT pg_terminate_backend(${String(pid)})`);
    await session.release();
    expect((await runAlone(one, 'SELECT 1')).sink.rows).toEqual([['1']]);
    expect(await pidOf(one)).not.toBe(pid);
  });

  it('is given back although a statement still runs in it', async () => {
    const one = open();
    const session = await one.openSession(neverAborted());
    const ended = session.run('SELECT pg_sleep(60)', new CollectingSink(), neverAborted());
    await session.release();
    expect((await ended).status).not.toBe('succeeded');
    expect((await runAlone(one, 'SELECT 1')).sink.rows).toEqual([['1']]);
  });

  it('keeps its settings from one statement to the next', async () => {
    const session = await open().openSession(neverAborted());
    await runStatement(session, `SET TimeZone = 'Asia/Tokyo'`);
    expect((await runStatement(session, 'SHOW TimeZone')).sink.rows).toEqual([['Asia/Tokyo']]);
    await session.release();
  });

  it("has the connection's statement timeout, reported as an error and restored after every change", async () => {
    const one = open({ statementTimeoutMs: 150 });
    const { outcome } = await runAlone(one, 'SELECT pg_sleep(60)');
    expect(outcome).toMatchObject({ status: 'failed', isSessionLost: false, error: { sqlstate: '57014' } });
    await runAlone(one, 'SET statement_timeout = 0');
    expect((await runAlone(one, 'SHOW statement_timeout')).sink.rows).toEqual([['150ms']]);
  });

  it('sets its application name', async () => {
    expect((await runAlone(open(), 'SHOW application_name')).sink.rows).toEqual([['data-workbench']]);
  });

  it('never has more lines than the pool may have', async () => {
    // Lines of earlier tests may be about to end in the database that they share.
    const own = await createTestDatabase();
    const one = open({ ...own.config, pool: { max: 3 } });
    const sql = `SELECT count(*) FROM pg_stat_activity
                  WHERE datname = current_database() AND application_name = 'data-workbench'`;
    const counts = await Promise.all(Array.from({ length: 30 }, () => runAlone(one, 'SELECT pg_sleep(0.01)', sql)));
    await one.close();
    await own.dispose();
    expect(Math.max(...counts.map(({ sink }) => Number(sink.rows[0]?.[0])))).toBe(3);
  });
});

it('reads at once where transactions are serializable and deferrable by default', async () => {
  const database = await createTestDatabase();
  const name = database.config.database;
  await database.execute(`CREATE TABLE written (a integer);
    ALTER DATABASE ${name} SET default_transaction_isolation = serializable;
    ALTER DATABASE ${name} SET default_transaction_deferrable = on`);
  const writer = createPostgresConnector(database.config, new RecordingContext());
  const reader = createPostgresConnector({ ...database.config, readOnly: true }, new RecordingContext());
  const writing = await writer.openSession(neverAborted());
  await runStatement(writing, 'BEGIN');
  await runStatement(writing, 'INSERT INTO written VALUES (1)');
  expect((await runAlone(reader, 'SELECT count(*) FROM written')).sink.rows).toEqual([['0']]);
  expect((await reader.describeTable('public', 'written', neverAborted()))?.columns.length).toBe(1);
  await writing.release();
  await Promise.all([writer.close(), reader.close()]);
  await database.dispose();
}, 30_000);
