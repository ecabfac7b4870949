import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { LOCAL_ACTOR } from '#libs/access';
import { ABORTED } from '#libs/async';
import type { Run, StudioSession, StudioSessionList } from '#libs/api';
import type { EventMap } from '#libs/events';
import type { ProblemDocument } from '#libs/problem';
import { ConnectionsQueries } from '../../connections/index.js';
import { Clock, EventBus } from '../../platform/index.js';
import { StudioApp } from '../testing/studio-app.js';
import { OpenSessions } from './open-sessions.js';
import { SessionExpiry } from './session-expiry.js';
import { SessionsService } from './sessions.service.js';

const MINUTE_MS = 60_000;
const LOST = 'The session was lost: its settings, temporary tables and the open transaction are gone.';

let app: StudioApp;
let count = 0;
let events: EventMap['studio.session_changed'][] = [];

beforeAll(async () => {
  app = await StudioApp.start(
    (login, data) => {
      const lite = new Database(join(data, 'lite.sqlite'));
      lite.prepare('CREATE TABLE t (i INTEGER PRIMARY KEY)').run();
      lite.close();
      return `  - { id: small, name: Small, ${login}, pool: { max: 3 } }
  - { id: locked, name: Locked, ${login}, read_only: true }
  - { id: lite, name: Lite, kind: files, path: ${join(data, 'lite.sqlite')}, read_only: false, confirm_destructive: false }
`;
    },
    { WORKBENCH_SESSION_WAIT_SECONDS: '2' },
  );
  app.workbench.app.get(EventBus).subscribe('studio.session_changed', (event) => events.push(event));
});
afterAll(() => app.stop());
afterEach(async () => {
  jest.restoreAllMocks();
  for (const { id } of await sessions()) await app.send('DELETE', `/api/studio/sessions/${id}`);
  events = [];
});

const sessions = async () => (await app.send<StudioSessionList>('GET', '/api/studio/sessions')).body.items;
const sessionOf = async (id: string) => (await sessions()).find((session) => session.id === id);
const newId = () => `tab-${++count}`;
const firstRows = (run: Run) => run.statements.map(({ rows }) => rows);
const touches = (session: string, verb: string, connection = 'pg') =>
  app.send<StudioSession & ProblemDocument>(
    'POST',
    `/api/studio/sessions/${session}/${verb}?connection_id=${connection}`,
  );

async function send(session: string, sql: string, connection = 'pg', more: object = {}) {
  const body = { connection_id: connection, session_id: session, sql, ...more };
  return app.send<Run & Pick<ProblemDocument, 'code'>>('POST', '/api/studio/runs', body);
}

/** Runs a text of a tab to its end. */
async function run(session: string, sql: string, connection = 'pg', more: object = {}): Promise<Run> {
  const { status, body } = await send(session, sql, connection, more);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return app.whenOver(body.id);
}

/** What a text that belongs to no tab sees. */
const outside = async (sql: string, connection = 'pg') => firstRows(await app.run(sql, connection))[0];
const pidOf = async (session: string) => (await run(session, 'SELECT pg_backend_pid()')).statements[0]?.rows[0]?.[0];
const isIdleInTransaction = (pid: string) =>
  outside(`SELECT count(*)::int FROM pg_stat_activity WHERE pid = ${pid} AND state LIKE 'idle in transaction%'`);

/** Lets the workbench believe that time has gone by, and do what is due then. */
async function later(ms: number): Promise<void> {
  const clock = app.workbench.app.get(Clock);
  const now = clock.now() + ms;
  jest.spyOn(clock, 'now').mockReturnValue(now);
  await app.workbench.app.get(SessionExpiry).sweep();
}

describe('runs of one session', () => {
  it('share settings, the search path, temporary tables and prepared statements', async () => {
    const tab = newId();
    await run(tab, "SET statement_timeout TO '77s'; SET search_path TO pg_catalog");
    await run(tab, 'CREATE TEMP TABLE mine (i int); INSERT INTO mine VALUES (7); PREPARE p AS SELECT i FROM mine');
    const seen = await run(tab, 'SHOW statement_timeout; SHOW search_path; SELECT i FROM mine; EXECUTE p');
    expect(firstRows(seen)).toEqual([[['77s']], [['pg_catalog']], [['7']], [['7']]]);
    expect(await outside("SELECT to_regclass('mine'), current_setting('statement_timeout')")).toEqual([[null, '0']]);
  });

  it('keep apart from those of another session, and of the same one on another connection', async () => {
    const [one, other] = [newId(), newId()];
    await run(one, 'SET search_path TO pg_catalog');
    const seen = await Promise.all([run(other, 'SHOW search_path'), run(one, 'SHOW search_path', 'small')]);
    expect(seen.map(firstRows)).toEqual([[[['"$user", public']]], [[['"$user", public']]]]);
  });

  it('leave other runs as they were: a session of their own, and none in the answer', async () => {
    expect((await app.run('SELECT 1')).session).toBeNull();
    expect(await sessions()).toEqual([]);
  });

  it('are refused while one of them is running', async () => {
    const tab = newId();
    const { body } = await send(tab, 'SELECT pg_sleep(30)');
    expect(body.status).toBe('running');
    const refused = await send(tab, 'SELECT 1');
    expect([refused.status, refused.body.code]).toEqual([409, 'session-busy']);
    expect((await touches(tab, 'rollback')).body.code).toBe('session-busy');
    await app.send('POST', `/api/studio/runs/${body.id}/cancel`);
    expect((await app.whenOver(body.id)).status).toBe('cancelled');
    expect(firstRows(await run(tab, 'SELECT 1'))).toEqual([[['1']]]);
  });

  it.each([['a b'], [''], ['x'.repeat(101)], ['../x'], [7]])('are refused with the id %j', async (session_id) => {
    const body = { connection_id: 'pg', sql: 'SELECT 1', session_id };
    expect((await app.send<ProblemDocument>('POST', '/api/studio/runs', body)).body.code).toBe('validation-failed');
  });
});

describe.each([
  ['pg', 'CREATE TABLE IF NOT EXISTS session_rows (i int PRIMARY KEY)', 'failed'],
  ['duck', 'CREATE TABLE IF NOT EXISTS session_rows (i int PRIMARY KEY)', 'failed'],
  ['lite', 'CREATE TABLE IF NOT EXISTS session_rows (i INTEGER PRIMARY KEY)', 'open'],
] as const)('a transaction across runs on %s', (connection, create, afterMistake) => {
  const rowCount = () => outside('SELECT count(*) FROM session_rows', connection);
  beforeAll(async () => {
    await app.run(`${create}; DELETE FROM session_rows`, connection);
  });
  afterAll(async () => {
    await app.run('DROP TABLE session_rows', connection);
  });

  it('is open until it is rolled back', async () => {
    const tab = newId();
    expect((await run(tab, 'SELECT 1', connection)).session?.transaction).toBe('none');
    expect((await run(tab, 'BEGIN', connection)).session?.transaction).toBe('open');
    const inserted = await run(tab, 'INSERT INTO session_rows VALUES (1)', connection);
    expect([inserted.status, inserted.session?.transaction]).toEqual(['succeeded', 'open']);
    expect(firstRows(await run(tab, 'SELECT i FROM session_rows', connection))).toEqual([[['1']]]);
    const rolledBack = await touches(tab, 'rollback', connection);
    expect([rolledBack.status, rolledBack.body.transaction]).toEqual([200, 'none']);
    expect(await rowCount()).toEqual([['0']]);
  });

  it('is kept by a commit, by button or by text', async () => {
    const tab = newId();
    await run(tab, 'BEGIN; INSERT INTO session_rows VALUES (2)', connection);
    expect((await touches(tab, 'commit', connection)).body.transaction).toBe('none');
    await run(tab, 'BEGIN; INSERT INTO session_rows VALUES (3)', connection);
    expect((await run(tab, 'COMMIT', connection)).session?.transaction).toBe('none');
    expect(await rowCount()).toEqual([['2']]);
    await app.run('DELETE FROM session_rows', connection);
  });

  it('returns its transaction state after an error', async () => {
    const tab = newId();
    await run(tab, 'BEGIN; INSERT INTO session_rows VALUES (4)', connection);
    const mistaken = await run(tab, 'INSERT INTO session_rows VALUES (4)', connection);
    expect([mistaken.status, mistaken.session?.transaction]).toEqual(['failed', afterMistake]);
    if (afterMistake === 'failed') {
      const refused = await touches(tab, 'commit', connection);
      expect([refused.status, refused.body.code]).toEqual([409, 'transaction-failed']);
    }
    expect((await touches(tab, 'rollback', connection)).body.transaction).toBe('none');
    expect(await rowCount()).toEqual([['0']]);
  });

  it('ends with its session', async () => {
    const tab = newId();
    await run(tab, 'BEGIN; INSERT INTO session_rows VALUES (5)', connection);
    const path = `/api/studio/sessions/${tab}?connection_id=${connection}`;
    expect((await app.send('DELETE', path)).status).toBe(204);
    expect((await app.send<ProblemDocument>('DELETE', path)).body.code).toBe('session-not-found');
    expect(await rowCount()).toEqual([['0']]);
    expect((await run(tab, 'SELECT 1', connection)).session?.transaction).toBe('none');
  });
});

it('a commit that the database refuses says why, and the transaction is over', async () => {
  const tab = newId();
  await run(
    tab,
    'CREATE TEMP TABLE u (i int UNIQUE DEFERRABLE INITIALLY DEFERRED); BEGIN; INSERT INTO u VALUES (1), (1)',
  );
  const refused = await touches(tab, 'commit');
  expect([refused.status, refused.body.code]).toEqual([502, 'database-error']);
  expect(refused.body.detail).toContain('duplicate key');
  expect((await sessionOf(tab))?.transaction).toBe('none');
});

it('on a read-only connection there is no transaction over several statements', async () => {
  const tab = newId();
  expect((await run(tab, 'BEGIN', 'locked')).session?.transaction).toBe('none');
  expect((await run(tab, 'SELECT 1', 'locked')).session?.transaction).toBe('none');
});

describe('a session that is lost', () => {
  const terminate = (pid: string | null | undefined) => outside(`SELECT pg_terminate_backend(${pid})`);

  /** Resolves when the workbench has noticed that a session is gone. */
  const whenEnded = (tab: string) =>
    app.until(
      async () => {
        await app.workbench.app.get(SessionExpiry).sweep();
        return events.filter(({ session_id }) => session_id === tab).at(-1);
      },
      (event) => event?.change === 'ended',
    );

  it('says once what is gone, runs nothing then, and goes on in a new one', async () => {
    const tab = newId();
    await run(tab, 'CREATE TABLE IF NOT EXISTS lost_rows (i int)');
    await run(tab, 'BEGIN; INSERT INTO lost_rows VALUES (1)');
    await terminate(await pidOf(tab));
    await whenEnded(tab);
    const failed = await run(tab, 'INSERT INTO lost_rows VALUES (2)');
    expect(failed).toMatchObject({ status: 'failed', error: { message: LOST }, session: null });
    expect(failed.statements.map(({ status }) => status)).toEqual(['not_run']);
    expect(firstRows(await run(tab, 'SELECT count(*) FROM lost_rows'))).toEqual([[['0']]]);
    await app.run('DROP TABLE lost_rows');
  });

  it('is sent to the tab before it runs anything', async () => {
    const tab = newId();
    await run(tab, 'SET search_path TO pg_catalog');
    await terminate(await pidOf(tab));
    await whenEnded(tab);
    const message = 'The session was lost: its settings and temporary tables are gone.';
    expect(events.at(-1)).toMatchObject({ session_id: tab, session: null, message });
    expect((await run(tab, 'SELECT 1')).error?.message).toBe(message);
  });

  it('is no reason to stop where it held nothing', async () => {
    const tab = newId();
    await terminate(await pidOf(tab));
    await whenEnded(tab);
    expect(firstRows(await run(tab, 'SELECT 1'))).toEqual([[['1']]]);
  });

  it('is reported by the run that it breaks, and not again', async () => {
    const tab = newId();
    await run(tab, 'BEGIN');
    const pid = await pidOf(tab);
    const { body } = await send(tab, 'SELECT pg_sleep(30)');
    await terminate(pid);
    const broken = await app.whenOver(body.id);
    expect(broken).toMatchObject({ status: 'failed', session: null, error: { hint: LOST } });
    expect(firstRows(await run(tab, 'SELECT 1'))).toEqual([[['1']]]);
  });

  it('is noticed where this process has never known it', async () => {
    const tab = newId();
    const counted = { session_opened_at: '2026-01-01T00:00:00.000Z' };
    const failed = await run(tab, 'SELECT 1', 'pg', counted);
    expect(failed.status).toBe('failed');
    expect(failed.error?.message).toContain('The session was lost');
    const opened = (await run(tab, 'SELECT 1')).session?.opened_at;
    expect((await run(tab, 'SELECT 1', 'pg', { session_opened_at: opened })).status).toBe('succeeded');
  });

  it('is reported where a cancel has ended the SQLite process', async () => {
    const tab = newId();
    await run(tab, 'BEGIN; INSERT INTO t VALUES (1)', 'lite');
    const endless = 'WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s) SELECT count(*) FROM s';
    const { body } = await send(tab, endless, 'lite');
    await app.send('POST', `/api/studio/runs/${body.id}/cancel`);
    await app.whenOver(body.id);
    expect((await run(tab, 'SELECT 1', 'lite')).error?.message).toBe(LOST);
    expect(await outside('SELECT count(*) FROM t', 'lite')).toEqual([['0']]);
  });

  it('is reported after its connection was reconnected', async () => {
    const tab = newId();
    await run(tab, 'BEGIN', 'small');
    await app.send('POST', '/api/connections/small/reconnect');
    expect((await run(tab, 'SELECT 1', 'small')).error?.message).toBe(LOST);
  });
});

describe('a session that nobody uses', () => {
  it('is released after fifteen minutes', async () => {
    const tab = newId();
    await run(tab, 'SELECT 1');
    await later(15 * MINUTE_MS - 1000);
    expect(await sessionOf(tab)).toBeDefined();
    await later(2000);
    expect(await sessionOf(tab)).toBeUndefined();
    expect((await run(tab, 'SELECT 1')).status).toBe('succeeded');
  });

  it('says so to the next run where settings are gone with it', async () => {
    const tab = newId();
    await run(tab, 'SET search_path TO pg_catalog');
    await later(15 * MINUTE_MS + 1000);
    const message = (await run(tab, 'SELECT 1')).error?.message;
    expect(message).toBe('The session was released because it was idle: its settings and temporary tables are gone.');
  });

  it('warns, then rolls its transaction back, then says so to the next run', async () => {
    const tab = newId();
    const pid = (await pidOf(tab)) ?? '';
    await run(tab, 'BEGIN');
    await later(9 * MINUTE_MS + 1000);
    expect(events.at(-1)).toMatchObject({ session_id: tab, change: 'expiring', session: { transaction: 'open' } });
    expect((await sessionOf(tab))?.is_expiring).toBe(true);
    expect(await isIdleInTransaction(pid)).toEqual([['1']]);
    await later(MINUTE_MS);
    expect(events.at(-1)).toMatchObject({ session_id: tab, change: 'rolled_back', session: { transaction: 'none' } });
    expect(await isIdleInTransaction(pid)).toEqual([['0']]);
    const message = 'The open transaction was rolled back because it was idle for 10 minutes.';
    expect((await run(tab, 'SELECT 1')).error?.message).toBe(message);
    expect(await pidOf(tab)).toBe(pid);
  });

  it.each(['commit', 'keep'])('answers a %s after the rollback with what has happened, once', async (verb) => {
    const tab = newId();
    await run(tab, 'BEGIN');
    await later(9 * MINUTE_MS + 1000);
    await later(MINUTE_MS);
    const refused = await touches(tab, verb);
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      'no-transaction',
      'The open transaction was rolled back because it was idle for 10 minutes.',
    ]);
    expect((await run(tab, 'SELECT 1')).status).toBe('succeeded');
  });

  it('takes a rollback after the rollback for what was wanted', async () => {
    const tab = newId();
    await run(tab, 'BEGIN');
    await later(9 * MINUTE_MS + 1000);
    await later(MINUTE_MS);
    expect([(await touches(tab, 'rollback')).status, (await run(tab, 'SELECT 1')).status]).toEqual([200, 'succeeded']);
  });

  it('refuses a commit where no transaction is open', async () => {
    const tab = newId();
    await run(tab, 'BEGIN');
    await touches(tab, 'rollback');
    const refused = await touches(tab, 'commit');
    expect([refused.status, refused.body.code]).toEqual([409, 'no-transaction']);
  });

  it('is never rolled back without the warning, however late it is', async () => {
    const tab = newId();
    await run(tab, 'BEGIN');
    await later(600 * MINUTE_MS);
    expect([events.at(-1)?.change, (await sessionOf(tab))?.transaction]).toEqual(['expiring', 'open']);
    await later(MINUTE_MS);
    expect((await sessionOf(tab))?.transaction).toBe('none');
  });

  it('goes on where somebody keeps it open', async () => {
    const tab = newId();
    await run(tab, 'BEGIN');
    await later(9 * MINUTE_MS + 1000);
    expect((await touches(tab, 'keep')).status).toBe(200);
    await later(2 * MINUTE_MS);
    expect((await sessionOf(tab))?.transaction).toBe('open');
  });
});

describe('a session that is reset while it is busy', () => {
  const SETTINGS_GONE = 'You reset your sessions on this connection: its settings and temporary tables are gone.';
  const ALL_GONE =
    'You reset your sessions on this connection: its settings, temporary tables and the open transaction are gone.';
  const reset = () =>
    app.workbench.app
      .get(EventBus)
      .publish('connection.sessions_reset', { owner_id: LOCAL_ACTOR.userId, connection_id: 'pg' });

  it('ends where its run could not have it', async () => {
    const tab = newId();
    await run(tab, 'BEGIN');
    const connector = await app.workbench.app.get(ConnectionsQueries).connector(LOCAL_ACTOR, 'pg');
    const request = { connection_id: 'pg', session_id: tab };
    const lease = await app.workbench.app
      .get(SessionsService)
      .acquire(LOCAL_ACTOR, request, connector, { isManual: false });
    reset();
    expect(await sessionOf(tab)).toBeDefined();
    await expect(lease?.openSession(AbortSignal.abort(ABORTED))).rejects.toThrow();
    expect(await sessionOf(tab)).toBeUndefined();
    expect((await run(tab, 'SELECT 1')).error?.message).toBe(ALL_GONE);
  });

  it('ends behind a commit that goes on meanwhile', async () => {
    const tab = newId();
    await run(
      tab,
      `CREATE TEMP TABLE slow (i int);
       CREATE FUNCTION pg_temp.wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$;
       CREATE CONSTRAINT TRIGGER late AFTER INSERT ON slow DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION pg_temp.wait();
       BEGIN; INSERT INTO slow VALUES (1)`,
    );
    const committing = touches(tab, 'commit');
    const pinned = app.workbench.app
      .get(OpenSessions)
      .all()
      .find(({ key }) => key.id === tab);
    await app.until(
      () => Promise.resolve(pinned?.isBusy),
      (isBusy) => isBusy === true,
    );
    reset();
    expect((await committing).status).toBe(200);
    expect(await sessionOf(tab)).toBeUndefined();
    expect((await run(tab, 'SELECT 1')).error?.message).toBe(SETTINGS_GONE);
  });
});

describe('the sessions of a connection', () => {
  it('leave one client of the pool to everything else', async () => {
    const [one, two, three] = [newId(), newId(), newId()];
    await run(one, 'BEGIN', 'small');
    await run(two, 'BEGIN', 'small');
    const waiting = await send(three, 'SELECT 1', 'small');
    expect([waiting.status, waiting.body.status, waiting.body.waiting]).toEqual([201, 'running', { place: 1 }]);
    const refused = await app.whenOver(waiting.body.id);
    expect(refused.error?.message).toBe(
      'This connection is busy. All 3 sessions are in use. Run again later, or end a transaction of your own.',
    );
    expect(await outside('SELECT 1', 'small')).toEqual([['1']]);
    await touches(one, 'rollback', 'small');
    expect(firstRows(await run(three, 'SELECT 1', 'small'))).toEqual([[['1']]]);
    // Nothing was lost: a session without state gives its place away and is opened anew when it is used.
    expect((await sessions()).map(({ id }) => id).sort()).toEqual([one, two, three].sort());
    expect(firstRows(await run(one, 'SELECT 1', 'small'))).toEqual([[['1']]]);
  });

  it('are rolled back when the workbench stops', async () => {
    const other = await StudioApp.start();
    const body = { connection_id: 'pg', session_id: 'tab', sql: 'BEGIN; SELECT pg_backend_pid()' };
    const started = (await other.send<Run>('POST', '/api/studio/runs', body)).body;
    const pid = (await other.whenOver(started.id)).statements[1]?.rows[0]?.[0] ?? '';
    expect(await isIdleInTransaction(pid)).toEqual([['1']]);
    await other.stop();
    expect(await outside(`SELECT count(*)::int FROM pg_stat_activity WHERE pid = ${pid}`)).toEqual([['0']]);
  });

  it('leave nothing idle in a transaction', async () => {
    const tabs = Array.from({ length: 5 }, newId);
    await Promise.all(tabs.map((tab) => run(tab, 'BEGIN; SELECT 1')));
    await Promise.all(tabs.map((tab) => app.send('DELETE', `/api/studio/sessions/${tab}`)));
    const idle =
      "SELECT count(*)::int FROM pg_stat_activity WHERE application_name LIKE 'data-workbench/%' AND state LIKE 'idle in%'";
    expect(await outside(idle)).toEqual([['0']]);
  });
});
