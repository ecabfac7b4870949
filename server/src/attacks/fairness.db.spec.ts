import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { RowsPage, Run, StudioExport, StudioSessionList } from '#libs/api';
import { casesOf } from '../faults/testing/rounds.js';
import { Crowd } from './testing/crowd.js';
import type { Who } from './testing/crowd.js';

/**
 * One person does what they can to take a share that is not theirs. An attempt succeeds where another person's work is
 * refused, cut off, forgotten, or kept waiting; each test looks for that.
 */
let crowd: Crowd;
beforeAll(async () => {
  const env = { WORKBENCH_RESULT_MAX_BYTES: '8000000', WORKBENCH_RESULTS_MAX_BYTES: '40000000' };
  crowd = await Crowd.start({ WORKBENCH_SESSION_WAIT_SECONDS: '4', ...env });
});
afterEach(() => crowd.calm('viewer', 'writer', 'ann', 'bob', 'meg'));
afterAll(() => crowd.stop());

const ATTACKERS: readonly Who[] = ['viewer', 'writer', 'token'];
let turn = 0;
/** Shares and limits do not ask who one is: in `npm test` the attackers take turns. */
const nextAttackers = (): readonly Who[] => casesOf(ATTACKERS, ATTACKERS.length, turn++);
const times = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const sleep = (seconds: number) => `SELECT pg_sleep(${seconds})`;
/** Keeps one thread of DuckDB busy for minutes. */
const ENDLESS = 'SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b';

/** More rows than memory keeps, some 3 MB on disk. */
const LARGE = "SELECT i, repeat('x', 200) FROM generate_series(1, 15000) AS i";

/** Milliseconds of previews that Ann asks for one after another. */
async function previews(count: number): Promise<number[]> {
  const all: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const { status, ms } = await crowd.start('ann', 'SELECT 1');
    expect(status).toBe(201);
    all.push(ms);
  }
  return all.sort((a, b) => a - b);
}
const p95 = (sorted: readonly number[]) => sorted[Math.floor(sorted.length * 0.95)] ?? Infinity;

const rowsOf = (run: Run) => run.statements.at(-1)?.rows;

describe('cutting the sessions of others', () => {
  it.each(ATTACKERS)('%s reconnects while another person runs and has a transaction: both go on', async (who) => {
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
  it.each(nextAttackers())(
    '%s runs a hundred long statements: a preview of another person goes at once',
    async (who) => {
      const running = times(100).map(() => crowd.start(who, sleep(20)));
      await pause(300);
      const preview = await crowd.start('ann', 'SELECT 1');
      expect([preview.status, rowsOf(preview.body)]).toEqual([201, [['1']]]);
      expect(preview.ms).toBeLessThan(3000);
      await Promise.all(running);
    },
  );

  it.each(nextAttackers())(
    '%s runs a hundred short statements: a preview waits for one of them at most',
    async (who) => {
      const running = times(100).map(() => crowd.run(who, sleep(0.3), { connection_id: 'one' }));
      await pause(500);
      const preview = await crowd.start('ann', 'SELECT 1', { connection_id: 'one' });
      expect([preview.status, rowsOf(preview.body)]).toEqual([201, [['1']]]);
      expect(preview.ms).toBeLessThan(3000);
      await crowd.calm(who);
      await Promise.all(running);
    },
  );

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
  it.each(nextAttackers())(
    '%s runs a hundred endless DuckDB statements: a preview of another person is answered',
    async (who) => {
      const running = times(100).map(() => crowd.start(who, ENDLESS, { connection_id: 'duck' }));
      await pause(500);
      // The first answer may come before the rows where the machine is busy.
      const preview = await crowd.run('ann', 'SELECT 42', { connection_id: 'duck' });
      expect([preview.status, rowsOf(preview)]).toEqual(['succeeded', [['42']]]);
      await crowd.calm(who);
      await Promise.all(running);
    },
  );
});

describe('results of others', () => {
  it.each(nextAttackers())(
    '%s runs two hundred and fifty statements: the result of another person is still read',
    async (who) => {
      const kept = await crowd.run('ann', LARGE);
      for (let round = 0; round < 10; round += 1) await Promise.all(times(25).map(() => crowd.run(who, 'SELECT 1')));
      const rows = await crowd.send(
        'ann',
        'GET',
        `/api/studio/runs/${kept.id}/statements/0/rows?offset=14990&limit=10`,
      );
      expect([rows.status, (rows.body as RowsPage).rows.length]).toEqual([200, 10]);
    },
  );

  it.each(nextAttackers())(
    '%s keeps results until their share of the disk is full: nothing of others goes, and they get room',
    async (who) => {
      const kept = await crowd.run('ann', LARGE);
      for (let at = 0; at < 6; at += 1) await crowd.run(who, LARGE);
      const rows = await crowd.send(
        'ann',
        'GET',
        `/api/studio/runs/${kept.id}/statements/0/rows?offset=14990&limit=10`,
      );
      expect(rows.status).toBe(200);
      expect((await crowd.run('bob', LARGE)).status).toBe('succeeded');
    },
  );

  it('keeps what a tab shows, and says whose share is full', async () => {
    const shown = await crowd.run('ann', LARGE, { session_id: 'first' });
    const ends = [];
    for (let at = 0; at < 4; at += 1) ends.push(await crowd.run('ann', LARGE, { session_id: `tab-${at}` }));
    expect(ends.at(-1)?.statements[0]?.error?.message).toContain('Your results have reached 10 MB');
    const rows = await crowd.send('ann', 'GET', `/api/studio/runs/${shown.id}/statements/0/rows?offset=14990&limit=10`);
    expect(rows.status).toBe(200);
  });
});

describe('exports', () => {
  const slowExport = {
    connection_id: 'pg',
    sql: 'SELECT i, pg_sleep(0.01) FROM generate_series(1, 200) AS i',
    format: 'csv',
  };
  const quickExport = { connection_id: 'pg', sql: 'SELECT 1 AS a', format: 'csv' };

  /** Runs before may have used up a person's rate of requests: asks again when it may. */
  async function makeExport(who: Who, body: object) {
    for (;;) {
      const made = await crowd.send(who, 'POST', '/api/studio/exports', body);
      if ((made.body as { code?: string }).code !== 'too-many-requests') return made;
      await pause(1000 * Number(made.headers['retry-after']));
    }
  }

  async function fetchExport(who: Who, body: object) {
    const made = await makeExport(who, body);
    return made.status === 201 ? crowd.send(who, 'GET', (made.body as StudioExport).href) : made;
  }

  it.each(nextAttackers())(
    '%s fetches a hundred exports at once: the one of another person is written',
    async (who) => {
      const all = Promise.all(times(100).map(() => fetchExport(who, slowExport)));
      await pause(300);
      const { items } = (await crowd.send(who, 'GET', '/api/studio/exports')).body as { items: StudioExport[] };
      expect(items.filter(({ status }) => status === 'running').length).toBeLessThan(5);
      const file = await fetchExport('ann', quickExport);
      expect([file.status, file.ms < 3000]).toEqual([200, true]);
      const answers = await all;
      const refused = answers.filter(({ body }) => (body as { code?: string } | null)?.code === 'person-limit');
      expect(refused.length).toBeGreaterThan(0);
      expect(refused[0]?.body).toMatchObject({
        detail: expect.stringContaining('You already export 4 files.'),
      });
      expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    },
  );

  it.each(nextAttackers())(
    '%s prepares two hundred exports: the one of another person can still be fetched',
    async (who) => {
      const { body: made } = await crowd.send('ann', 'POST', '/api/studio/exports', quickExport);
      for (let round = 0; round < 8; round += 1) {
        await Promise.all(times(25).map(() => crowd.send(who, 'POST', '/api/studio/exports', quickExport)));
      }
      expect((await crowd.send('ann', 'GET', (made as StudioExport).href)).status).toBe(200);
    },
  );
});

describe('streams', () => {
  it.each(nextAttackers())('%s opens sixty streams: ten are refused, and another person has theirs', async (who) => {
    const streams = await Promise.all(times(60).map(() => crowd.stream(who, '/api/events')));
    const statuses = streams.map(({ status }) => status);
    expect([200, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([50, 10]);
    const own = await crowd.stream('ann', '/api/events');
    expect(own.status).toBe(200);
    for (const stream of [...streams, own]) stream.stop();
    await Promise.all(streams.map(({ ended }) => ended));
    const again = await crowd.stream(who, '/api/events');
    expect(again.status).toBe(200);
    again.stop();
  });
});

describe('lookups', () => {
  const plan = { connection_id: 'pg', sql: 'SELECT pg_sleep(2)', analyze: true, cursor: 0 };

  it.each(nextAttackers())(
    '%s analyzes fifty slow statements: the plan of another person comes at once',
    async (who) => {
      const leaving = new AbortController();
      const all = times(50).map(() =>
        crowd.send(who, 'POST', '/api/studio/explain', plan, leaving.signal).catch(() => null),
      );
      await pause(300);
      const { status, ms } = await crowd.send('ann', 'POST', '/api/studio/explain', { ...plan, sql: 'SELECT 1' });
      expect([status, ms < 3000]).toEqual([200, true]);
      leaving.abort();
      await Promise.all(all);
    },
  );

  it.each(nextAttackers())(
    '%s tests a connection two hundred times at once: the server has few sessions of it',
    async (who) => {
      const all = Promise.all(times(200).map(() => crowd.send(who, 'POST', '/api/connections/pg/test')));
      const counts: number[] = [];
      for (let at = 0; at < 5; at += 1) {
        const run = await crowd.run('ann', 'SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()');
        counts.push(Number(rowsOf(run)?.[0]?.[0]));
        await pause(50);
      }
      expect(Math.max(...counts)).toBeLessThan(40);
      await all;
    },
  );
});

describe('requests', () => {
  it.each(nextAttackers())('%s sends ten thousand requests: previews of another person go on', async (who) => {
    const quiet = await previews(40);
    const stop = await crowd.attackApart(who, 'requests');
    const beside = await previews(60);
    await stop();
    // A busy machine must not fail a test; a starved person waits for seconds.
    expect(p95(beside)).toBeLessThan(Math.max(20 * p95(quiet), 1500));
  });

  it('refuses what is beyond a rate, and says when to come back', async () => {
    const strict = await Crowd.start({ WORKBENCH_PERSON_REQUESTS_PER_SECOND: '2' });
    const answers = await Promise.all(times(40).map(() => strict.send('viewer', 'GET', '/api/studio/runs')));
    const refused = answers.filter(({ status }) => status === 429);
    // Ten at once, and two more for each second that a busy machine takes.
    expect(refused.length).toBeGreaterThan(15);
    expect(refused.length).toBeLessThanOrEqual(30);
    expect(refused[0]?.body).toMatchObject({ code: 'too-many-requests' });
    expect(Number(refused[0]?.headers['retry-after'])).toBe(1);
    expect((await strict.send('ann', 'GET', '/api/studio/runs')).status).toBe(200);
    const strangers = await Promise.all(times(30).map(() => strict.send('stranger', 'GET', '/api/studio/runs')));
    expect(strangers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(20);
    await strict.stop();
  });
});
