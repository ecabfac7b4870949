import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Run } from '#libs/api';
import { heldStateQuery } from '#libs/sessions';
import { PostgresSession } from '../../connections/engines/postgres/postgres-session.js';
import { ShortWait } from './short-wait.js';
import { StudioApp } from '../testing/studio-app.js';

const RUNS = 20;
const LONGER = 10_000;
const SESSION = 'tab-of-runs';

let app: StudioApp;
beforeAll(async () => {
  app = await StudioApp.start();
});
afterAll(() => app.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

const run = (sql: string) =>
  app.send<Run>('POST', '/api/studio/runs', { connection_id: 'pg', session_id: SESSION, sql, first_page: true });

it('a run right behind another does not wait for the question what that one left behind', async () => {
  const sent = jest.spyOn(PostgresSession.prototype, 'run');
  // So long that the next run always comes first, on a busy machine, too; what does not end the wait is stuck in it.
  const wait = Reflect.get<ShortWait, 'wait'>(ShortWait.prototype, 'wait');
  jest.spyOn(ShortWait.prototype, 'wait').mockImplementation(function (this: ShortWait, ms) {
    return wait.call(this, ms * LONGER);
  });
  const questions = (): number => sent.mock.calls.filter(([sql]) => sql === heldStateQuery('postgres')).length;
  for (let n = 0; n < RUNS; n += 1) expect((await run(`SELECT ${n}`)).status).toBe(201);
  expect(questions()).toBe(0);
});
