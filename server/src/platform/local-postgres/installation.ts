import { access, readdir, realpath } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { runTool } from './run-tool.js';

/** A Postgres server found on this machine. */
export interface PostgresInstallation {
  /** Folder of `postgres`, `initdb` and, often, `pg_dump`. */
  readonly binFolder: string;
  /** As the server reports it, e.g. `15.18`. */
  readonly version: string;
  readonly major: number;
  readonly hasPostgis: boolean;
  readonly hasPgDump: boolean;
}

const DISTRIBUTION_PATTERNS = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/usr/lib/postgresql*/bin',
  '/usr/local/pgsql*/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/postgresql*/bin',
  '/home/linuxbrew/.linuxbrew/opt/postgresql*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
  'C:/Program Files/PostgreSQL/*/bin',
];

/**
 * Lists the Postgres servers installed on this machine, the one to prefer first.
 * Looked for in `PG_BIN_DIR`, on `PATH` and in the distributions' usual folders. The one named by `PG_BIN_DIR` wins;
 * then those with PostGIS, then those with `pg_dump`, then the newest.
 */
export async function findPostgresInstallations(
  environment: NodeJS.ProcessEnv = process.env,
): Promise<PostgresInstallation[]> {
  const named = environment.PG_BIN_DIR ? [resolve(environment.PG_BIN_DIR)] : [];
  const onPath = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const usual = (await Promise.all(DISTRIBUTION_PATTERNS.map(expandFolder))).flat();
  const folders = new Set(
    (await Promise.all([...named, ...onPath, ...usual].map(serverFolder))).filter((f) => f !== null),
  );
  const found = (await Promise.all([...folders].map(describeInstallation))).filter((one) => one !== null);
  const first = named[0] ? await serverFolder(named[0]) : null;
  return found.sort((a, b) => rank(b, first) - rank(a, first) || compareVersions(b.version, a.version));
}

/** Describes the server in a folder, or null when there is none that runs on this machine. */
export async function describeInstallation(binFolder: string): Promise<PostgresInstallation | null> {
  const { exitCode, stdout } = await runTool(join(binFolder, program('postgres')), ['--version']);
  const version = /\(PostgreSQL\) (\d+[\w.]*)/.exec(stdout)?.[1];
  if (exitCode !== 0 || version === undefined) return null;
  return {
    binFolder,
    version,
    major: Number.parseInt(version, 10),
    hasPostgis: await hasPostgis(binFolder),
    hasPgDump: await isThere(join(binFolder, program('pg_dump'))),
  };
}

/** The file name of a program on this platform. */
export function program(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

function rank(one: PostgresInstallation, named: string | null): number {
  return (one.binFolder === named ? 4 : 0) + (one.hasPostgis ? 2 : 0) + (one.hasPgDump ? 1 : 0);
}

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** The folder in which the server really lies: distributions link its programs into folders on PATH. */
async function serverFolder(folder: string): Promise<string | null> {
  const real = await realpath(join(folder, program('postgres'))).catch(() => null);
  if (real === null) return null;
  const realFolder = resolve(real, '..');
  return (await isThere(join(realFolder, program('initdb')))) ? realFolder : null;
}

async function hasPostgis(binFolder: string): Promise<boolean> {
  const candidates = [
    ...(await shareFolder(binFolder)),
    join(binFolder, '../share/postgresql'),
    join(binFolder, '../share'),
  ];
  for (const folder of candidates) if (await isThere(join(folder, 'extension/postgis.control'))) return true;
  return false;
}

async function shareFolder(binFolder: string): Promise<string[]> {
  const { exitCode, stdout } = await runTool(join(binFolder, program('pg_config')), ['--sharedir']);
  if (exitCode === 0) return [stdout.trim()];
  const debianVersion = /^\/usr\/lib\/postgresql\/(\d+)\/bin$/.exec(binFolder)?.[1];
  return debianVersion ? [`/usr/share/postgresql/${debianVersion}`] : [];
}

async function expandFolder(pattern: string): Promise<string[]> {
  const [before = '', after = ''] = pattern.split('*');
  const parent = before.slice(0, before.lastIndexOf('/') + 1);
  const start = before.slice(parent.length);
  const names = await readdir(parent).catch(() => []);
  return names.filter((name) => name.startsWith(start)).map((name) => `${parent}${name}${after}`);
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
