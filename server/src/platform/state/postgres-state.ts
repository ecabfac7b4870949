import pg from 'pg';
import { DataSource } from 'typeorm';
import type { DataSourceOptions, QueryRunner } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { BackendWatch } from './backend-watch.js';
import { planMigrations } from './newer-state.js';
import { postgresLine } from './postgres-line.js';
import { MIGRATION_LOCK } from './postgres-locks.js';
import { PostgresRunner } from './postgres-runner.js';
import { StateClient } from './state-client.js';
import { WriterMutex } from './writer-mutex.js';

/** A connection that times out at the start is tried again. */
const START_ATTEMPTS = 4;
/** The type's number in every Postgres. */
const INT8 = 20;
/** Text columns whose order would be that of a language, each with its table and type. */
const LANGUAGE_COLUMNS = `
  SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, a.atttypmod) AS "type"
  FROM pg_catalog.pg_attribute a
  JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
  JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
    AND t.typcategory = 'S' AND a.attcollation = t.typcollation AND t.typcollation <> 0
  ORDER BY c.relname, a.attnum`;

/** The schema of the state where every role may create objects in it; `isOurs`: it can be closed. */
const OPEN_SCHEMA = `
  SELECT quote_ident(n.nspname) AS "name", pg_has_role(n.nspowner, 'USAGE') AS "isOurs"
  FROM pg_catalog.pg_namespace n
  WHERE n.oid = current_schema()::regnamespace AND has_schema_privilege('public', n.oid, 'CREATE')`;

interface LanguageColumn {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/** How the state in Postgres is reached; `bigint` is a number, as in SQLite: all of ours are safe integers. */
export function postgresOptions(url: string) {
  const parserOf = pg.types.getTypeParser as (oid: number, format: string) => (text: string) => unknown;
  const getTypeParser = (oid: number, format: string) => (oid === INT8 ? Number : parserOf(oid, format));
  return {
    type: 'postgres' as const,
    url,
    applicationName: 'data-workbench-state',
    extra: { ...postgresLine(url), types: { getTypeParser }, Client: StateClient },
  };
}

/** Opens the state in Postgres and brings it up to date; of processes that start at once, one after the other does. */
export async function openPostgresState(options: DataSourceOptions): Promise<DataSource> {
  const dataSource = new DataSource(options);
  // Entities call bytes as SQLite does; the driver hands them over as they are, and migrations say `bytea`.
  dataSource.driver.supportedDataTypes.push('blob');
  await initialize(dataSource);
  try {
    await whileLocked(dataSource, async (runner) => {
      await planMigrations(dataSource);
      await dataSource.runMigrations({ transaction: 'all' });
      await compareAsBytes(runner);
      await closeSchema(runner);
    });
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
  useTurns(dataSource);
  return dataSource;
}

/** A machine that is busy starting the workbench may not answer its own timers in time; a server that refuses says so. */
async function initialize(dataSource: DataSource): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await dataSource.initialize();
      return;
    } catch (error) {
      const isTimeout = error instanceof Error && /timeout/i.test(error.message);
      if (!isTimeout || attempt === START_ATTEMPTS) throw error;
    }
  }
}

function useTurns(dataSource: DataSource): void {
  const driver = dataSource.driver as PostgresDriver;
  const turns = new WriterMutex();
  const watch = new BackendWatch(dataSource.options.type === 'postgres' ? (dataSource.options.url ?? '') : '');
  driver.createQueryRunner = (mode) => new PostgresRunner(driver, mode, turns, watch);
}

async function whileLocked(dataSource: DataSource, work: (runner: QueryRunner) => Promise<void>): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    // Of processes that start at once the others wait for as long as the migrations take.
    await runner.query('SET lock_timeout = 0');
    await runner.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    await runner.query('RESET lock_timeout');
    await work(runner);
    await runner.query(`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`);
  } finally {
    await runner.release();
  }
}

/** SQLite compares text by its bytes; lists, cursors and ranges have the same order here, whatever the database's language. */
async function compareAsBytes(runner: QueryRunner): Promise<void> {
  const columns = (await runner.query(LANGUAGE_COLUMNS)) as LanguageColumn[];
  const tables = new Map<string, string[]>();
  for (const { table, column, type } of columns) {
    tables.set(table, [...(tables.get(table) ?? []), `ALTER COLUMN "${column}" TYPE ${type} COLLATE "C"`]);
  }
  for (const [table, changes] of tables) await runner.query(`ALTER TABLE "${table}" ${changes.join(', ')}`);
}

/**
 * Keeps other roles from creating objects beside the tables: a function or an operator that fits better than Postgres's
 * own would run with the rights of the workbench. Versions before 15 let every role do so in the schema `public`.
 */
async function closeSchema(runner: QueryRunner): Promise<void> {
  const [open] = (await runner.query(OPEN_SCHEMA)) as { name: string; isOurs: boolean }[];
  if (open === undefined) return;
  const sql = `REVOKE CREATE ON SCHEMA ${open.name} FROM PUBLIC`;
  if (open.isOurs) await runner.query(sql);
  else
    process.stderr.write(`Every role may create objects in the schema of the state. Close it as its owner: ${sql};\n`);
}
