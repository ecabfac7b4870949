import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { HistoryList, Run } from '#libs/api';
import { HistoryService } from './history.service.js';
import { HistoryWriter } from './history-writer.js';
import { OUTCOME_UNKNOWN } from './history-queue.js';
import { StudioWithoutDatabases } from '../testing/studio-without-databases.js';

const HOLD_LOCK = `
  const [, library, file] = process.argv;
  const database = new (require(library))(file, { timeout: 10000 });
  database.exec('BEGIN IMMEDIATE');
  process.stdout.write('held');
  process.stdin.on('data', () => process.exit());`;
/** Longer than the state waits for a lock, so that writes fail. */
const OUTAGE_MS = Number(process.env.STATE_OUTAGE_MS ?? 6_000);

/** Whose history single-user mode shows. */
const ownerId = LOCAL_ACTOR.userId;

let studio: StudioWithoutDatabases;
beforeEach(async () => {
  studio = await StudioWithoutDatabases.start();
});
afterEach(() => studio.stop());

const list = async () => (await studio.send<HistoryList>('GET', '/api/studio/history')).body;
const history = () => studio.workbench.app.get(HistoryService);

async function run(sql: string): Promise<void> {
  const { body } = await studio.send<Run>('POST', '/api/studio/runs', { connection_id: 'shop', sql });
  while ((await studio.send<Run>('GET', `/api/studio/runs/${body.id}`)).body.status === 'running') await setTimeout(20);
}

async function holdLock(): Promise<ChildProcess> {
  const library = createRequire(import.meta.url).resolve('better-sqlite3');
  const child = spawn(process.execPath, ['-e', HOLD_LOCK, library, studio.stateFile], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

it('is complete, in order and without doubles after the state was unavailable', async () => {
  await run("SELECT 'before'");
  const holder = await holdLock();
  const before = await studio.send<HistoryList>('GET', '/api/studio/history');
  expect(before.status).toBe(200);
  for (const n of [1, 2, 3]) await run(`SELECT ${n}`);
  await setTimeout(OUTAGE_MS);
  expect((await list()).waiting).toBeGreaterThan(0);
  holder.stdin?.write('x');
  while (studio.workbench.app.get(HistoryWriter).waiting > 0) await setTimeout(50);
  const { items, waiting, dropped } = await list();
  expect(items.map(({ sql, status }) => [sql, status])).toEqual([
    ['SELECT 3', 'succeeded'],
    ['SELECT 2', 'succeeded'],
    ['SELECT 1', 'succeeded'],
    ["SELECT 'before'", 'succeeded'],
  ]);
  expect([waiting, dropped]).toEqual([0, 0]);
});

it('lists a statement while it runs', async () => {
  const started = { ownerId, connectionId: 'shop', connectionName: 'Shop', sql: 'SELECT 1' };
  history().begin({ ...started, id: 'one', startedAt: new Date().toISOString() });
  expect((await list()).items[0]).toMatchObject({ id: 'one', status: 'running', error: null });
  history().end('one', { status: 'succeeded', elapsedMs: 5, rowCount: 1, error: null }, []);
  expect((await list()).items[0]).toMatchObject({ id: 'one', status: 'succeeded', elapsed_ms: 5, row_count: 1 });
});

it('says of a statement whose process is gone that its outcome is unknown', async () => {
  const started = { ownerId, connectionId: 'shop', connectionName: 'Shop', startedAt: new Date().toISOString() };
  history().begin({ ...started, id: 'one', sql: 'DELETE FROM orders' });
  await list();
  history().begin({ ...started, id: 'two', sql: 'DELETE FROM customers' });
  await studio.restart();
  const { items } = await list();
  expect(items.slice(0, 2).map(({ id, status, error }) => [id, status, error])).toEqual([
    ['two', 'unknown', OUTCOME_UNKNOWN],
    ['one', 'unknown', OUTCOME_UNKNOWN],
  ]);
});
