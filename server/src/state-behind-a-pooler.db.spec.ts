import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Pooler } from './connections/engines/postgres/testing/pooler.js';
import { configOf } from './connections/engines/postgres/testing/test-database.js';
import { ClusterEvents } from './platform/events/cluster-events.js';
import { ClusterLine } from './platform/events/cluster-line.js';
import { stateDatabaseOf } from './platform/testing/state-database.js';
import { TestWorkbench } from './platform/testing/test-workbench.js';

process.env.TEST_STATE = 'postgres';

/** As long as a process counts as current, and some heartbeats more. */
const SEVERAL_BEATS_MS = 4_000;

let direct: TestWorkbench;
let pooled: TestWorkbench;
let pooler: Pooler;
beforeAll(async () => {
  direct = await TestWorkbench.start({ features: [] });
  const { STATE_DATABASE_URL: url = '' } = await stateDatabaseOf(direct.home);
  pooler = await Pooler.start(configOf(url), 'transaction', 12);
  const behind = new URL(url);
  behind.host = `127.0.0.1:${pooler.port}`;
  pooled = await TestWorkbench.start({ features: [], env: { STATE_DATABASE_URL: behind.href } });
});
afterAll(async () => {
  await pooled.stop();
  await pooler.stop();
  await direct.stop();
});

it('a process behind a pooler of transactions reads the state for each request, since it hears nothing', async () => {
  await wait(SEVERAL_BEATS_MS);
  expect(pooled.app.get(ClusterLine).heardAtMs).toBe(-Infinity);
  expect(pooled.app.get(ClusterEvents).catchUp()).toBeInstanceOf(Promise);
  expect(await direct.app.get(ClusterLine).listeners()).toEqual([direct.app.get(ClusterLine).own]);
});

it('a process that reaches the state itself hears of the others', async () => {
  const line = direct.app.get(ClusterLine);
  const heardAtMs = line.heardAtMs;
  await wait(SEVERAL_BEATS_MS);
  expect(line.heardAtMs).toBeGreaterThan(heardAtMs);
  expect(direct.app.get(ClusterEvents).catchUp()).toBeNull();
});
