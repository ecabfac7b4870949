import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import type { DataSourceOptions } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { planMigrations } from './newer-state.js';
import { copyState, explainDamage, markState, refuseLostState } from './state-file.js';
import { SqliteConnections } from './sqlite-connections.js';
import type { StateFailureLimit } from './sqlite-connections.js';
import { SqliteRunner } from './sqlite-runner.js';

/** How long the start waits for another process that holds the file, in milliseconds. */
const START_PATIENCE_MS = 5_000;
/** A connection that cannot be opened again for so long ends the process. */
const GIVE_UP_AFTER_MS = 30_000;

/** WAL, so that readers never wait; keys enforced. */
export function sqliteOptions(home: string) {
  // SQLite gives its other files the mode of this one.
  closeSync(openSync(join(home, 'state.sqlite'), 'a', 0o600));
  return {
    type: 'better-sqlite3' as const,
    database: join(home, 'state.sqlite'),
    enableWAL: true,
    timeout: START_PATIENCE_MS,
    prepareDatabase: (database: { pragma(statement: string): unknown }) => {
      database.pragma('foreign_keys = ON');
      database.pragma('synchronous = NORMAL');
    },
  };
}

/** Opens the state in a file and brings it up to date. */
export async function openSqliteState(
  options: DataSourceOptions,
  failureLimit: StateFailureLimit = { afterMs: GIVE_UP_AFTER_MS, endProcess },
): Promise<DataSource> {
  const { database: file } = options as { database: string };
  refuseLostState(file);
  const dataSource = new DataSource(options);
  try {
    await dataSource.initialize();
    await migrate(dataSource, file);
  } catch (error) {
    if (dataSource.isInitialized) await dataSource.destroy();
    throw explainDamage(file, error);
  }
  markState(file);
  useTwoConnections(dataSource, failureLimit);
  return dataSource;
}

/** A copy is made first, so that an update can be taken back. */
async function migrate(dataSource: DataSource, file: string): Promise<void> {
  const { newest, hasPending } = await planMigrations(dataSource);
  if (newest !== null && hasPending) await copyState(dataSource, file, newest);
  await dataSource.runMigrations({ transaction: 'all' });
}

function useTwoConnections(dataSource: DataSource, failureLimit: StateFailureLimit): void {
  const driver = dataSource.driver as BetterSqlite3Driver;
  // A file that is gone is reported, and never replaced by an empty one.
  Object.assign(driver.options, { fileMustExist: true, timeout: 0 });
  const connections = new SqliteConnections(driver, failureLimit);
  const disconnect = driver.disconnect.bind(driver);
  driver.createQueryRunner = () => new SqliteRunner(driver, connections);
  driver.disconnect = async () => {
    await connections.close();
    await disconnect();
  };
}

/** A process that cannot keep its state sound must not go on: what it acknowledges could be lost. */
function endProcess(reason: string): void {
  process.stderr.write(`The workbench ends because of its state: ${reason}\n`);
  process.exit(1);
}
