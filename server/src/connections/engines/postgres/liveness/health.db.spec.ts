import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { HealthState } from '#libs/api';
import { CollectingSink, neverAborted, RecordingContext, until } from '../../testing/index.js';
import { PostgresConnector } from '../postgres-connector.js';
import type { PostgresTimings } from '../timings.js';
import { runAlone, runStatement } from '../testing/run-statement.js';
import { configOf } from '../testing/test-database.js';
import { TestCluster } from '../testing/test-cluster.js';

const QUICK: PostgresTimings = { idleTimeoutMs: 100, probePausesMs: [50, 100, 200] };
const PATIENT: PostgresTimings = { idleTimeoutMs: 60_000, probePausesMs: [50, 100, 200] };

const ADMINISTRATOR = 'terminating connection due to administrator command';

describe('the health of a connection', () => {
  let cluster: TestCluster;
  let connector: PostgresConnector | undefined;
  let context: RecordingContext;
  beforeAll(async () => {
    cluster = await TestCluster.create();
  });
  beforeEach(() => cluster.start());
  afterEach(() => connector?.close());
  afterAll(() => cluster.dispose());

  const open = (timings: PostgresTimings): PostgresConnector => {
    context = new RecordingContext();
    connector = new PostgresConnector(configOf(cluster.url), context, timings);
    return connector;
  };
  /** What the state has been, one after another; a new latency is no new state. */
  const states = (): HealthState[] =>
    context.reported.map(({ state }) => state).filter((state, index, all) => state !== all[index - 1]);

  it('goes from idle through connecting to healthy, and back to idle when nobody works', async () => {
    const one = open(QUICK);
    expect(one.health()).toEqual({ state: 'idle', last_error: null, latency_ms: null, checked_at: null });
    await runAlone(one, 'SELECT 1');
    await until('the idle client was closed', () => one.health().state === 'idle');
    expect(states()).toEqual(['connecting', 'healthy', 'idle']);
  });

  it('does not flicker when another session opens', async () => {
    const one = open(PATIENT);
    const sessions = await Promise.all([1, 2, 3].map(() => one.openSession(neverAborted())));
    await Promise.all(sessions.map((session) => session.release()));
    await runAlone(one, 'SELECT 1');
    expect(states()).toEqual(['connecting', 'healthy']);
  });

  it('reports each health once', async () => {
    const one = open(PATIENT);
    await one.test(neverAborted());
    await one.test(neverAborted());
    await runAlone(one, 'SELECT 1');
    const texts = context.reported.map((health) => JSON.stringify(health));
    expect(texts.filter((text, index) => text === texts[index - 1])).toEqual([]);
    expect(context.reported.at(-1)).toEqual(one.health());
  });

  it('turns failed at once when the server stops under idle clients, and heals by itself', async () => {
    const one = open(PATIENT);
    await runAlone(one, 'SELECT 1');
    await cluster.stop();
    await until('the loss was noticed', () => one.health().state === 'failed');
    expect(context.reported.map(({ last_error }) => last_error)).toContain(ADMINISTRATOR);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(one.health().state).toBe('failed');
    await cluster.start();
    await until('it healed', () => one.health().state === 'healthy');
    expect(one.health().last_error).toBeNull();
    expect((await runAlone(one, 'SELECT 1')).sink.rows).toEqual([['1']]);
    expect(one.health().state).toBe('healthy');
  });

  it('turns failed when the server crashes in the middle of a statement, and the next run works', async () => {
    const one = open(PATIENT);
    const session = await one.openSession(neverAborted());
    const ended = runStatement(session, 'SELECT pg_sleep(60)');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await cluster.cluster.kill();
    const { outcome } = await ended;
    expect(outcome).toMatchObject({ status: 'failed', isSessionLost: true, error: { message: /lost|crash|terminat/ } });
    expect(one.health().state).toBe('failed');
    await session.release();
    await cluster.start();
    expect((await runAlone(one, 'SELECT 1')).sink.rows).toEqual([['1']]);
    expect(one.health()).toMatchObject({ state: 'healthy', last_error: null });
  });

  it('passes on what a server that is restarted says about the statement it ends', async () => {
    const one = open(PATIENT);
    const session = await one.openSession(neverAborted());
    const ended = runStatement(session, 'SELECT pg_sleep(60)');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await cluster.stop();
    const { outcome } = await ended;
    expect(one.health().state).toBe('failed');
    expect(context.reported.map(({ last_error }) => last_error)).toContain(ADMINISTRATOR);
    await cluster.start();
    expect(outcome).toEqual({
      status: 'failed',
      isSessionLost: true,
      error: {
        message: ADMINISTRATOR,
        sqlstate: '57P01',
        position: null,
        detail: null,
        hint: null,
      },
    });
    expect((await runStatement(session, 'SELECT 1')).outcome).toMatchObject({ status: 'failed', isSessionLost: true });
    await session.release();
    expect((await runAlone(one, 'SELECT 1')).sink.rows).toEqual([['1']]);
  });

  it('loses rows that a paused statement has not handed on, but never its end, when the server stops', async () => {
    const one = open(PATIENT);
    const session = await one.openSession(neverAborted());
    const sink = new CollectingSink(10);
    const ended = session.run('SELECT generate_series(1, 1000000)', sink, neverAborted());
    await until('the sink is full', () => sink.isPaused);
    await cluster.cluster.kill();
    sink.resume();
    expect(await ended).toMatchObject({ status: 'failed', isSessionLost: true });
    await session.release();
    await cluster.start();
  });

  it('is not hurt by a session that the server ends for its idleness', async () => {
    const one = open(PATIENT);
    const session = await one.openSession(neverAborted());
    await runStatement(session, 'SET idle_in_transaction_session_timeout = 50');
    await runStatement(session, 'BEGIN');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await runStatement(session, 'SELECT 1')).outcome).toMatchObject({ status: 'failed', isSessionLost: true });
    await session.release();
    expect(states()).not.toContain('failed');
    expect((await runAlone(one, 'SELECT 1')).sink.rows).toEqual([['1']]);
  });

  it('closes every line with the connector', async () => {
    const one = open(PATIENT);
    await Promise.all([
      runAlone(one, 'SELECT * FROM pg_class'),
      one.listSchemas(neverAborted()),
      runAlone(one, 'SELECT 1'),
    ]);
    await one.close();
    const other = open(PATIENT);
    const sql = `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'data-workbench' AND pid <> pg_backend_pid()`;
    await until('the server knows it too', async () => (await runAlone(other, sql)).sink.rows[0]?.[0] === '0');
  });
});
