import { createHash } from 'node:crypto';
import pg from 'pg';
import { getConstructionPlans } from 'pg-boss';
import { MIGRATIONS } from '../../../migrations/index.js';
import { openPostgresState, postgresOptions } from '../state/postgres-state.js';

/** Copied for each workbench: to migrate, and to make the tables of pg-boss, takes longer than most tests. */
const TEMPLATE = `state_template_${process.pid}`;

/** Whether workbenches under test keep their state in Postgres, as those of a team may do. */
export const isOnPostgres = (): boolean => process.env.TEST_STATE === 'postgres';

let template: Promise<void> | null = null;

/** Where the state of a workbench is: the database that belongs to its folder, made where there is none. */
export async function stateDatabaseOf(home: string): Promise<Record<string, string>> {
  if (!isOnPostgres()) return {};
  const name = nameOf(home);
  await (template ??= makeTemplate());
  await onServer(async (client) => {
    const { rows } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rows.length === 0) await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  });
  return { STATE_DATABASE_URL: urlOf(name) };
}

/** Takes the database of a folder away. */
export async function dropStateDatabaseOf(home: string): Promise<void> {
  if (isOnPostgres()) await onServer((client) => client.query(`DROP DATABASE IF EXISTS ${nameOf(home)} WITH (FORCE)`));
}

async function makeTemplate(): Promise<void> {
  await onServer(async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${TEMPLATE}`);
  });
  const state = await openPostgresState({ ...postgresOptions(urlOf(TEMPLATE)), migrations: MIGRATIONS });
  await state.query(getConstructionPlans());
  await state.destroy();
}

function nameOf(home: string): string {
  return `state_${createHash('sha256').update(home).digest('hex').slice(0, 16)}`;
}

function urlOf(database: string): string {
  const url = new URL(process.env.TEST_POSTGRES_URL ?? '');
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
