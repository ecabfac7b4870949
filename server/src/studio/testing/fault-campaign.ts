import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Run, RunList } from '#libs/api';
import { TestCluster } from '../../connections/engines/postgres/testing/test-cluster.js';
import { leaksOf } from './leaks.js';
import type { Leaks } from './leaks.js';
import { smallDisk } from '../../platform/testing/small-disk.js';
import { StudioApp } from './studio-app.js';

/** Rows that take a second or two to arrive, so that a fault hits them at any point on their way. */
const LONG_RUN = "SELECT i, repeat('x', 300) FROM (SELECT generate_series(1, 400000) AS i) AS s";
const LONGEST_DELAY_MS = 1200;
const SMALL_DISK_BYTES = 12_000_000;

/** What goes wrong in a round. */
export const FAULTS = [
  'sessions ended',
  'disk full',
  'download dropped',
  'client dropped',
  'deleted',
  'Postgres killed',
] as const;
export type Fault = (typeof FAULTS)[number];

/** A studio, and a Postgres of its own that may be killed. */
export class FaultyWorld {
  private constructor(
    readonly app: StudioApp,
    readonly cluster: TestCluster,
  ) {}

  static async create(): Promise<FaultyWorld> {
    const cluster = await TestCluster.create();
    await cluster.start();
    const { port, username, password } = new URL(cluster.url);
    const place = `host: 127.0.0.1, port: ${port}, database: postgres, user: ${username}, password: ${password}`;
    const app = await StudioApp.start(() => `  - { id: own, name: Own, kind: postgres, ${place} }\n`);
    return new FaultyWorld(app, cluster);
  }

  async dispose(): Promise<void> {
    await this.app.stop();
    await this.cluster.dispose();
  }
}

/** What a round left: how its run ended, what is still held, and whether the next run works. */
export interface RoundOutcome {
  readonly fault: Fault;
  readonly delayMs: number;
  readonly status: Run['status'] | 'gone';
  readonly leaks: Leaks;
  readonly isNextRunFine: boolean;
}

/** Makes one fault at a point of a long run that is different in each round, and the same in each campaign. */
export async function faultRound(world: FaultyWorld, round: number): Promise<RoundOutcome> {
  const { app } = world;
  const fault = FAULTS[round % FAULTS.length] ?? 'deleted';
  const delayMs = (round * 367) % LONGEST_DELAY_MS;
  const restore = fault === 'disk full' ? smallDisk(join(app.workbench.home, 'results'), SMALL_DISK_BYTES) : null;
  try {
    const status = fault === 'Postgres killed' ? await killed(world, delayMs) : await hit(app, fault, delayMs);
    const leaks = await leaksOf(app);
    const next = await app.run('SELECT 1', fault === 'Postgres killed' ? 'own' : 'pg');
    return { fault, delayMs, status, leaks, isNextRunFine: next.statements[0]?.rows[0]?.[0] === '1' };
  } finally {
    restore?.();
  }
}

/** Every process of the database goes at once, as in a crash, and it is started again. */
async function killed({ app, cluster }: FaultyWorld, delayMs: number): Promise<RoundOutcome['status']> {
  const run = await app.start(LONG_RUN, 'own');
  await pause(delayMs);
  await cluster.cluster.kill();
  const { status } = await app.whenOver(run.id);
  await app.send('DELETE', `/api/studio/runs/${run.id}`);
  await started(cluster);
  await app.until(
    () => app.send<Run>('POST', '/api/studio/runs', { connection_id: 'own', sql: 'SELECT 1' }),
    ({ status: answer, body }) => answer === 201 && body.status === 'succeeded',
  );
  return status;
}

/** Processes that have outlived the first one keep the folder to themselves for a moment. */
async function started(cluster: TestCluster): Promise<void> {
  for (;;) {
    const isStarted = await cluster.start().then(
      () => true,
      () => false,
    );
    if (isStarted) return;
    await pause(100);
  }
}

async function hit(app: StudioApp, fault: Fault, delayMs: number): Promise<RoundOutcome['status']> {
  if (fault === 'client dropped') await dropped(app, 'POST', '/api/studio/runs', delayMs);
  const run = fault === 'client dropped' ? await newest(app) : await app.start(LONG_RUN);
  if (run === null) return 'gone';
  if (fault !== 'client dropped') await pause(delayMs);
  if (fault === 'sessions ended') await endSessions();
  if (fault === 'deleted') await app.send('DELETE', `/api/studio/runs/${run.id}`);
  if (fault === 'deleted') return 'gone';
  const { status } = await app.whenOver(run.id);
  if (fault === 'download dropped')
    await dropped(app, 'GET', `/api/studio/runs/${run.id}/statements/0/export?format=json`, delayMs / 10);
  await app.send('DELETE', `/api/studio/runs/${run.id}`);
  return status;
}

async function newest(app: StudioApp): Promise<Run | null> {
  return (await app.send<RunList>('GET', '/api/studio/runs')).body.items[0] ?? null;
}

/** Sends a request and cuts its line after a while. */
async function dropped(app: StudioApp, method: string, path: string, afterMs: number): Promise<void> {
  const { port } = app.workbench.app.getHttpServer().address() as AddressInfo;
  const body = method === 'POST' ? JSON.stringify({ connection_id: 'pg', sql: LONG_RUN }) : '';
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
  outgoing.on('error', () => undefined).on('response', (response) => response.on('error', () => undefined).resume());
  outgoing.end(body);
  await pause(afterMs);
  outgoing.destroy();
}

/** Ends every session of the workbench in Postgres at once, as a restart of the server does. */
async function endSessions(): Promise<void> {
  const admin = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL });
  await admin.connect();
  await admin.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'data-workbench/%' AND pid <> pg_backend_pid()",
  );
  await admin.end();
}
