/** A workbench with a connection to a Postgres of many tables. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createManyTables, dropManyTables } from './many-tables.mjs';
import { startProgram, stopProgram } from './processes.mjs';

/**
 * Makes so many tables and starts a workbench beside them; `address` is its studio on them, `home` its state directory,
 * and `stop` ends it and takes the tables away.
 * @param {number} tables a multiple of 500
 */
export async function startTableWorkbench(tables) {
  const databaseUrl = process.env.TEST_POSTGRES_URL;
  if (!databaseUrl) throw new Error('Run it with "npm run bench", which starts the Postgres that it needs.');
  const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await createManyTables(client, tables);
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  writeFileSync(
    join(home, 'connections.yaml'),
    `connections:\n  - { id: bench, name: Bench, kind: postgres, host: ${hostname}, port: ${port || 5432}, database: ${pathname.slice(1)}, user: ${username}, password: "${decodeURIComponent(password)}" }\n`,
  );
  const env = { WORKBENCH_DEMO: 'off', WORKBENCH_HOME: home, PORT: '0', LOG_LEVEL: 'error' };
  const server = await startProgram('dist/server/src/main.js', env);
  const stop = async () => {
    await stopProgram(server.child);
    await dropManyTables(client, tables);
    await client.end();
    rmSync(home, { recursive: true, force: true });
  };
  return { address: `${server.line.split(' ').at(-1)}/studio?connection=bench`, home, stop };
}
