import { readdir, realpath, stat } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inheritedVariables } from '../../../platform/index.js';
import { JobFailure } from '../../job-kind.js';

/** The programs of one Postgres client installation. */
export interface ClientTools {
  readonly folder: string;
  /** As `pg_dump` prints it, such as `15.18`. */
  readonly version: string;
  readonly major: number;
}

const PATTERNS = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/usr/lib/postgresql*/bin',
  '/usr/local/pgsql*/bin',
  '/opt/homebrew/opt/libpq*/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/libpq*/bin',
  '/usr/local/opt/postgresql*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
  'C:/Program Files/PostgreSQL/*/bin',
];
const VERSION = /\(PostgreSQL\) (\d+[\w.]*)/;
const run = promisify(execFile);
/** A version is said at once; what does not answer is no client. */
const VERSION_OPTIONS = {
  env: inheritedVariables(['PATH', 'LD_LIBRARY_PATH', 'SystemRoot']),
  timeout: 10_000,
} as const;

/** Every `pg_dump` with its `pg_restore`, the newest first; only that of `named` where a folder was named. */
export async function findClientTools(named: string | null, path = process.env.PATH ?? ''): Promise<ClientTools[]> {
  const folders =
    named === null ? [...path.split(delimiter), ...(await Promise.all(PATTERNS.map(expand))).flat()] : [named];
  const real = await Promise.all(folders.filter((folder) => folder !== '').map(realFolder));
  const found = await Promise.all([...new Set(real)].flatMap((folder) => (folder === null ? [] : [described(folder)])));
  return found
    .filter((tools) => tools !== null)
    .sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }));
}

/**
 * The client nearest to the server among those that are not older: a dump of a newer one may hold what the server does not
 * know. Throws `JobFailure` with what is needed.
 */
export async function clientFor(serverMajor: number, named: string | null, path?: string): Promise<ClientTools> {
  const found = await findClientTools(named, path);
  const [newest] = found;
  if (newest === undefined) {
    throw new JobFailure(
      'pg_dump is missing on this machine. Install the Postgres client programs, or set PG_BIN_DIR.',
    );
  }
  const fitting = found.filter(({ major }) => major >= serverMajor);
  const nearest = Math.min(...fitting.map(({ major }) => major));
  // The newest stands first.
  const tools = fitting.find(({ major }) => major === nearest);
  if (tools !== undefined) return tools;
  throw new JobFailure(
    `The server is Postgres ${serverMajor}, and the newest pg_dump here is ${newest.version}. Install the client programs of Postgres ${serverMajor} or newer.`,
  );
}

/** The file of a program. */
export function toolIn({ folder }: ClientTools, name: 'pg_dump' | 'pg_restore' | 'psql'): string {
  return join(folder, process.platform === 'win32' ? `${name}.exe` : name);
}

/** Distributions link a wrapper into PATH that picks a version by itself: its folder has no programs of its own. */
async function realFolder(folder: string): Promise<string | null> {
  const name = process.platform === 'win32' ? 'pg_dump.exe' : 'pg_dump';
  const real = await realpath(join(folder, name)).catch(() => null);
  return real === null ? null : real.endsWith(name) ? dirname(real) : folder;
}

/** What a folder has, for as long as its programs are the same files, and not longer than a minute: a wrapper may choose others. */
const KEPT_MS = 60_000;
const kept = new Map<string, { stamp: string; until: number; tools: Promise<ClientTools | null> }>();

async function described(folder: string): Promise<ClientTools | null> {
  const stamp = await stampOf(folder);
  const known = kept.get(folder);
  if (known?.stamp === stamp && performance.now() < known.until) return known.tools;
  const tools = describe(folder);
  kept.set(folder, { stamp, until: performance.now() + KEPT_MS, tools });
  // What did not answer may have been slow.
  if ((await tools) === null) kept.delete(folder);
  return tools;
}

async function stampOf(folder: string): Promise<string> {
  const tools = { folder, version: '', major: 0 };
  const stats = await Promise.all(
    (['pg_dump', 'pg_restore'] as const).map((name) => stat(toolIn(tools, name)).catch(() => null)),
  );
  return stats.map((one) => (one === null ? '' : `${one.ino} ${one.size} ${one.mtimeMs} ${one.mode}`)).join('\n');
}

async function describe(folder: string): Promise<ClientTools | null> {
  const tools = { folder, version: '', major: 0 };
  try {
    const [dump] = await Promise.all([
      run(toolIn(tools, 'pg_dump'), ['--version'], VERSION_OPTIONS),
      run(toolIn(tools, 'pg_restore'), ['--version'], VERSION_OPTIONS),
    ]);
    const version = VERSION.exec(dump.stdout)?.[1];
    return version === undefined ? null : { folder, version, major: Number.parseInt(version, 10) };
  } catch {
    return null;
  }
}

async function expand(pattern: string): Promise<string[]> {
  const [before = '', after = ''] = pattern.split('*');
  const parent = before.slice(0, before.lastIndexOf('/') + 1);
  const start = before.slice(parent.length);
  const names = await readdir(parent).catch(() => []);
  return names.filter((name) => name.startsWith(start)).map((name) => `${parent}${name}${after}`);
}
