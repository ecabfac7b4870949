import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../files/if-missing.js';
import { runTool } from './run-tool.js';

/** What `postmaster.pid` in a data folder says of the server that made it. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** It accepts connections; false while it starts, recovers or stops. */
  readonly isReady: boolean;
}

/**
 * Reads a data folder's `postmaster.pid`, or null when there is none or it is cut off. It may be stale. Throws a system
 * error where it cannot be read: a server may run.
 */
export async function readPostmaster(dataFolder: string): Promise<Postmaster | null> {
  const text = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(ifMissing(''));
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3] ?? 0), isReady: lines[7]?.trim() === 'ready' };
}

/**
 * The server that runs on a data folder, or null. A `postmaster.pid` whose number now belongs to another process, as
 * happens after a crash or in a restarted container, counts as nothing.
 */
export async function findPostmaster(dataFolder: string): Promise<Postmaster | null> {
  const postmaster = await readPostmaster(dataFolder);
  if (postmaster === null) return null;
  return (await isServerOf(postmaster.pid, dataFolder)) ? postmaster : null;
}

/**
 * Removes a `postmaster.pid` left by a server that is gone: Postgres itself would refuse to start when the number in it
 * has meanwhile been given to some other process.
 */
export async function removeStalePostmasterFile(dataFolder: string): Promise<void> {
  if ((await findPostmaster(dataFolder)) === null) await rm(join(dataFolder, 'postmaster.pid'), { force: true });
}

/** Sends a signal; a process that is gone already is fine. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A Postgres server's working folder is its data folder, which distinguishes it from any other process of that number. */
async function isServerOf(pid: number, dataFolder: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  const folder = await realpath(dataFolder).catch(() => dataFolder);
  if (process.platform === 'linux') return (await readlink(`/proc/${String(pid)}/cwd`).catch(() => '')) === folder;
  const { stdout } = await runTool('ps', ['-o', 'stat=,command=', '-p', String(pid)]);
  return !stdout.trim().startsWith('Z') && (stdout.includes(dataFolder) || stdout.includes(folder));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
