import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { PostgresConfig } from '../config.js';

/** A database of its own on the test server, so that no test sees what another one made. */
export interface TestDatabase {
  readonly config: PostgresConfig;
  /** Runs SQL as superuser, outside of what is tested. */
  execute(sql: string): Promise<pg.QueryResult<Record<string, string>>>;
  dispose(): Promise<void>;
}

/** The configuration of a connection to a server by URL. */
export function configOf(url: string, database?: string): PostgresConfig {
  const { hostname, port, username, password, pathname } = new URL(url);
  return {
    ...{
      id: 'test',
      name: 'Test',
      colour: null,
      readOnly: false,
      writes: 'direct',
      statementTimeoutMs: 0,
      autoCommit: true,
      confirmDestructive: true,
      kind: 'postgres',
    },
    host: hostname,
    port: Number(port || '5432'),
    database: database ?? decodeURIComponent(pathname.slice(1)),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    ssl: 'disable',
    pool: { max: 10 },
  };
}

/** Makes a database with PostGIS on the server of `TEST_POSTGRES_URL`, or on the given one. */
export async function createTestDatabase(url = process.env.TEST_POSTGRES_URL ?? ''): Promise<TestDatabase> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const config = configOf(url, name);
  const client = new pg.Client({ ...config, ssl: false, password: config.password ?? '' });
  client.on('error', () => undefined);
  await client.connect();
  return {
    config,
    execute: (sql) => client.query<Record<string, string>>(sql),
    dispose: async () => {
      await client.end();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

/** The major version of a server. */
export async function serverMajor(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
  await client.end();
  return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
}
