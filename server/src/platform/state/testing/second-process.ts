import { execFileSync } from 'node:child_process';
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
