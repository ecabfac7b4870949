import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Run, StudioSession } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { FrozenTarget } from '../../connections/engines/postgres/testing/frozen-target.js';
import type { Silence } from '../../connections/engines/postgres/testing/frozen-target.js';
import { Ledger } from '../../faults/testing/ledger.js';
import { roundsOf } from '../../faults/testing/rounds.js';
import { StudioApp } from '../testing/studio-app.js';

/** What is promised, and room for a busy machine. */
const LIMIT_MS = 5_000 + 1_500;
/** A supervisor's patience is longer, and so is the limit that the workbench sets itself. */
const SHUTDOWN_LIMIT_MS = 15_000;
const GIVEN_UP =
  'The server did not answer, so the session was closed; the server decides whether its statement and an open transaction take effect.';
/** Of each way. */
const ROUNDS = Math.ceil(roundsOf(3) / 3);
const ROUND_MS = 60_000;
const LONG = 'SELECT pg_sleep(600)';
/** Sends a few rows each time. */
const STREAM = "SELECT repeat('x', 1000), pg_sleep(0.003) FROM generate_series(1, 1000000)";
const WAYS: readonly Silence[] = ['frozen server', 'frozen backends', 'stalled network'];

let target: FrozenTarget;
let app: StudioApp;
let count = 0;

beforeAll(async () => {
  target = await FrozenTarget.start();
  app = await StudioApp.start(() => target.entry('ice') + target.entry('small', ', pool: { max: 2 }'));
});
afterAll(async () => {
  target.thaw();
  await app.stop();
  await target.stop();
});
afterEach(() => target.thaw());

const newTab = () => `frozen-${++count}`;
const send = (tab: string, sql: string, connection = 'ice') =>
  app.send<Run>('POST', '/api/studio/runs', { connection_id: connection, session_id: tab, sql });
const touch = (tab: string, verb: 'commit' | 'rollback', connection = 'ice') =>
  app.send<StudioSession & ProblemDocument>('POST', `/api/studio/sessions/${tab}/${verb}?connection_id=${connection}`);

async function run(tab: string, sql: string, connection = 'ice'): Promise<Run> {
  const { status, body } = await send(tab, sql, connection);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return app.whenOver(body.id);
}

async function pidOf(tab: string): Promise<number> {
  return Number((await run(tab, 'SELECT pg_backend_pid()')).statements[0]?.rows[0]?.[0]);
}

/** Begins a run that does not end by itself. */
async function begin(tab: string, sql: string): Promise<string> {
  const { body } = await send(tab, sql);
  expect(body.status).toBe('running');
  return body.id;
}

async function timed<T>(work: Promise<T>): Promise<{ answer: T; isInTime: boolean; ms: number }> {
  const begun = performance.now();
  const answer = await work;
  const ms = Math.round(performance.now() - begun);
  return { answer, isInTime: ms < LIMIT_MS, ms };
}

async function cancelled(id: string): Promise<Run> {
  await app.send('POST', `/api/studio/runs/${id}/cancel`);
  return app.whenOver(id);
}

async function expectUsable(tab: string): Promise<void> {
  const { error, statements } = await run(tab, 'SELECT 1');
  expect([error ?? statements[0]?.error, statements[0]?.rows]).toEqual([null, [['1']]]);
}

describe.each(WAYS)('with a %s', (way) => {
  const rescue = () => {
    if (way !== 'frozen backends') target.thaw();
  };

  /** The milliseconds that each took. */
  async function round(): Promise<number[]> {
    const tabs = [newTab(), newTab(), newTab(), newTab(), newTab(), newTab()] as const;
    const [running, streaming, rolling, committing, closing, closedBusy] = tabs;
    const pids = await Promise.all(tabs.map(pidOf));
    for (const tab of [rolling, committing, closing]) await run(tab, 'BEGIN; SELECT txid_current()');
    const [longRun, streamingRun] = [await begin(running, LONG), await begin(streaming, STREAM)];
    const busyRun = await begin(closedBusy, LONG);
    await app.until(
      () => app.get(streamingRun),
      ({ statements }) => (statements[0]?.received_rows ?? 0) > 0,
    );
    target.silence(way, pids);
    const [cancelledRun, cancelledStream, rollback, commit, close, closeBusy] = await Promise.all([
      timed(cancelled(longRun)),
      timed(cancelled(streamingRun)),
      timed(touch(rolling, 'rollback')),
      timed(touch(committing, 'commit')),
      timed(app.send('DELETE', `/api/studio/sessions/${closing}`)),
      timed(app.send('DELETE', `/api/studio/sessions/${closedBusy}`)),
    ]);
    const all = { cancelledRun, cancelledStream, rollback, commit, close, closeBusy };
    const late = Object.entries(all).flatMap(([name, { isInTime, ms }]) => (isInTime ? [] : [`${name}: ${ms} ms`]));
    expect(late).toEqual([]);
    expect([close.answer.status, closeBusy.answer.status]).toEqual([204, 204]);
    for (const { answer } of [rollback, commit]) {
      expect([answer.body.code, answer.body.detail]).toEqual(['database-error', GIVEN_UP]);
    }
    for (const { answer } of [cancelledRun, cancelledStream]) {
      expect([answer.status, answer.error?.message]).toEqual(['failed', GIVEN_UP]);
    }
    expect((await app.whenOver(busyRun)).status).toBe('failed');
    rescue();
    for (const tab of tabs) await expectUsable(tab);
    return Object.values(all).map(({ ms }) => ms);
  }

  it(
    `cancel, rollback, commit and close answer in time, whatever the session does, ${ROUNDS} rounds`,
    async () => {
      const ledger = new Ledger(way);
      const answered: string[] = [];
      for (let count = 0; count < ROUNDS; count += 1) {
        for (const ms of await round()) {
          ledger.waited(ms);
          answered.push(`answer ${answered.length}`);
          ledger.acknowledge(answered.at(-1) ?? '');
        }
        expect(ledger.missing(answered)).toEqual([]);
      }
      ledger.print();
    },
    ROUNDS * ROUND_MS,
  );

  it('a statement is never given up while nobody cancels it', async () => {
    const tab = newTab();
    const pid = await pidOf(tab);
    const id = await begin(tab, 'SELECT pg_sleep(7)');
    target.silence(way, [pid]);
    await new Promise((resolve) => setTimeout(resolve, LIMIT_MS));
    expect((await app.get(id)).status).toBe('running');
    target.thaw();
    expect((await app.whenOver(id)).status).toBe('succeeded');
  });

  it('reconnect and the removal of a session answer in time', async () => {
    const [tab, other] = [newTab(), newTab()];
    const pids = [await pidOf(tab), await pidOf(other)];
    await run(tab, 'BEGIN');
    const id = await begin(other, LONG);
    target.silence(way, pids);
    const all = await timed(app.send<ProblemDocument>('POST', '/api/connections/ice/reconnect?sessions=all'));
    expect(all.isInTime).toBe(true);
    expect((await app.whenOver(id)).status).toBe('failed');
    if (way === 'frozen backends') expect(all.answer.status).toBe(200);
    else expect([all.answer.status, all.answer.body.code]).toEqual([504, 'connection-timeout']);
    const own = await timed(app.send<ProblemDocument>('POST', '/api/connections/ice/reconnect?sessions=own'));
    expect(own.isInTime).toBe(true);
    if (way === 'frozen backends') expect(own.answer.status).toBe(200);
    else expect(own.answer.body.code).toBe('connection-timeout');
    rescue();
    await expectUsable(newTab());
  });
});

describe.each(['frozen server', 'stalled network'] as const)('while a session is being opened on a %s', (way) => {
  it('cancel and close answer in time', async () => {
    await app.send('POST', '/api/connections/ice/reconnect?sessions=all');
    const [one, other] = [newTab(), newTab()];
    target.silence(way, []);
    // The pool has one idle connection, which is as silent as a new one.
    const ids = [await begin(newTab(), 'SELECT 1'), await begin(one, 'SELECT 1'), await begin(other, 'SELECT 1')];
    const [first = '', second = ''] = ids;
    const answers = await Promise.all([
      timed(cancelled(first)),
      timed(cancelled(second)),
      timed(app.send('DELETE', `/api/studio/sessions/${other}`)),
    ]);
    expect(answers.map(({ isInTime }) => isInTime)).toEqual([true, true, true]);
    target.thaw();
    await expectUsable(one);
  });
});

it('a long commit is let finish', async () => {
  const tab = newTab();
  await run(
    tab,
    `CREATE TABLE slow_commit (i int);
     CREATE FUNCTION wait_a_while() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(8); RETURN NULL; END';
     CREATE CONSTRAINT TRIGGER late AFTER INSERT ON slow_commit DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION wait_a_while();
     BEGIN; INSERT INTO slow_commit VALUES (1)`,
  );
  expect((await touch(tab, 'commit')).body.transaction).toBe('none');
  expect((await app.run('SELECT count(*) FROM slow_commit', 'ice')).statements[0]?.rows).toEqual([['1']]);
});

it('a connection of a frozen server is removed at once', async () => {
  const tab = newTab();
  await run(tab, 'BEGIN', 'small');
  target.silence('frozen server', []);
  const removed = await timed(app.send('DELETE', '/api/connections/small'));
  expect([removed.answer.status, removed.isInTime]).toEqual([204, true]);
});

it.each(WAYS)('the workbench stops in time with a %s', async (way) => {
  const other = await StudioApp.start(() => target.entry('ice'));
  const ask = (tab: string, sql: string) =>
    other.send<Run>('POST', '/api/studio/runs', { connection_id: 'ice', session_id: tab, sql });
  const pid = async (tab: string) => {
    const { body } = await ask(tab, 'SELECT pg_backend_pid()');
    return Number((await other.whenOver(body.id)).statements[0]?.rows[0]?.[0]);
  };
  const pids = [await pid('idle'), await pid('busy')];
  await ask('idle', 'BEGIN');
  await ask('busy', LONG);
  target.silence(way, pids);
  const { ms } = await timed(other.stop());
  expect(ms).toBeLessThan(SHUTDOWN_LIMIT_MS);
});
