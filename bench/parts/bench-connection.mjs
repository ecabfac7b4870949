import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { createBigTable } from './big-table.mjs';

/** The Postgres that `npm run bench` has started; throws where it was not used. */
export function benchDatabaseUrl() {
  const url = process.env['TEST_POSTGRES_URL'];
  if (!url) throw new Error('Run it with "npm run bench", which starts the Postgres that it needs.');
  return url;
}

/** Makes the table of a million rows that previews read. @param {string} databaseUrl */
export async function fillBigTable(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await createBigTable(client);
  await client.end();
}

/**
 * Writes the configuration file of a workbench: `bench` leads to the Postgres of the run.
 * @param {string} home
 * @param {string} databaseUrl
 * @param {{ settings?: string, others?: readonly string[] }} [more] more settings of `bench` and other connections, in YAML
 */
export function writeBenchConnections(home, databaseUrl, { settings = '', others = [] } = {}) {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const login = `host: ${hostname}, port: ${port || 5432}, database: ${pathname.slice(1)}, user: ${username}, password: "${decodeURIComponent(password)}"`;
  const bench = `{ id: bench, name: Bench, kind: postgres, ${login}${settings && `, ${settings}`} }`;
  const lines = [bench, ...others].map((connection) => `  - ${connection}\n`);
  writeFileSync(join(home, 'connections.yaml'), `connections:\n${lines.join('')}`);
}
