import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Run, StudioSessionList } from '#libs/api';
import { Crowd } from './testing/crowd.js';
import type { Who } from './testing/crowd.js';

let crowd: Crowd;
beforeAll(async () => {
  crowd = await Crowd.start({ WORKBENCH_SESSION_WAIT_SECONDS: '4' });
});
afterEach(() => crowd.calm('viewer', 'writer', 'ann', 'bob', 'meg'));
afterAll(() => crowd.stop());

const ATTACKERS: readonly Who[] = ['viewer', 'writer', 'token'];
const times = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const sleep = (seconds: number) => `SELECT pg_sleep(${seconds})`;
/** Keeps one thread of DuckDB busy for minutes. */
const ENDLESS = 'SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b';

const rowsOf = (run: Run) => run.statements.at(-1)?.rows;

describe('cutting the sessions of others', () => {
  it.each(ATTACKERS)('%s reconnects while somebody runs and has a transaction: both go on', async (who) => {
    await crowd.run('ann', 'BEGIN', { session_id: 'tab' });
    const running = crowd.run('ann', sleep(1.5));
    await pause(300);
    const { status } = await crowd.send(who, 'POST', '/api/connections/pg/reconnect');
    expect(status).toBe(200);
    expect((await running).status).toBe('succeeded');
    const after = await crowd.run('ann', 'SELECT 1', { session_id: 'tab' });
    expect([after.status, after.session?.transaction]).toEqual(['succeeded', 'open']);
  });

  it.each(ATTACKERS)('%s asks for the sessions of all by name: refused', async (who) => {
    const running = crowd.run('ann', sleep(1.5));
    await pause(300);
    const { status, body } = await crowd.send(who, 'POST', '/api/connections/pg/reconnect?sessions=all');
    expect([status, body]).toMatchObject([403, { code: 'forbidden' }]);
    expect((await running).status).toBe('succeeded');
  });

  it('a person resets what is their own on that connection, and nothing else', async () => {
    const [here, there] = [crowd.run('ann', sleep(30)), crowd.run('ann', sleep(1.5), { connection_id: 'small' })];
    await crowd.run('ann', 'BEGIN', { session_id: 'tab' });
    await pause(300);
    expect((await crowd.send('ann', 'POST', '/api/connections/pg/reconnect?sessions=own')).status).toBe(200);
    expect((await here).status).toBe('cancelled');
    expect((await there).status).toBe('succeeded');
    expect((await crowd.run('ann', 'SELECT 1', { session_id: 'tab' })).error?.message).toBe(
      'You reset your sessions on this connection: its settings, temporary tables and the open transaction are gone.',
    );
  });

  it('who manages a connection ends all sessions, and it is written down', async () => {
    const running = crowd.run('ann', sleep(30));
    await pause(300);
    const { status } = await crowd.send('meg', 'POST', '/api/connections/pg/reconnect');
    expect(status).toBe(200);
    expect((await running).status).not.toBe('succeeded');
  });
});

describe('taking all sessions of a connection', () => {
  it.each(ATTACKERS)('%s runs a hundred long statements: a preview of somebody else goes at once', async (who) => {
    const running = times(100).map(() => crowd.start(who, sleep(20)));
    await pause(300);
    const preview = await crowd.start('ann', 'SELECT 1');
    expect([preview.status, rowsOf(preview.body)]).toEqual([201, [['1']]]);
    expect(preview.ms).toBeLessThan(1000);
    await Promise.all(running);
  });

  it.each(ATTACKERS)('%s runs a hundred short statements: a preview waits for one of them at most', async (who) => {
    const running = times(100).map(() => crowd.run(who, sleep(0.3), { connection_id: 'one' }));
    await pause(500);
    const preview = await crowd.start('ann', 'SELECT 1', { connection_id: 'one' });
    expect([preview.status, rowsOf(preview.body)]).toEqual([201, [['1']]]);
    expect(preview.ms).toBeLessThan(900);
    await crowd.calm(who);
    await Promise.all(running);
  });

  it.each(['viewer', 'writer'] as const)(
    '%s leaves settings behind in a hundred tabs: others still get sessions',
    async (who) => {
      const started = times(100).map((at) =>
        crowd.start(who, 'SELECT set_config($$work_mem$$, $$8MB$$, false)', { session_id: `tab-${at}` }),
      );
      await Promise.all(started);
      const { items } = (await crowd.send(who, 'GET', '/api/studio/sessions')).body as StudioSessionList;
      expect(items.filter(({ has_state }) => has_state).length).toBeLessThan(9);
      expect((await crowd.run('ann', 'SELECT 1')).status).toBe('succeeded');
      expect((await crowd.run('bob', 'SELECT 1', { session_id: 'tab' })).status).toBe('succeeded');
    },
  );

  it('two hundred people with open tabs share a pool of ten', async () => {
    const runs = await Promise.all(times(200).map((at) => crowd.run(`p-${at}`, 'SELECT 1', { session_id: 'tab' })));
    expect(runs.filter(({ status }) => status !== 'succeeded')).toEqual([]);
    const again = await crowd.run('p-7', 'SELECT 1', {
      session_id: 'tab',
      session_opened_at: runs[7]?.session?.opened_at,
    });
    expect(again.status).toBe('succeeded');
  });
});

describe('waiting', () => {
  it('says which place one has, and whose limit it is when the time is over', async () => {
    await crowd.run('writer', 'BEGIN', { session_id: 'a', connection_id: 'one' });
    const [first, second] = [
      await crowd.start('ann', 'SELECT 1', { connection_id: 'one' }),
      await crowd.start('bob', 'SELECT 2', { connection_id: 'one' }),
    ];
    expect([first.body, second.body]).toMatchObject([{ waiting: { place: 1 } }, { waiting: { place: 2 } }]);
    await crowd.send('ann', 'POST', `/api/studio/runs/${(first.body as Run).id}/cancel`);
    const moved = await crowd.send('bob', 'GET', `/api/studio/runs/${(second.body as Run).id}`);
    expect(moved.body).toMatchObject({ status: 'running', waiting: { place: 1 } });
    await pause(3500);
    const over = await crowd.send('bob', 'GET', `/api/studio/runs/${(second.body as Run).id}`);
    expect((over.body as Run).error?.message).toContain('This connection is busy. Its one session is in use.');
  });
});

describe('engines inside this machine', () => {
  it.each(ATTACKERS)(
    '%s runs a hundred endless DuckDB statements: a preview of somebody else is answered',
    async (who) => {
      const running = times(100).map(() => crowd.start(who, ENDLESS, { connection_id: 'duck' }));
      await pause(500);
      const preview = await crowd.start('ann', 'SELECT 42', { connection_id: 'duck' });
      expect([preview.status, rowsOf(preview.body)]).toEqual([201, [['42']]]);
      await crowd.calm(who);
      await Promise.all(running);
    },
  );
});
