import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import type { ActivityList, RunningQuery } from '#libs/api';
import type { PerformedAction } from '#libs/audit';
import { ConnectionsModule } from '../connections/index.js';
import { createTestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import { EventBus } from '../platform/index.js';
import { eventually } from '../platform/testing/eventually.js';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { AdminModule } from './index.js';

let database: TestDatabase;
let workbench: TestWorkbench;
let address: string;
/** A session of a pool, which serves one person after another. */
let pooled: pg.Client;
const performed: PerformedAction[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const { host, port, user, password, database: name } = database.config;
  const connections = `connections:
  - { id: db, name: Shop, kind: postgres, host: ${host}, port: ${port}, database: ${name}, user: ${user}, password: "${password ?? ''}" }
`;
  workbench = await TestWorkbench.start({ features: [ConnectionsModule, AdminModule], connections });
  workbench.app.get(EventBus).subscribe('action.performed', (fact) => performed.push(fact));
  address = await workbench.app.getUrl();
});
beforeEach(async () => {
  performed.length = 0;
  pooled = new pg.Client({ ...database.config, ssl: false, password: database.config.password ?? '' });
  await pooled.connect();
});
afterEach(() => pooled.end());
afterAll(async () => {
  await workbench.stop();
  await database.dispose();
});

async function listed(mark: string): Promise<RunningQuery> {
  const read = async (): Promise<RunningQuery | undefined> => {
    const answer = await fetch(`${address}/api/admin/db/activity`);
    return ((await answer.json()) as ActivityList).items.find(({ query }) => query.includes(mark));
  };
  const found = await eventually(read, (one) => one !== undefined);
  if (found === undefined) throw new Error('It does not run.');
  return found;
}

async function cancel({ pid, started_at: startedAt }: Pick<RunningQuery, 'pid' | 'started_at'>): Promise<number> {
  const answer = await fetch(`${address}/api/admin/db/activity/${pid}/cancel`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ started_at: startedAt }),
  });
  return answer.status;
}

it('cancels the statement that was shown, and not the next one of the session', async () => {
  const first = pooled.query('SELECT pg_sleep(60) AS first').catch((error: unknown) => String(error));
  const shown = await listed('AS first');
  expect(await cancel(shown)).toBe(204);
  expect(await first).toContain('canceling statement');
  expect(await cancel(shown)).toBe(404);

  const second = pooled.query('SELECT pg_sleep(60) AS second').catch((error: unknown) => String(error));
  const next = await listed('AS second');
  expect(next.pid).toBe(shown.pid);
  expect(await cancel(shown)).toBe(404);
  expect((await listed('AS second')).started_at).toBe(next.started_at);
  expect(performed).toHaveLength(1);
  expect(await cancel(next)).toBe(204);
  expect(await second).toContain('canceling statement');
});

it('cancels the next statement of a transaction, as of a cursor that is read in portions', async () => {
  await pooled.query('BEGIN');
  const first = pooled.query('SELECT pg_sleep(2) AS portion');
  const shown = await listed('AS portion');
  await first;
  const second = pooled.query('SELECT pg_sleep(60) AS other_portion').catch((error: unknown) => String(error));
  await listed('AS other_portion');
  expect(await cancel(shown)).toBe(204);
  expect(await second).toContain('canceling statement');
});

it('does not cancel what a transaction has already done', async () => {
  await pooled.query('BEGIN; SELECT 1 AS done');
  const shown = await listed('AS done');
  expect(shown.state).toBe('idle in transaction');
  expect(await cancel(shown)).toBe(404);
  expect(performed).toEqual([]);
});

it.each([undefined, null, '', 7, 'now', '2026-01-01'])(
  'takes no %j for the start of a statement',
  async (startedAt) => {
    expect(await cancel({ pid: 1, started_at: startedAt as string })).toBe(400);
  },
);

it('keeps no strings and comments of the cancelled statement in the audit', async () => {
  const ended = pooled.query("SELECT pg_sleep(60), 'open-sesame' AS password -- open-sesame").catch(() => null);
  expect(await cancel(await listed('AS password'))).toBe(204);
  await ended;
  expect(performed.map(({ details }) => details.query)).toEqual(["SELECT pg_sleep(60), '…' AS password"]);
});
