import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Run, StudioSessionList } from '#libs/api';
import { Clock } from '../../platform/index.js';
import { StudioApp } from '../testing/studio-app.js';
import { SessionExpiry } from './session-expiry.js';

const MINUTE_MS = 60_000;

let app: StudioApp;
beforeAll(async () => {
  app = await StudioApp.start(undefined, {
    WORKBENCH_SESSION_IDLE_MINUTES: '3',
    WORKBENCH_TRANSACTION_LIMIT_MINUTES: '5',
  });
});
afterAll(() => app.stop());

const sessions = async () => (await app.send<StudioSessionList>('GET', '/api/studio/sessions')).body.items;

async function run(session: string, sql: string): Promise<Run> {
  const body = { connection_id: 'pg', session_id: session, sql };
  const { id } = (await app.send<Run>('POST', '/api/studio/runs', body)).body;
  return app.whenOver(id);
}

/** Lets the workbench believe that time has gone by, and do what is due then. */
async function later(ms: number): Promise<void> {
  const clock = app.workbench.app.get(Clock);
  jest.spyOn(clock, 'now').mockReturnValue(clock.now() + ms);
  await app.workbench.app.get(SessionExpiry).sweep();
}

it('releases, warns and rolls back when the configuration says so', async () => {
  await run('idle', 'SELECT 1');
  const { session } = await run('open', 'BEGIN');
  const openForMs = Date.parse(session?.expires_at ?? '') - Date.parse(session?.opened_at ?? '');
  expect(Math.round(openForMs / MINUTE_MS)).toBe(5);
  await later(3 * MINUTE_MS);
  expect((await sessions()).map(({ id, is_expiring }) => [id, is_expiring])).toEqual([['open', false]]);
  await later(MINUTE_MS);
  expect((await sessions()).map(({ id, is_expiring }) => [id, is_expiring])).toEqual([['open', true]]);
  await later(MINUTE_MS);
  expect((await sessions()).map(({ id, transaction }) => [id, transaction])).toEqual([['open', 'none']]);
  const { error } = await run('open', 'SELECT 1');
  expect(error?.message).toBe('The open transaction was rolled back because it was idle for 5 minutes.');
});
