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
  await crowd.calm('ann', 'bob', 'writer', 'p-1');
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
