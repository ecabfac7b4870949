/** A folder and an empty database of Postgres for the states of a bench. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Makes both; `databaseUrl` is that of the bench's own data. `remove` takes them away, whatever is still connected. Throws outside of `npm run bench`.
 * @param {string} name of the database
 */
export async function scratchState(name) {
  const databaseUrl = process.env.TEST_POSTGRES_URL;
  if (!databaseUrl) throw new Error('Run it with "npm run bench", which starts the Postgres that it needs.');
  const root = mkdtempSync(join(tmpdir(), 'workbench-bench-'));
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  const remove = async () => {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
    rmSync(root, { recursive: true, force: true });
  };
  return { root, url, databaseUrl, remove };
}
