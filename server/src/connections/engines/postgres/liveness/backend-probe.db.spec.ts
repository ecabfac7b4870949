import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { until } from '../../testing/index.js';
import type { PostgresConfig } from '../config.js';
import { serverLine } from '../server-line.js';
import { createTestDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { BackendProbe } from './backend-probe.js';

const CONNECT_TIMEOUT_MS = 10_000;
/** Roles belong to the whole server: each run has its own. */
const ROLE = `probing_${process.pid}`;

let database: TestDatabase;
let watched: pg.Client;
let pid: number;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute(`CREATE ROLE ${ROLE} LOGIN PASSWORD 'x' CONNECTION LIMIT 0`);
  watched = new pg.Client({ ...database.config, ssl: false, password: database.config.password ?? '' });
  await watched.connect();
  const { rows } = await watched.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  pid = rows[0]?.pid ?? 0;
});
afterAll(async () => {
  await watched.end();
  await database.execute(`DROP ROLE ${ROLE}`);
  await database.dispose();
});

const isAtWork = (changes: Partial<PostgresConfig> = {}): Promise<boolean> =>
  new BackendProbe(serverLine({ ...database.config, ...changes }, CONNECT_TIMEOUT_MS)).isAtWork(pid);

it('says what a backend does', async () => {
  expect(await isAtWork()).toBe(false);
  await watched.query('BEGIN');
  expect(await isAtWork()).toBe(false);
  // An error comes before the backend is idle.
  await watched.query('SELECT 1/0').catch(() => undefined);
  await until('the backend waits in its failed transaction', async () => !(await isAtWork()));
  await watched.query('ROLLBACK');
  const sleeping = watched.query('SELECT pg_sleep(1)');
  expect(await isAtWork()).toBe(true);
  await sleeping;
});

it.each([
  ['has no room for another session of the role', { user: ROLE, password: 'x' }],
  ['refuses the password', { user: ROLE, password: 'y' }],
  ['does not know the database', { database: 'no_such_database' }],
])('counts a backend as working whose server %s', async (_, changes) => {
  expect(await isAtWork(changes)).toBe(true);
});

it('counts a backend as working whose server does not track it', async () => {
  await watched.query('SET track_activities = off');
  expect(await isAtWork()).toBe(true);
  await watched.query('RESET track_activities');
});

it('says so where nothing listens', async () => {
  expect(await isAtWork({ port: 1 })).toBe(false);
});

/** A network on which each piece takes its time, in the order in which they were sent. */
async function slowNetwork(delayMs: number): Promise<Server> {
  const { host, port } = database.config;
  const server = createServer((inward) => {
    const outward = connect(port, host);
    const pairs: [Socket, Socket][] = [
      [inward, outward],
      [outward, inward],
    ];
    for (const [from, to] of pairs) {
      from.on('data', (piece: Buffer) => void wait(delayMs).then(() => to.write(piece)));
      from.on('error', () => undefined).on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

it('waits for a server on a slow network, whose sign-in takes longer than a silence may', async () => {
  const server = await slowNetwork(400);
  const sleeping = watched.query('SELECT pg_sleep(6)');
  const startedAt = performance.now();
  expect(await isAtWork({ port: (server.address() as AddressInfo).port })).toBe(true);
  expect(performance.now() - startedAt).toBeGreaterThan(1_700);
  await sleeping;
  server.close();
});
