import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { LocalPostgresError } from './local-postgres-error.js';
import type { SystemUser } from './run-tool.js';
import { runTool } from './run-tool.js';

const UNPRIVILEGED_NAMES = ['postgres', 'nobody'];

/** Whom Postgres runs as: null (the present user) or, since it refuses to run as root, a user without privileges. */
export async function postgresUser(): Promise<SystemUser | null> {
  if (!isRoot()) return null;
  for (const name of UNPRIVILEGED_NAMES) {
    const uid = await idOf('-u', name);
    const gid = await idOf('-g', name);
    if (uid !== null && gid !== null) return { uid, gid };
  }
  throw new LocalPostgresError(
    'no-unprivileged-user',
    'Postgres refuses to run as root, and there is neither a user "postgres" nor "nobody" to run it as.',
  );
}

/** Whether this process is root (never on Windows). */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The outermost folder on the way to `path` (itself included) that `user` may not enter, or null when all are open.
 * A private home folder such as /root is the usual case. Parts that do not exist yet are taken as open.
 */
export async function firstClosedFolder(path: string, user: SystemUser): Promise<string | null> {
  for (const folder of withParents(path)) {
    const about = await stat(folder).catch(() => null);
    if (about === null) return null;
    if (about.isDirectory() && !mayEnter(about, user)) return folder;
  }
  return null;
}

function mayEnter(about: { mode: number; uid: number; gid: number }, user: SystemUser): boolean {
  if (about.uid === user.uid) return (about.mode & 0o100) !== 0;
  if (about.gid === user.gid) return (about.mode & 0o010) !== 0;
  return (about.mode & 0o001) !== 0;
}

function withParents(path: string): string[] {
  const folders = [resolve(path)];
  for (let folder = resolve(path); dirname(folder) !== folder; folder = dirname(folder))
    folders.unshift(dirname(folder));
  return folders;
}

async function idOf(option: '-u' | '-g', name: string): Promise<number | null> {
  const { exitCode, stdout } = await runTool('id', [option, name]);
  const id = Number(stdout.trim());
  return exitCode === 0 && Number.isInteger(id) && id > 0 ? id : null;
}
