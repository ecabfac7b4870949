import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { Run, StudioSessionList } from '#libs/api';
import { ConnectionAccess } from '../connections/index.js';
import { Crowd } from './testing/crowd.js';

/** Rights and limits are checked when a statement gets its turn, not only when it began to wait. */
let crowd: Crowd;
beforeAll(async () => {
  crowd = await Crowd.start({ WORKBENCH_SESSION_WAIT_SECONDS: '20', WORKBENCH_PERSON_SESSIONS: '2' });
});
afterEach(async () => {
  await crowd.calm('ann', 'bob', 'writer', 'p-1', 'p-2', 'p-3');
  await grant('write');
});
afterAll(() => crowd.stop());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What the writer may do on the connection with one session, beside Ann, who may write. */
async function grant(level: 'write' | 'query'): Promise<void> {
  const grants = [
    { subject: { kind: 'user', userId: 'mallory-writes' }, level },
    { subject: { kind: 'user', userId: 'ann' }, level: 'write' },
  ] as const;
  await crowd.workbench.app.get(ConnectionAccess).change(LOCAL_ACTOR, 'one', grants);
}

async function over(run: Run): Promise<Run> {
  let answer = run;
  while (answer.status === 'running') {
    await pause(20);
    answer = (await crowd.send('writer', 'GET', `/api/studio/runs/${run.id}`)).body;
  }
  return answer;
}

describe('a statement that waits', () => {
  it.each<[string, object]>([
    ['for itself', {}],
    ['in a tab', { session_id: 'tab' }],
  ])('%s changes nothing once its person may only read', async (name, more) => {
    const table = `taken_${name.length}`;
    await grant('write');
    const blocker = crowd.start('ann', 'SELECT pg_sleep(3)', { connection_id: 'one' });
    await pause(300);
    const started = await crowd.start('writer', `CREATE TABLE ${table} (a integer)`, { connection_id: 'one', ...more });
    expect((started.body as Run).waiting).not.toBeNull();
    await grant('query');
    await over(started.body);
    await blocker;
    const found = await crowd.run('ann', `SELECT to_regclass('${table}')`, { connection_id: 'one' });
    expect(found.statements[0]?.rows).toEqual([[null]]);
  });
});

describe('a statement that runs', () => {
  it('is cancelled once its person may only read', async () => {
    await grant('write');
    const started = await crowd.start('writer', 'SELECT pg_sleep(30)', { connection_id: 'one' });
    await grant('query');
    expect((await over(started.body)).status).toBe('cancelled');
  });

  it('goes on where it was read-only from the start', async () => {
    await grant('write');
    const more = { connection_id: 'one', read_only: true };
    const started = await crowd.start('writer', 'SELECT pg_sleep(2)', more);
    await grant('query');
    expect((await over(started.body)).status).toBe('succeeded');
  });
});

it('tabs that wait together hold no more sessions afterwards than a person may have', async () => {
  const sleeps = Array.from({ length: 10 }, (_, at) => crowd.run(at < 8 ? 'ann' : 'p-1', 'SELECT pg_sleep(2)'));
  await pause(400);
  await Promise.all(Array.from({ length: 6 }, (_, at) => crowd.run('bob', 'BEGIN', { session_id: `tab-${at}` })));
  await Promise.all(sleeps);
  const { items } = (await crowd.send('bob', 'GET', '/api/studio/sessions')).body as StudioSessionList;
  expect(items.filter(({ transaction }) => transaction === 'open').length).toBe(2);
});

describe('what a function leaves in a tab’s session is not lost when others need its place', () => {
  const LEAVES: readonly [string, string, string, string][] = [
    ['a temporary table', 'EXECUTE $q$CREATE TE$q$ || $q$MP TABLE kept AS SELECT 7 AS a$q$', 'SELECT a FROM kept', '7'],
    ['a setting', 'SET work_mem = $q$7MB$q$', 'SHOW work_mem', '7MB'],
    [
      'a lock',
      'EXECUTE $q$SELECT pg_advi$q$ || $q$sory_lock(77)$q$',
      "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 77 AND pid = pg_backend_pid()",
      '1',
    ],
    ['a prepared statement', 'EXECUTE $q$PREPARE kept AS SELECT 7$q$', 'EXECUTE kept', '7'],
    ['a channel', 'EXECUTE $q$LISTEN kept$q$', 'SELECT * FROM pg_listening_channels()', 'kept'],
    ['a role', 'SET ROLE pg_monitor', 'SELECT current_user', 'pg_monitor'],
  ];

  it.each(LEAVES)('%s', async (name, body, show, expected) => {
    const leave = `leave_${name.replaceAll(' ', '_')}`;
    const create = `CREATE FUNCTION ${leave}() RETURNS void LANGUAGE plpgsql AS $f$ BEGIN ${body}; END $f$`;
    await crowd.run('ann', create);
    const tab = { connection_id: 'small', session_id: leave };
    expect((await crowd.run('bob', `SELECT ${leave}()`, tab)).status).toBe('succeeded');
    await Promise.all(
      ['ann', 'p-1', 'p-2', 'p-3'].map((who) =>
        crowd.run(who as 'ann', 'SELECT pg_sleep(0.4)', { connection_id: 'small' }),
      ),
    );
    const after = await crowd.run('bob', show, tab);
    expect([after.error?.message ?? null, after.statements[0]?.rows]).toEqual([null, [[expected]]]);
  });

  it('a lock that a failed statement took', async () => {
    const tab = { connection_id: 'small', session_id: 'failed' };
    const lock = 'SELECT 1 / (length(pg_advisory_lock(78)::text) * 0)';
    expect((await crowd.run('bob', lock, tab)).status).toBe('failed');
    await Promise.all(
      ['ann', 'p-1', 'p-2', 'p-3'].map((who) =>
        crowd.run(who as 'ann', 'SELECT pg_sleep(0.4)', { connection_id: 'small' }),
      ),
    );
    const count = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 78 AND pid = pg_backend_pid()";
    expect((await crowd.run('bob', count, tab)).statements[0]?.rows).toEqual([['1']]);
  });

  it('and a session that holds nothing is still given to others', async () => {
    await Promise.all(
      Array.from({ length: 9 }, (_, at) =>
        crowd.run(`p-${at}`, 'SELECT 1', { connection_id: 'small', session_id: 'tab' }).then((run) => {
          expect([run.status, run.session?.has_state]).toEqual(['succeeded', false]);
        }),
      ),
    );
    const { items } = (await crowd.send('p-3', 'GET', '/api/studio/sessions')).body as StudioSessionList;
    expect(items.map(({ has_state }) => has_state)).toEqual([false]);
  });
});
