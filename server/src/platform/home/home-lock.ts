import { accessSync, constants, mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { errorCode } from '../files/error-code.js';
import { outageOf } from '../state/state-unavailable.js';

const LOCK_FILE = 'home.lock';

/** The process that uses a state directory. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly started_at: string;
}

/** A state directory is in use by another process. The message is for people. */
export class HomeInUse extends Error {
  constructor(home: string, holder: Holder | undefined) {
    const by = holder === undefined ? '' : ` (process ${holder.pid} on ${holder.host}, since ${holder.started_at})`;
    super(
      `Another workbench uses the state directory ${home}${by}. Stop it first, or set WORKBENCH_HOME to another directory.`,
    );
    this.name = 'HomeInUse';
  }
}

/** Why the system refuses a directory, by its error. */
const REASONS: Readonly<Record<string, string>> = {
  EROFS: 'its file system is read-only',
  EACCES: 'the user that runs the workbench may not write in it',
  EPERM: 'the user that runs the workbench may not write in it',
  ENOTDIR: 'it is not a directory',
  EEXIST: 'it is not a directory',
  ENOSPC: 'its disk is full',
};

/** The workbench cannot write in a state directory. The message is for people. */
export class HomeUnusable extends Error {
  constructor(home: string, cause: unknown) {
    super(`The state directory ${home} cannot be used: ${reasonOf(home, cause)}.`, { cause });
    this.name = 'HomeUnusable';
  }
}

function reasonOf(home: string, cause: unknown): string {
  return (
    REASONS[errorCode(cause) ?? ''] ??
    REASONS[errorCode(refusalOf(home)) ?? ''] ??
    (cause instanceof Error ? cause.message : '')
  );
}

/** What the system says of a directory. It says more than SQLite's "unable to open database file". */
function refusalOf(home: string): unknown {
  try {
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return error;
  }
}

/**
 * Keeps a second process out of a state directory: it would remove the results of the first one. The lock is SQLite's own
 * lock on a small file, which the system releases however the process ends, so that no process number is ever judged.
 */
export class HomeLock {
  private constructor(private readonly database: Database) {}

  /** Locks a state directory, which is created where there is none. Throws `HomeInUse` and `HomeUnusable`. */
  static acquire(home: string, startedAt: string): HomeLock {
    const database = openLock(home);
    try {
      writeHolder(database, [process.pid, hostname(), startedAt]);
      // Others may still read who holds it.
      database.prepare('BEGIN IMMEDIATE').run();
      return new HomeLock(database);
    } catch (error) {
      const isHeld = outageOf(error) === 'busy';
      const holder = isHeld ? readHolder(database) : undefined;
      database.close();
      throw isHeld ? new HomeInUse(home, holder) : new HomeUnusable(home, error);
    }
  }

  release(): void {
    this.database.close();
  }
}

function openLock(home: string): Database {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    return new Database(join(home, LOCK_FILE), { timeout: 0 });
  } catch (error) {
    throw new HomeUnusable(home, error);
  }
}

function writeHolder(database: Database, holder: readonly unknown[]): void {
  try {
    database.prepare('BEGIN IMMEDIATE').run();
    database.prepare('CREATE TABLE IF NOT EXISTS holder (pid integer, host text, started_at text)').run();
    database.prepare('DELETE FROM holder').run();
    database.prepare('INSERT INTO holder VALUES (?, ?, ?)').run(...holder);
    database.prepare('COMMIT').run();
  } catch (error) {
    // On a full disk the lock holds as well; it is only not said whose it is.
    if (outageOf(error) !== 'full') throw error;
    if (database.inTransaction) database.prepare('ROLLBACK').run();
  }
}

function readHolder(database: Database): Holder | undefined {
  try {
    return database.prepare('SELECT pid, host, started_at FROM holder').get() as Holder | undefined;
  } catch {
    return undefined;
  }
}
