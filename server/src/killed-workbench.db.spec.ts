import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { AdminOverview, Job, JobRunList } from '#libs/api';
import { createTestDatabase } from './connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from './connections/engines/postgres/testing/test-database.js';
import { confinements } from './platform/testing/confinements.js';
import { HttpCaller } from './testing/http-caller.js';
import { ServerProcess } from './testing/server-process.js';

const PLUGIN = `export default ({ register }) => register({ version: 1, jobs: [{ name: 'loops', run: () => { for (;;); } }] });`;
/** Takes minutes, with its temporary folder open. */
const SORT = "SELECT md5(range::VARCHAR) AS a, repeat('x', 40) AS b FROM range(100000000) ORDER BY a";
const EVERY_HOUR = { type: 'interval', every: 1, unit: 'hours' };

let database: TestDatabase;
let server: ServerProcess | null = null;
beforeEach(async () => {
  database = await createTestDatabase();
  await database.execute('CREATE TABLE orders (id int PRIMARY KEY)');
});
afterEach(async () => {
  await database.execute('ROLLBACK');
  await server?.stop('SIGKILL');
  server = null;
  await database.dispose();
});

function connectionsFile(): string {
  const { host, port, database: name, user, password } = database.config;
  const login = `host: ${host}, port: ${port}, database: ${name}, user: ${user}, password: "${password ?? ''}"`;
  return `connections:\n  - { id: pg, name: Shop, kind: postgres, ${login} }\n  - { id: lake, name: Lake, kind: duckdb, path: ./lake.duckdb }\n`;
}

async function until<T>(what: string, look: () => T | null | Promise<T | null>): Promise<T> {
  const limit = performance.now() + 60_000;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > limit) throw new Error(`Not in time: ${what}`);
    await wait(100);
  }
}

async function startJob(caller: HttpCaller, kind: string, input: object): Promise<void> {
  const { body } = await caller.send<Job>('POST', `/api/scheduler/jobs/${kind}`, {
    ...{ name: kind, trigger: EVERY_HOUR },
    ...input,
  });
  const { status } = await caller.send('POST', `/api/scheduler/jobs/${body.id}/run`);
  expect(status).toBe(202);
}

/** The start of a process, by which it is known; null where it does not run. */
function startOf(pid: number): string | null {
  if (!existsSync(`/proc/${pid}/stat`)) return null;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? null : (fields[19] ?? null);
}

/** Everything that runs below a process. */
function below(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  const children = existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : [];
  return children.flatMap((child) => [child, ...below(child)]);
}

it.each(await confinements())(
  'leaves no process, no temporary folder and no run without an end (confinement %s)',
  async (confinement) => {
    const env = {
      WORKBENCH_CONFINEMENT: confinement,
      STATE_DATABASE_URL: '',
      PG_BIN_DIR: process.env.PG_BIN_DIR ?? '',
    };
    const first = (server = await ServerProcess.start(connectionsFile(), env));
    mkdirSync(join(first.home, 'plugins'));
    writeFileSync(join(first.home, 'plugins', 'endless.mjs'), PLUGIN);
    await database.execute('BEGIN');
    await database.execute('LOCK TABLE orders IN ACCESS EXCLUSIVE MODE');
    const caller = new HttpCaller(first.origin);
    await startJob(caller, 'backup', { connection_id: 'pg', settings: {} });
    await startJob(caller, 'plugin', { settings: { plugin: 'endless', job: 'loops' } });
    await startJob(caller, 'query', { connection_id: 'lake', settings: { sql: SORT, save_results_as: 'sorted.csv' } });
    await until('all three work', async () => {
      const { body } = await caller.send<AdminOverview>('GET', '/api/admin/overview');
      const programs = new Set(body.hosts.map(({ engine, purpose }) => `${engine} ${purpose}`));
      const isWhole = ['pg_dump backup', 'plugin plugin', 'duckdb connection'].every((one) => programs.has(one));
      return isWhole && foldersOf(first.pid).length > 0 ? true : null;
    });
    const processes = below(first.pid).map((pid) => ({ pid, start: startOf(pid) }));
    expect(processes.length).toBeGreaterThanOrEqual(3);

    const killed = first.pid;
    await first.end('SIGKILL');
    await first.restart();
    await until('every process has ended', () => {
      const left = processes.filter(({ pid, start }) => start !== null && startOf(pid) === start);
      return left.length === 0 ? true : null;
    });
    await until('the temporary folders are gone', () => (foldersOf(killed).length === 0 ? true : null));
    const again = new HttpCaller(first.origin);
    const runs = await until('every run has its end', async () => {
      const { body } = await again.send<JobRunList>('GET', '/api/scheduler/runs');
      return body.runs.every(({ status }) => status !== 'running' && status !== 'queued') ? body.runs : null;
    });
    expect(runs.map(({ status }) => status)).toEqual(['interrupted', 'interrupted', 'interrupted']);
    for (const folder of ['outputs', 'backups/pg', 'tmp', 'children']) {
      const path = join(first.home, folder);
      const left = existsSync(path) ? readdirSync(path) : [];
      expect(left.filter((name) => name.startsWith('.partial') || name.endsWith('.json'))).toEqual([]);
    }
    // A backend that waits for a lock does not notice that its client is gone; the table is still locked.
    expect(await backends()).toBe('0');
  },
);

/** Folders of a workbench's engines, by its process id. */
function foldersOf(pid: number): string[] {
  return readdirSync(tmpdir()).filter((name) => new RegExp(`^workbench-host-[0-9a-f]{8}-${pid}-`).test(name));
}

async function backends(): Promise<string> {
  return until('the dump has left the server', async () => {
    // Inside a transaction the view shows what it showed first.
    await database.execute('SELECT pg_stat_clear_snapshot()');
    const { rows } = await database.execute(
      "SELECT count(*)::text AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'data-workbench%backup'",
    );
    return rows[0]?.n === '0' ? '0' : null;
  });
}
