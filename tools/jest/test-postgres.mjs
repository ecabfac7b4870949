import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../typescript.mjs';

const { findPostgresInstallations, LocalCluster } = await import('../../server/src/platform/local-postgres/index.js');

const PREFIX = 'workbench-postgres-of-tests-';
const FIRST_PORT = 25_432;

/**
 * A cluster that is thrown away need not survive a crash, and compiling a statement takes longer than the few rows of a
 * test. What turns `jit` off by itself is tested with `jit` on.
 */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'on',
  jit_above_cost: '-1',
  max_connections: '400',
  max_wal_size: '128MB',
  timezone: 'UTC',
};

/**
 * Starts a fresh Postgres with PostGIS for tests. It stands in a folder named after this process and the server's
 * number, so that what a killed run left behind is found and cleared by the next one.
 * @param {number} [number] which of this process's servers it is
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} The superuser's URL, and how to throw the server away.
 */
export async function startTestPostgres(number = 1) {
  const installation = (await findPostgresInstallations()).find((one) => one.hasPostgis && one.hasPgDump);
  if (installation === undefined) {
    throw new Error('The database tests need a PostgreSQL server with PostGIS and pg_dump: run npm run setup.');
  }
  await clearLeftovers(installation);
  const folder = join(tmpdir(), `${PREFIX}${String(process.pid)}-${String(number)}`);
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const cluster = new LocalCluster({ installation, dataFolder: join(folder, 'data') });
  const password = randomBytes(12).toString('hex');
  await cluster.init({ user: 'postgres', password, isThrowAway: true });
  const port = await cluster.start({ port: FIRST_PORT + number - 1, settings: SETTINGS });
  const stop = () => throwAway(cluster, folder);
  return { url: `postgres://postgres:${password}@127.0.0.1:${String(port)}/postgres`, stop };
}

/** @param {import('../../server/src/platform/local-postgres/index.js').PostgresInstallation} installation */
async function clearLeftovers(installation) {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    if (isAlive(Number.parseInt(name.slice(PREFIX.length), 10))) continue;
    const folder = join(tmpdir(), name);
    await throwAway(new LocalCluster({ installation, dataFolder: join(folder, 'data') }), folder);
  }
}

/**
 * @param {InstanceType<typeof LocalCluster>} cluster
 * @param {string} folder
 */
async function throwAway(cluster, folder) {
  await cluster.remove();
  await rm(folder, { recursive: true, force: true });
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
