import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';

const BETTER_SQLITE3 = createRequire(import.meta.url).resolve('better-sqlite3');

const PROGRAM = `
  const [, library, file, sql] = process.argv;
  const database = new (require(library))(file, { readonly: true, timeout: 5000 });
  process.stdout.write(JSON.stringify(database.prepare(sql).pluck(true).all()));`;

/** What a process of its own reads in a SQLite file: the first column of each row. */
export function readInSecondProcess<T>(file: string, sql: string): T[] {
  const text = execFileSync(process.execPath, ['-e', PROGRAM, BETTER_SQLITE3, file, sql], { encoding: 'utf8' });
  return JSON.parse(text) as T[];
}

const HOLDING = `
  const [, library, file, sql] = process.argv;
  const database = new (require(library))(file, { timeout: 10000 });
  database.exec(sql);
  process.stdout.write('held');
  setInterval(() => undefined, 1000);`;

/** Has a process of its own take the write lock of a SQLite file. Returns how to have it let go. */
export function lockInSecondProcess(file: string): Promise<() => Promise<void>> {
  return holdInSecondProcess(file, 'BEGIN IMMEDIATE');
}

/**
 * Has a process of its own read in a SQLite file and keep what it sees. The log is written back before, so that it has no
 * room, and cannot be written from its beginning meanwhile. Returns how to have it let go.
 */
export function readOnInSecondProcess(file: string): Promise<() => Promise<void>> {
  return holdInSecondProcess(file, 'PRAGMA wal_checkpoint(TRUNCATE); BEGIN; SELECT count(*) FROM sqlite_schema');
}

async function holdInSecondProcess(file: string, sql: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['-e', HOLDING, BETTER_SQLITE3, file, sql], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
}
