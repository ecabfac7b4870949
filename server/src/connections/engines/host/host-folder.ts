import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, realpath } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'workbench-host-';
const NAME = /^workbench-host-([0-9a-f]{8})-(\d+)-(\d+)-/;
/** Where field 22 of `/proc/<pid>/stat` is, counted behind the name in parentheses. */
const START_TIME_FIELD = 19;

/** Other containers may share the folder, and their process ids say nothing here. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** A new private folder for one engine process, named after the workbench that it belongs to. */
export async function createHostFolder(): Promise<string> {
  const root = await realpath(tmpdir());
  return mkdtemp(join(root, `${PREFIX}${MACHINE}-${process.pid}-${startTimeOf(process.pid)}-`));
}

export function removeHostFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Removes the folders of workbenches that have ended without doing so. Never rejects. */
export async function sweepHostFolders(): Promise<void> {
  const root = await realpath(tmpdir()).catch(() => null);
  const names = root === null ? [] : await readdir(root).catch(() => []);
  for (const name of names) if (root !== null && isAbandoned(name)) tryToRemove(join(root, name));
}

function isAbandoned(name: string): boolean {
  const [, machine, pid, startTime] = NAME.exec(name) ?? [];
  return machine === MACHINE && (!isAlive(Number(pid)) || startTimeOf(Number(pid)) !== startTime);
}

function tryToRemove(folder: string): void {
  try {
    removeHostFolder(folder);
  } catch {
    // The folder of another user stays.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Distinguishes a process from a later one with the same id; `0` where the system does not say. */
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_TIME_FIELD] ?? '0';
  } catch {
    return '0';
  }
}
